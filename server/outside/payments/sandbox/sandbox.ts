import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, ne } from 'drizzle-orm'
import { formatMoney } from '../../../../src/contract/money.ts'
import { isMoneyHeld } from '../../../../src/contract/payment-rules.ts'
import type { SandboxFault, SandboxOperation } from '../../../../src/contract/sandbox.ts'
import type { Database, Db } from '../../../db/connect.ts'
import { sandboxCustomers, sandboxPayments, sandboxRefunds, sandboxSubscriptions } from '../../../db/schema/sandbox.ts'
import { usualTimeoutMs, withDeadline } from '../deadline.ts'
import { readNotification, writeNotification } from '../notification.ts'
import * as port from '../port.ts'
import {
  couponsInBooks,
  customerInBooks,
  lockPayment,
  lockSubscription,
  paymentInBooks,
  paymentState,
  subscriptionOf,
  subscriptionState,
} from './books.ts'
import { SandboxFaults } from './faults.ts'
import { once } from './requests.ts'

export interface SandboxOptions {
  database: Database
  /** Unix seconds. */
  now: () => number
  /** Signs its notifications. */
  webhookSecret: string
  dashboardUrl: string
  /** Milliseconds; 10 s by default. */
  timeoutMs?: number
}

const ended: readonly string[] = ['canceled', 'incomplete_expired', 'soft_deleted', 'trial_ended']

/**
 * The embedded payment provider: keeps books in the database and misbehaves as `faults` says. Like a remote provider it
 * uses its own connections, so never call it within a transaction.
 */
export class SandboxProvider implements port.PaymentProvider {
  readonly name = 'sandbox'
  readonly dashboardUrl: string
  readonly faults = new SandboxFaults()
  /** Delivers notifications to the product; none are sent without it. */
  deliver: ((notice: { body: string; signature: string }) => Promise<void>) | null = null
  readonly #options: SandboxOptions
  readonly #closing = new AbortController()
  readonly #endings = new Set<Promise<void>>()

  constructor(options: SandboxOptions) {
    this.#options = options
    this.dashboardUrl = options.dashboardUrl
  }

  cancelAtPeriodEnd(id: string, key: string) {
    return this.#changeSubscription('cancelAtPeriodEnd', [id], key, (row, now) => {
      if (ended.includes(row.status)) throw new port.ProviderRefusal(`This subscription has ended: its status is ${row.status}.`)
      return { cancelAtPeriodEnd: true, canceledAt: row.canceledAt ?? now }
    })
  }

  cancelImmediately(id: string, key: string) {
    return this.#changeSubscription('cancelImmediately', [id], key, (row, now) => {
      if (row.status === 'canceled') throw new port.ProviderRefusal('This subscription is canceled already.')
      return { status: 'canceled', cancelAtPeriodEnd: false, canceledAt: row.canceledAt ?? now, endedAt: now }
    })
  }

  resume(id: string, key: string) {
    return this.#changeSubscription('resume', [id], key, (row) => {
      if (row.status === 'canceled') throw new port.ProviderRefusal('A canceled subscription cannot be resumed.')
      return { cancelAtPeriodEnd: false, canceledAt: null }
    })
  }

  extendTrial(id: string, trialEnd: number, key: string) {
    return this.#changeSubscription('extendTrial', [id, trialEnd], key, (row, now) => {
      if (row.status === 'canceled') throw new port.ProviderRefusal('A canceled subscription cannot be changed.')
      if (trialEnd <= now) throw new port.ProviderRefusal('The trial must end in the future.')
      const open = { cancelAtPeriodEnd: false, canceledAt: null, endedAt: null }
      return { status: 'trialing', trialEnd, currentPeriodEnd: trialEnd, ...open }
    })
  }

  attachDiscount({ customerId }: port.ProviderReference, percentOff: number, key: string): Promise<void> {
    return this.#change('attachDiscount', [customerId, percentOff], key, async (tx) => {
      const coupons = await couponsInBooks(tx)
      if (!coupons.some((coupon) => coupon.percentOff === percentOff))
        throw new port.ProviderRefusal(`There is no coupon of ${percentOff} %.`)
      await setDiscount(tx, customerId, percentOff)
    })
  }

  detachDiscount({ customerId }: port.ProviderReference, key: string): Promise<void> {
    return this.#change('detachDiscount', [customerId], key, (tx) => setDiscount(tx, customerId, null))
  }

  coupons(): Promise<port.ProviderCoupon[]> {
    return this.#ask('coupons', couponsInBooks)
  }

  customer(customerId: string): Promise<port.CustomerState | null> {
    return this.#ask('customer', async (tx) => {
      const row = await customerInBooks(tx, customerId)
      if (row === null) return null
      const subscription = await subscriptionOf(tx, customerId)
      return { ...row, subscription: subscription && subscriptionState(subscription) }
    })
  }

  payment(intentId: string): Promise<port.PaymentState | null> {
    return this.#ask('payment', async (tx) => {
      const row = await paymentInBooks(tx, intentId)
      return row && paymentState(row)
    })
  }

  /** Always null: all payments in its books came from us. */
  newPayment(): Promise<null> {
    return Promise.resolve(null)
  }

  readonly whyNotRefund = () => null

  async refund({ intentId, amount, currency, key, reason }: port.RefundOrder): Promise<port.RefundState> {
    let appliedFault: SandboxFault | undefined
    const answer = await this.#change<port.RefundState>(
      'refund',
      [intentId, amount, currency.toLowerCase()],
      key,
      async (tx, now, fault) => {
        const payment = await lockPayment(tx, intentId)
        const left = payment.amount - payment.amountRefunded
        if (payment.status !== 'succeeded')
          throw new port.ProviderRefusal(`This payment has not succeeded: its status is ${payment.status}.`)
        if (payment.currency.toLowerCase() !== currency.toLowerCase())
          throw new port.ProviderRefusal(`This payment was made in ${payment.currency.toUpperCase()}.`)
        if (payment.disputeStatus === 'lost' || isMoneyHeld(payment.disputeStatus))
          throw new port.ProviderRefusal('This charge has been charged back.')
        if (left <= 0) throw new port.ProviderRefusal('This charge has already been refunded.')
        if (!Number.isSafeInteger(amount) || amount <= 0)
          throw new port.ProviderRefusal('The amount must be a whole number of more than 0.')
        if (amount > left)
          throw new port.ProviderRefusal(`The amount is larger than what is left of the charge: ${formatMoney(left, currency)}.`)
        const status = fault?.kind === 'pending' ? 'pending' : 'succeeded'
        const refund = { id: `re_${randomUUID()}`, intentId, key, amount, status, reason, createdAt: now } as const
        await tx.insert(sandboxRefunds).values(refund)
        await tx
          .update(sandboxPayments)
          .set({ amountRefunded: payment.amountRefunded + amount })
          .where(eq(sandboxPayments.intentId, intentId))
        appliedFault = fault
        return { id: refund.id, status, amount, failure: null }
      },
    )
    if (appliedFault !== undefined) this.#endLater(answer.id, appliedFault)
    return answer
  }

  /**
   * Ends a refund and sends a notification: a pending one succeeds; a failed one, even after success, can be made
   * again.
   * @param failure why it failed; null: it succeeded
   */
  async endRefund(id: string, failure: string | null): Promise<void> {
    const intentId = await this.#options.database.orm.transaction(async (tx) => {
      const [found] = await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.id, id))
      if (!found) return null
      const payment = await lockPayment(tx, found.intentId)
      const ending = failure === null ? { status: 'succeeded' } : { status: 'failed', failure }
      const open = failure === null ? eq(sandboxRefunds.status, 'pending') : ne(sandboxRefunds.status, 'failed')
      const ended = await tx
        .update(sandboxRefunds)
        .set(ending)
        .where(and(eq(sandboxRefunds.id, id), open))
        .returning()
      if (ended.length === 0) return null
      if (failure !== null)
        await tx
          .update(sandboxPayments)
          .set({ amountRefunded: payment.amountRefunded - found.amount })
          .where(eq(sandboxPayments.intentId, found.intentId))
      return found.intentId
    })
    if (intentId === null) return
    await this.deliver?.(
      this.notification(failure === null ? 'refund.updated' : 'refund.failed', { object: 'payment_intent', id: intentId }),
    )
  }

  /** Runs in the background. */
  #endLater(id: string, { kind, delayMs = 0, message = 'The bank sent the refund back.' }: SandboxFault): void {
    if (kind !== 'pending' && kind !== 'fails-later') return
    const failure = kind === 'pending' ? null : message
    const ending = wait(delayMs, undefined, { ref: false, signal: this.#closing.signal })
      .then(() => this.endRefund(id, failure))
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) process.emitWarning(`A refund of the embedded payment provider did not end: ${String(error)}`)
      })
      .finally(() => this.#endings.delete(ending))
    this.#endings.add(ending)
  }

  /** Cancels refunds that were to end later, and waits for those that are ending. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#endings)
  }

  findRefund(intentId: string, key: string): Promise<port.RefundState | null> {
    return this.#ask('findRefund', async (tx) => {
      const [found] = await tx
        .select()
        .from(sandboxRefunds)
        .where(and(eq(sandboxRefunds.intentId, intentId), eq(sandboxRefunds.key, key)))
      return found ? refundState(found) : null
    })
  }

  refunds(intentId: string): Promise<port.KeyedRefund[]> {
    return this.#ask('refunds', async (tx) => {
      const made = await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.intentId, intentId))
      return made.map((refund) => ({ ...refundState(refund), key: refund.key, createdAt: refund.createdAt }))
    })
  }

  approve(intentId: string, key: string): Promise<port.PaymentState> {
    return this.#change('approve', [intentId], key, async (tx, now) => {
      const { status } = await lockPayment(tx, intentId)
      if (status !== 'processing' && !status.startsWith('requires_'))
        throw new port.ProviderRefusal(`This payment cannot be approved: its status is ${status}.`)
      const [approved] = await tx
        .update(sandboxPayments)
        .set({ status: 'succeeded', invoiceStatus: 'paid', confirmedAt: now })
        .where(eq(sandboxPayments.intentId, intentId))
        .returning()
      if (!approved) throw new Error('a locked payment has vanished')
      return paymentState(approved)
    })
  }

  readEvent(rawBody: string, signature: string | undefined, now: number): port.ProviderEvent {
    return readNotification(rawBody, signature, this.#options.webhookSecret, now)
  }

  /** A signed notification about a customer or payment. */
  notification(type: string, about: { object: 'customer' | 'payment_intent'; id: string }, id = `evt_${randomUUID()}`) {
    return writeNotification({ id, type, at: this.#options.now(), about }, this.#options.webhookSecret)
  }

  #changeSubscription(
    operation: SandboxOperation,
    parameters: readonly [string, ...unknown[]],
    key: string,
    change: (row: typeof sandboxSubscriptions.$inferSelect, now: number) => Partial<typeof sandboxSubscriptions.$inferInsert>,
  ): Promise<port.SubscriptionState> {
    return this.#change(operation, parameters, key, async (tx, now) => {
      const row = await lockSubscription(tx, parameters[0])
      const changed = { ...row, ...change(row, now) }
      await tx.update(sandboxSubscriptions).set(changed).where(eq(sandboxSubscriptions.id, row.id))
      return subscriptionState(changed)
    })
  }

  #change<T>(
    operation: SandboxOperation,
    parameters: readonly unknown[],
    key: string,
    act: (tx: Db, now: number, fault?: SandboxFault) => Promise<T>,
  ): Promise<T> {
    const { database, now } = this.#options
    return this.#answer(operation, (fault) => once(database.orm, now(), { operation, parameters, key }, (tx) => act(tx, now(), fault)))
  }

  #ask<T>(operation: SandboxOperation, read: (tx: Db) => Promise<T>): Promise<T> {
    return this.#answer(operation, () => this.#options.database.orm.transaction(read))
  }

  /** Any other error counts as an inconclusive answer, as from a remote provider. */
  #answer<T>(operation: SandboxOperation, act: (fault?: SandboxFault) => Promise<T>): Promise<T> {
    const answer = this.faults.run(operation, act).catch((error: unknown) => {
      if (error instanceof port.ProviderRefusal || error instanceof port.ProviderUnknown) throw error
      throw new port.ProviderUnknown('The payment provider failed.', { cause: error })
    })
    return withDeadline(answer, this.#options.timeoutMs ?? usualTimeoutMs)
  }
}

async function setDiscount(tx: Db, customerId: string, discount: number | null): Promise<void> {
  if ((await customerInBooks(tx, customerId)) === null) throw new port.ProviderRefusal(`No such customer: ${customerId}`)
  await tx.update(sandboxCustomers).set({ discount }).where(eq(sandboxCustomers.id, customerId))
}

function refundState({ id, status, amount, failure }: typeof sandboxRefunds.$inferSelect): port.RefundState {
  return { id, status: status as port.RefundState['status'], amount, failure }
}

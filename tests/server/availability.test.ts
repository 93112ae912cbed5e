import { describe, expect, test } from 'vitest'
import { customerNotes, invitations } from '../../server/db/schema/customer-records.ts'
import { coupons } from '../../server/db/schema/customers.ts'
import { webhookEndpoints } from '../../server/db/schema/outbox.ts'
import { signInLimiter } from '../../server/resources/auth/limits.ts'
import type { Target, TargetType } from '../../src/commands/engine/targets.ts'
import { commands } from '../../src/commands/registry.ts'
import { displayedStatuses, subscriptionStatuses } from '../../src/contract/customer-status.ts'
import type { Customer } from '../../src/contract/customers.ts'
import { invoiceStatuses, type PaymentRow, paymentIntentStatuses } from '../../src/contract/payments.ts'
import type { Qr } from '../../src/contract/qrs.ts'
import { describeDatabase } from '../support/database.ts'
import { insertAbuse, insertCustomers, insertPayments, insertQrs, insertWebrisk } from '../support/rows.ts'
import { makeStaff } from '../support/sign-in.ts'
import { comparison } from './availability-comparison.ts'

describeDatabase('what console and server say of', (engine) => {
  const database = engine.use()
  const staff = comparison(database)
  const { compare, nextIds } = staff

  describe('a customer', () => {
    /** The facts behind each displayed status, and the flags that rules read. */
    const states = [
      ...[...subscriptionStatuses, null].map((subscriptionStatus) => ({ subscriptionStatus })),
      { subscriptionStatus: 'active', willCancel: true },
      { subscriptionStatus: 'active', cancelAtPeriodEnd: true },
      { subscriptionStatus: 'active', requiresAction: true },
      { subscriptionStatus: 'canceled', subscriptionCanceledBy: 'customer' },
      { subscriptionStatus: 'canceled', paymentDisputeReason: 'fraudulent' },
      { subscriptionStatus: 'canceled', paymentEarlyFraud: true },
      { subscriptionStatus: 'active', deleted: true, deletedAt: 1_781_510_000 },
      { subscriptionStatus: 'active', banned: true, whitelisted: true, is2faEnabled: true, archived: 1, googleId: 'g', discount: 10 },
      {
        subscriptionStatus: 'trialing',
        deleted: true,
        deletedAt: 1_781_510_000,
        banned: true,
        archived: 1,
        linkedinId: 'l',
        facebookId: 'f',
      },
      { subscriptionStatus: 'canceled', stripeCustomerId: 'cus', discount: 30, googleId: 'g' },
    ]
    const make = async () => {
      const ids = nextIds(states.length)
      const rows = states.map((state, index) => ({
        ...state,
        id: ids[index] ?? 0,
        ...('stripeCustomerId' in state ? { stripeCustomerId: `cus_${ids[index]}` } : {}),
      }))
      await insertCustomers(database.current, rows)
      const note = { note: 'Calls on Mondays.', createdAt: 1_781_510_000, authorName: 'Marta' }
      await database.current.orm.insert(customerNotes).values(ids.filter((id) => id % 2 === 0).map((userId) => ({ ...note, userId })))
      const records: Target<'customer'>[] = []
      for (const id of ids) records.push({ type: 'customer', record: (await staff.browser.get(`/customers/${id}`)).json<Customer>() })
      return records
    }

    test('matches in every displayed status [1.4 every action]', async () => {
      await database.current.orm.insert(coupons).values({ name: 'Twenty', percentOff: 20 })
      const shown = (await make()).map(({ record }) => record.status)
      expect(displayedStatuses.filter((status) => !shown.includes(status))).toEqual([])
      const given = { 'customer.attach-discount': { percent: 20 } }
      const apart = { ...ofAllQrs, ...ofPayments, ...ofDownloads, ...ofTrials }
      const ruled = await compare({ type: 'customer', given, apart, harmless: isSo, make })
      expect(ruled).toEqual(expect.arrayContaining(['customer.ban', 'customer.restore', 'customer.extend-trial', 'customer.delete-note']))
    })
  })

  /** Calls that do nothing because the state is already as requested (ruling 53). */
  const isSo = /^(Already (?!canceled)\w+|Not (banned|whitelisted|deleted)|Two-factor is off|No \w+ login|QR codes are not archived)\.$/
  const ofDownloads = {
    'customer.export-data': 'only another one under way',
    'customer.view-last-invoice': 'that there is one',
  }
  const ofTrials = {
    'customer.cancel-trial': 'it is a cancelation, which the server allows on any subscription; typed as a trial’s, it has to be one',
  }
  const ofPayments = {
    'customer.refund': 'the payment decides, which is compared below',
    'customer.refund-another': 'the payment decides, which is compared below',
  }
  const ofAllQrs = {
    'customer.transfer-qrs': 'the destination decides, and that there are any',
    'customer.activate-qrs': 'that there are any to activate',
  }

  test('a payment matches in every intent and invoice status, refunded or not, disputed or not', async () => {
    await insertCustomers(database.current, [{ id: 1, totalRevenue: 1_000_000 }])
    const states = [
      // An invoice is paid by a succeeded payment.
      ...paymentIntentStatuses.map((status) => ({
        stripePaymentIntentStatus: status,
        ...(status === 'succeeded' ? {} : { stripeInvoiceStatus: 'open' }),
      })),
      ...invoiceStatuses.map((stripeInvoiceStatus) => ({ stripeInvoiceStatus })),
      ...[1_000, 5_000].map((amount) => ({ amountRefunded: amount, finalAmountRefunded: amount, refundCurrency: 'eur' })),
      ...['needs_response', 'under_review', 'won', 'lost', 'warning_closed'].map((stripeDisputeStatus) => ({ stripeDisputeStatus })),
      { currency: 'jpy' },
      { currency: 'kwd' },
    ]
    const make = async () => {
      const ids = nextIds(states.length)
      await insertPayments(
        database.current,
        states.map((state, index) => ({ ...state, id: ids[index] ?? 0 })),
      )
      const { rows } = (await staff.browser.get('/payments?perPage=100&sort=id&sortDirection=desc')).json<{ rows: PaymentRow[] }>()
      const records = rows.filter(({ id }) => ids.includes(id)).map((record): Target<'payment'> => ({ type: 'payment', record }))
      expect(records).toHaveLength(states.length)
      return records
    }
    expect(await compare({ type: 'payment', make })).toEqual(['payment.refund', 'payment.approve'])
  })

  test('a QR code matches in every status, whatever its content', async () => {
    const facts = [
      { content: { url: 'https://shop.example/x' } },
      { whitelisted: true, content: { url: 'https://shop.example/x' } },
      { type: 'text', content: { text: 'x' } },
      { content: { url: 'javascript:alert(1)' } },
      { content: { url: 'https://site.example/x' } },
    ]
    const states = [0, 1, 2].flatMap((status) =>
      ([0, 1] as const).flatMap((stopped) => facts.map((each) => ({ ...each, status, stopped }))),
    )
    const make = async () => {
      const ids = nextIds(states.length)
      // Each has its own domain, because a blocked domain cannot be blocked again.
      const rows = states.map((state, index) => {
        const url = 'url' in state.content ? state.content.url?.replace('shop', `shop-${ids[index]}`) : undefined
        return { ...state, id: ids[index] ?? 0, content: url === undefined ? state.content : { url } }
      })
      await insertQrs(database.current, rows)
      const records: Target<'qr'>[] = []
      for (const id of ids) records.push({ type: 'qr', record: (await staff.browser.get(`/qrs/${id}`)).json<Qr>() })
      return records
    }
    const ruled = await compare({
      type: 'qr',
      apart: { 'qr.transfer': 'the destination decides', 'qr.set-uri': 'what is typed decides' },
      harmless: isSo,
      make,
    })
    expect(ruled).toEqual(['qr.set-status', 'qr.whitelist', 'qr.blacklist'])
  })

  /** The rows just created, in the console's list format. */
  async function rowsOf<Type extends 'webrisk' | 'abuse'>(type: Type, ids: readonly number[]): Promise<Target<Type>[]> {
    const { rows } = (await staff.browser.get(`/${type}?perPage=100`)).json<{ rows: Target<Type>['record'][] }>()
    const records = rows.filter(({ id }) => ids.includes(id)).map((record) => ({ type, record }) as Target<Type>)
    expect(records).toHaveLength(ids.length)
    return records
  }

  test('a web-risk entry matches in every status, without a QR code or with one in any status', async () => {
    const states = [0, 1, 2, 3].flatMap((status) => [{ status, of: null }, ...[0, 1, 2].map((of) => ({ status, of }))])
    const make = async () => {
      const ids = nextIds(states.length)
      const qrs = states.flatMap(({ of }, index) => (of === null ? [] : [{ id: ids[index] ?? 0, status: of, userId: 1 }]))
      await insertQrs(database.current, qrs)
      await insertWebrisk(
        database.current,
        states.map(({ status, of }, index) => ({ id: ids[index] ?? 0, status, ...(of === null ? {} : { qrId: ids[index], userId: 1 }) })),
      )
      return rowsOf('webrisk', ids)
    }
    const ruled = await compare({
      type: 'webrisk',
      apart: { 'webrisk.check': 'what the check finds', 'webrisk.block-qr': 'the server blocks deleted QR codes as well' },
      harmless: isSo,
      make,
    })
    expect(ruled).toEqual(expect.arrayContaining(['webrisk.mark-safe', 'webrisk.set-status']))
  })

  test('an abuse report matches in every status', async () => {
    const make = async () => {
      const ids = nextIds(3)
      await insertAbuse(
        database.current,
        ids.map((id, status) => ({ id, status })),
      )
      return rowsOf('abuse', ids)
    }
    expect(await compare({ type: 'abuse', harmless: isSo, make })).toEqual(
      expect.arrayContaining(['abuse.mark-pending', 'abuse.set-status']),
    )
  })

  test('an invitation matches, accepted or pending', async () => {
    const make = async () => {
      // A row without an account has no id to send.
      const states = [0, 1].map((status) => ({ status, userId: 1 }))
      const [owner = 0] = nextIds(1)
      await insertCustomers(database.current, [{ id: owner }])
      const rows = states.map((state, index) => ({
        ...state,
        ownerId: owner,
        email: `i${owner}-${index}@example.com`,
        role: 2,
        createdAt: 1,
      }))
      await database.current.orm.insert(invitations).values(rows)
      const found = (await staff.browser.get(`/customers/${owner}/invitations`)).json<Target<'invitation'>['record'][]>()
      return found.map((record): Target<'invitation'> => ({ type: 'invitation', record: { ...record, owner } }))
    }
    await database.current.orm.insert(webhookEndpoints).values({ url: 'http://127.0.0.1:9/', secret: 'x', events: [], createdAt: 1 })
    expect(await compare({ type: 'invitation', make })).toEqual(['invitation.app-login', 'invitation.resend', 'invitation.delete'])
  })

  test('a staff account matches in either role, including the user’s own', async () => {
    const make = async () => {
      // A new session each time, because changing one's own role ends it.
      await staff.startSession()
      const locked = await makeStaff(staff.server, { rol: 1 })
      const people = [locked, await makeStaff(staff.server, { rol: 2 })]
      const limiter = signInLimiter(database.current.pool)
      for (const id of nextIds(10)) await limiter.countPassword(`192.0.2.${id}`, locked.email, null)
      const records: Target<'user'>[] = []
      for (const { id } of [...people, staff.browser.staff])
        records.push({ type: 'user', record: (await staff.browser.get(`/users/${id}`)).json<Target<'user'>['record']>() })
      return records
    }
    const ruled = await compare({
      type: 'user',
      apart: { 'user.end-sessions': 'it ends the session that asks, too' },
      harmless: /^Already role \d\.$/,
      make,
    })
    expect(ruled).toEqual(expect.arrayContaining(['user.delete', 'user.set-role', 'user.unlock']))
  })

  test('every command decided by a rule is compared here', () => {
    const compared: readonly TargetType[] = ['customer', 'payment', 'qr', 'webrisk', 'abuse', 'invitation', 'user']
    const others = commands.filter(({ target, danger, args }) => target && !compared.includes(target) && (danger ?? args))
    // Records without a status: only typed or chosen input can be refused. Whether a request may be decided is told with it.
    for (const { target, id } of others)
      expect(['customers', 'qrs', 'folders', 'invoice', 'domain', 'domain-list', 'webrisks', 'abuses', 'approval'], id).toContain(target)
  })
})

import { CreditCardIcon, LinkExternalIcon, NumberIcon, PersonIcon, ShieldCheckIcon } from '@primer/octicons-react'
import { approvePaymentMutation, refundPaymentMutation } from '../api/payments.ts'
import { runMutation } from '../api/run-mutation.ts'
import { formatMoney } from '../contract/money.ts'
import { parseAmount, refundable, whyNotApprove, whyNotRefund, whyNotRefundAmount } from '../contract/payment-rules.ts'
import { longestReason } from '../contract/payments.ts'
import { type Command, hidden, type Read, ready, targetCommand, type Targets, unlessRefused } from './command.ts'
import { describePayment } from './target-name.ts'

const section = 'Payment'
const places = ['row-menu', 'page-menu'] as const

type Payment = Targets['payment']
type Extent = 'full' | 'part'
/** `amount` in minor units, only for a part. */
type RefundArguments = { extent: Extent; amount: number | undefined; reason: string | undefined }

const leftOf = (payment: Payment) => formatMoney(refundable(payment), payment.currency)

/** Commands on payments (document 1, section 4; rulings 29 to 31). */
export const paymentCommands: readonly Command[] = [
  targetCommand<'payment', RefundArguments>('payment', {
    id: 'payment.refund',
    title: () => 'Refund',
    genericTitle: 'Refund',
    section,
    icon: CreditCardIcon,
    keywords: 'money back return',
    keys: 'p r',
    needs: 'payments.refund',
    places,
    args: {
      extent: {
        title: 'How much',
        kind: 'choice',
        options: extentOptions,
        impliedBy: { amount: 'part' },
        read: readExtent,
        readAhead: readAnyExtent,
      },
      amount: {
        title: 'Amount',
        kind: 'amount',
        hint: (payment) => `In ${payment.currency.toUpperCase()}, at most ${leftOf(payment)}`,
        isWanted: ({ extent }) => extent === 'part',
        read: readRefundAmount,
        readAhead: readAnyAmount,
      },
      reason: { title: 'Reason', kind: 'text', feature: 'fields', hint: () => 'Optional, kept with the refund', read: readReason },
    },
    availability: (_context, payment) => unlessRefused(whyNotRefund(payment)),
    danger: (payment, { amount = refundable(payment) }) => ({
      title: `Refund ${formatMoney(amount, payment.currency)}?`,
      body: `${formatMoney(amount, payment.currency)} of ${describePayment(payment)} goes back to the customer. ${afterwards(payment, amount)}`,
      confirmLabel: `Refund ${formatMoney(amount, payment.currency)}`,
      undoable: false,
    }),
    run: async (context, payment, { amount, reason }, runKey) => {
      await runMutation(context.queryClient, refundPaymentMutation(), {
        id: payment.id,
        expectedAmountRefunded: payment.amountRefunded,
        idempotencyKey: runKey,
        ...(amount === undefined ? {} : { amount }),
        ...(reason === undefined ? {} : { reason }),
      })
      return { message: `Refunded ${formatMoney(amount ?? refundable(payment), payment.currency)}: payment ${payment.id}.` }
    },
  }),
  targetCommand('payment', {
    id: 'payment.approve',
    title: () => 'Force-approve',
    genericTitle: 'Force-approve',
    section,
    icon: ShieldCheckIcon,
    keywords: 'confirm accept',
    keys: 'p f',
    needs: 'payments.approve',
    places,
    availability: (_context, payment) => unlessRefused(whyNotApprove(payment)),
    danger: (payment) => ({
      title: `Approve payment ${payment.id} by force?`,
      body: `The ${describePayment(payment)}, is approved although its status is ${payment.stripePaymentIntentStatus}.`,
      confirmLabel: 'Force-approve',
      undoable: false,
    }),
    run: async (context, payment) => {
      const { success } = await runMutation(context.queryClient, approvePaymentMutation(), { id: payment.id })
      if (!success) throw new Error('Something went wrong.')
      return { message: `Payment approved: payment ${payment.id}.` }
    },
  }),
  targetCommand('payment', {
    id: 'payment.open-customer',
    title: () => 'Open its customer',
    genericTitle: "Open a payment's customer",
    section,
    icon: PersonIcon,
    keywords: 'owner user payer',
    keys: 'o c',
    places,
    availability: (context, payment) => (context.location.split('?')[0] === `/customers/${payment.userId}` ? hidden : ready),
    run: (context, payment) => context.navigate(`/customers/${payment.userId}`),
  }),
  targetCommand('payment', {
    id: 'payment.open-at-provider',
    title: () => 'Open at the payment provider',
    genericTitle: 'Open the payment at the payment provider',
    section,
    icon: LinkExternalIcon,
    keywords: 'stripe dashboard',
    keys: 'o p',
    places,
    availability: ({ user }, payment) => (payment.stripePaymentIntentId === '' || user.paymentProviderUrl === '' ? hidden : ready),
    run: (context, payment) =>
      context.openInNewTab(`${context.user.paymentProviderUrl}/payments/${encodeURIComponent(payment.stripePaymentIntentId)}`),
  }),
  targetCommand('payment', {
    id: 'payment.copy-id',
    title: () => 'Copy id',
    genericTitle: 'Copy payment id',
    section,
    icon: NumberIcon,
    keys: 'y i',
    places,
    run: (context, payment) => context.copy(String(payment.id), 'id'),
  }),
  targetCommand('payment', {
    id: 'payment.copy-order-id',
    title: () => 'Copy order id',
    genericTitle: 'Copy order id',
    section,
    icon: NumberIcon,
    keywords: 'ref reference',
    keys: 'y r',
    places,
    run: (context, payment) => context.copy(payment.ref, 'order id'),
  }),
]

function extentOptions(payment: Payment) {
  return [
    {
      value: 'full',
      label: payment.amountRefunded === 0 ? `Full refund: ${leftOf(payment)}` : `Everything left: ${leftOf(payment)}`,
      keywords: ['all', 'full'],
    },
    { value: 'part', label: 'Partial refund' },
  ]
}

function readExtent(typed: string): Read<Extent> {
  return typed === 'full' || typed === 'part' ? { value: typed, refusal: null } : { value: null, refusal: 'Choose how much.' }
}

function readAnyExtent(typed: string): Read<Extent> {
  return readExtent(/^(all|full)$/i.test(typed) ? 'full' : '')
}

/** In any currency: whether it may be an amount at all. */
function readAnyAmount(typed: string): Read<number> {
  const { amount, refusal } = parseAmount(typed, 'eur')
  return refusal === null ? { value: amount, refusal, words: typed } : { value: null, refusal }
}

function readRefundAmount(typed: string, payment: Payment): Read<number> {
  const parsed = parseAmount(typed, payment.currency)
  if (parsed.refusal !== null) return { value: null, refusal: parsed.refusal }
  const refusal = whyNotRefundAmount(payment, parsed.amount)
  if (refusal !== null) return { value: null, refusal }
  return { value: parsed.amount, refusal, words: formatMoney(parsed.amount, payment.currency) }
}

function readReason(typed: string): Read<string | undefined> {
  const reason = typed.trim()
  if (reason.length > longestReason) return { value: null, refusal: `Must have at most ${longestReason} characters.` }
  return { value: reason === '' ? undefined : reason, refusal: null }
}

/** What remains refundable afterwards. */
function afterwards(payment: Payment, amount: number): string {
  const left = refundable(payment) - amount
  return left === 0 ? 'Nothing is left to refund then.' : `${formatMoney(left, payment.currency)} can still be refunded then.`
}

import { CreditCardIcon, LinkExternalIcon, NumberIcon, ShieldCheckIcon } from '@primer/octicons-react'
import { approvePaymentMutation, refundPaymentMutation } from '../api/payments.ts'
import { formatMoney } from '../contract/money.ts'
import { parseAmount, refundable, whyNotApprove, whyNotRefund, whyNotRefundAmount } from '../contract/payment-rules.ts'
import { maxReasonLength } from '../contract/payments.ts'
import { capitalise, statusWords } from '../contract/status-words.ts'
import type { Command } from './engine/command.ts'
import type { Read } from './engine/steps.ts'
import { describePayment } from './engine/target-name.ts'
import type { Targets } from './engine/targets.ts'
import { change } from './shared/change.ts'
import { commandsOn } from './shared/commands-on.ts'
import { copiesOf, copyCustomerId } from './shared/copies.ts'
import { openCustomer } from './shared/open-customer.ts'

const section = 'Payment'
const onPayment = commandsOn('payment', { section })
const copy = copiesOf('payment', { section })

type Payment = Targets['payment']
type Extent = 'full' | 'part'
/** `amount` in minor units, only for a part. */
type RefundArguments = { extent: Extent; amount: number | undefined; reason: string | undefined }

const leftOf = (payment: Payment) => formatMoney(refundable(payment), payment.currency)

/** Commands on payments (document 1, section 4; rulings 29 to 31). */
export const paymentCommands: readonly Command[] = [
  onPayment<RefundArguments>({
    verb: 'refund',
    title: 'Refund',
    icon: CreditCardIcon,
    aka: ['Reimburse', 'Money back', 'Give back'],
    keywords: 'return amount',
    keys: 'p r',
    needs: 'payments.refund',
    args: {
      extent: {
        title: 'Amount',
        kind: 'choice',
        options: extentOptions,
        initial: () => 'full',
        impliedBy: { amount: 'part' },
        read: readExtent,
        readAhead: readAnyExtent,
      },
      amount: {
        title: 'Partial amount',
        kind: 'amount',
        hint: (payment) => `At most ${leftOf(payment)}`,
        isWanted: ({ extent }) => extent === 'part',
        read: readRefundAmount,
        readAhead: readAnyAmount,
      },
      reason: { title: 'Reason', kind: 'text', feature: 'fields', hint: () => 'Internal reason (optional)', read: readReason },
    },
    whyNot: whyNotRefund,
    danger: (payment, { amount = refundable(payment) }) => {
      const money = (minor: number) => formatMoney(minor, payment.currency)
      const left = refundable(payment) - amount
      const part = left === 0 ? '' : ` of ${payment.amountRefunded === 0 ? '' : 'the remaining '}${leftOf(payment)}`
      return {
        title: `Refund ${money(amount)} of payment #${payment.id}?`,
        body: `${money(amount)}${part} goes back to ${payment.email}; ${left === 0 ? 'nothing' : money(left)} is left to refund.`,
        confirmLabel: `Refund ${money(amount)}`,
      }
    },
    change: (payment, { amount, reason }, runKey) => {
      const refund = {
        id: payment.id,
        expectedAmountRefunded: payment.amountRefunded,
        idempotencyKey: runKey,
        amount,
        reason,
      }
      const refunded = formatMoney(amount ?? refundable(payment), payment.currency)
      return change(refundPaymentMutation(), refund, `Refunded ${refunded} to ${payment.email}: payment ${payment.id}.`)
    },
  }),
  onPayment({
    verb: 'approve',
    title: 'Force-approve',
    icon: ShieldCheckIcon,
    aka: ['Force approve', 'Approve', 'Approve bank transfer', 'Force approve bank transfer', 'Mark paid', 'Mark as paid'],
    keywords: 'confirm accept',
    keys: 'p f',
    needs: 'payments.approve',
    whyNot: whyNotApprove,
    danger: (payment) => ({
      title: `Force-approve payment ${payment.id}?`,
      body: `${capitalise(describePayment(payment))}: ${statusWords(payment.stripePaymentIntentStatus)} → approved.`,
      confirmLabel: 'Force-approve',
    }),
    change: ({ id }) =>
      change(approvePaymentMutation(), { id }, ({ success }) => {
        if (!success) throw new Error('Something went wrong.')
        return `Payment approved: payment ${id}.`
      }),
  }),
  openCustomer('payment', { section, genericTitle: "Open a payment's customer", keywords: 'payer', of: ({ userId }) => userId }),
  onPayment({
    verb: 'open-at-provider',
    title: 'View in Stripe',
    genericTitle: 'View the payment in Stripe',
    aka: ['Open at the payment provider', 'Open in Stripe'],
    icon: LinkExternalIcon,
    keywords: 'stripe dashboard',
    keys: 'o p',
    isOffered: ({ user }, payment) => payment.stripePaymentIntentId !== '' && user.paymentProviderUrl !== '',
    run: (context, payment) =>
      context.openInNewTab(`${context.user.paymentProviderUrl}/payments/${encodeURIComponent(payment.stripePaymentIntentId)}`),
  }),
  copy({ verb: 'copy-id', what: 'id', genericTitle: 'Copy payment id', icon: NumberIcon, keys: 'y i', of: ({ id }) => String(id) }),
  copyCustomerId('payment', { section }, ({ userId }) => userId),
  copy({
    verb: 'copy-order-id',
    what: 'order id',
    aka: ['Copy order', 'Copy order number', 'Copy reference'],
    icon: NumberIcon,
    keywords: 'ref reference',
    keys: 'y r',
    of: ({ ref }) => ref,
  }),
]

const wordsForAll = ['all', 'full', 'fully', 'rest', 'remainder', 'remaining', 'everything']

function extentOptions(payment: Payment) {
  return [
    {
      value: 'full',
      label: payment.amountRefunded === 0 ? `Full refund: ${leftOf(payment)}` : `Everything left: ${leftOf(payment)}`,
      keywords: wordsForAll,
    },
    { value: 'part', label: 'Partial refund', keywords: ['part', 'partial', 'partially', 'partly'] },
  ]
}

function readExtent(typed: string): Read<Extent> {
  return typed === 'full' || typed === 'part' ? { value: typed, refusal: null } : { value: null, refusal: 'Choose how much.' }
}

function readAnyExtent(typed: string): Read<Extent> {
  if (wordsForAll.includes(typed.toLowerCase())) return readExtent('full')
  return readExtent(/^(part|partial|partially|partly)$/i.test(typed) ? 'part' : '')
}

/** '50 %' and 'half' of what was paid. */
const shareIn = (typed: string): number | null => {
  const [, percent] = /^(\d{1,3}) ?%$/.exec(typed.trim()) ?? []
  return percent === undefined ? (/^half$/i.test(typed.trim()) ? 0.5 : null) : Number(percent) / 100
}

/** In any currency: whether it may be an amount at all. */
function readAnyAmount(typed: string): Read<number> {
  if (shareIn(typed) !== null) return { value: 0, refusal: null, words: typed }
  // None has more decimals.
  const { amount, refusal } = parseAmount(typed, 'kwd')
  return refusal === null ? { value: amount, refusal, words: typed } : { value: null, refusal }
}

function readRefundAmount(typed: string, payment: Payment): Read<number> {
  const own = payment.currency.toUpperCase()
  if (/\d/.test(typed) && /\p{Sc}|[a-z]{2}/iu.test(typed) && shareIn(typed) === null)
    return { value: null, refusal: `This payment is in ${own}: type the amount alone.` }
  const share = shareIn(typed)
  const parsed =
    share === null
      ? parseAmount(typed, payment.currency)
      : ({ amount: Math.round(payment.amount * share), refusal: null } satisfies ReturnType<typeof parseAmount>)
  if (parsed.refusal !== null) return { value: null, refusal: parsed.refusal }
  const refusal = whyNotRefundAmount(payment, parsed.amount)
  if (refusal !== null) return { value: null, refusal }
  return { value: parsed.amount, refusal, words: formatMoney(parsed.amount, payment.currency) }
}

function readReason(typed: string): Read<string | undefined> {
  const reason = typed.trim()
  if (reason.length > maxReasonLength) return { value: null, refusal: `Must have at most ${maxReasonLength} characters.` }
  return { value: reason === '' ? undefined : reason, refusal: null }
}

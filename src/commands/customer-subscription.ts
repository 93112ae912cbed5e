import { CircleSlashIcon, ClockIcon, SyncIcon, TagIcon, UndoIcon } from '@primer/octicons-react'
import {
  attachDiscountMutation,
  cancelImmediatelyMutation,
  cancelSubscriptionMutation,
  detachDiscountMutation,
  extendTrialMutation,
  resumeSubscriptionMutation,
  syncCustomerMutation,
} from '../api/customer-actions.ts'
import { couponsQuery } from '../api/payments.ts'
import { runMutation } from '../api/run-mutation.ts'
import { TrialDays } from '../contract/customer-actions.ts'
import {
  whyNotAttachDiscount,
  whyNotCancelAtPeriodEnd,
  whyNotCancelImmediately,
  whyNotDetachDiscount,
  whyNotExtendTrial,
  whyNotResume,
  whyNotSync,
} from '../contract/customer-rules.ts'
import { formatDate } from '../contract/dates.ts'
import type { Coupon } from '../contract/payments.ts'
import {
  type Choice,
  type Command,
  type CommandContext,
  type Read,
  readBy,
  targetCommand,
  type Targets,
  unlessRefused,
  wholeNumber,
} from './command.ts'
import { daysText } from './days-text.ts'
import { openFetched } from './open-fetched.ts'
import { customerLabel, describeCustomer } from './target-name.ts'

const section = 'Subscription'
const places = ['row-menu', 'page-menu'] as const

/** Support actions on a customer's subscription (document 1, section 4; rulings 33 to 36). */
export const subscriptionCommands: readonly Command[] = [
  targetCommand('customer', {
    id: 'customer.cancel-at-period-end',
    title: () => 'Cancel subscription at period end',
    genericTitle: 'Cancel subscription at period end',
    section,
    icon: ClockIcon,
    keywords: 'stop unsubscribe end',
    keys: 's c',
    needs: 'customers.subscription',
    places,
    availability: (_context, customer) => unlessRefused(whyNotCancelAtPeriodEnd(customer)),
    danger: (customer) => ({
      title: `Cancel the subscription of ${customerLabel(customer)} at period end?`,
      body: `The subscription of ${describeCustomer(customer)} runs to the end of its period and is not renewed.`,
      confirmLabel: 'Cancel at period end',
      declineLabel: 'Keep it',
      undoable: false,
      wayBack: 'Until then it can be resumed.',
    }),
    run: async (context, customer) => {
      await runMutation(context.queryClient, cancelSubscriptionMutation(), { id: customer.id })
      return { message: `Subscription canceled: ${customerLabel(customer)}.` }
    },
  }),
  targetCommand('customer', {
    id: 'customer.cancel-immediately',
    title: () => 'Cancel subscription immediately',
    genericTitle: 'Cancel subscription immediately',
    section,
    icon: CircleSlashIcon,
    keywords: 'stop unsubscribe end now',
    keys: 's i',
    needs: 'customers.subscription',
    places,
    availability: (_context, customer) => unlessRefused(whyNotCancelImmediately(customer)),
    danger: (customer) => ({
      title: `Cancel the subscription of ${customerLabel(customer)} immediately?`,
      body: `The subscription of ${describeCustomer(customer)} ends now, and not at the end of its period.`,
      confirmLabel: 'Cancel immediately',
      declineLabel: 'Keep it',
      undoable: false,
    }),
    run: async (context, customer) => {
      await runMutation(context.queryClient, cancelImmediatelyMutation(), { id: customer.id })
      return { message: `Subscription canceled immediately: ${customerLabel(customer)}.` }
    },
  }),
  targetCommand('customer', {
    id: 'customer.resume',
    title: () => 'Resume subscription',
    genericTitle: 'Resume subscription',
    section,
    icon: UndoIcon,
    keywords: 'continue reactivate renew',
    keys: 's r',
    needs: 'customers.subscription',
    places,
    availability: (_context, customer) => unlessRefused(whyNotResume(customer)),
    danger: (customer) => ({
      title: `Resume the subscription of ${customerLabel(customer)}?`,
      body: `The subscription of ${describeCustomer(customer)} goes on: it is no longer canceled at the end of its period.`,
      confirmLabel: 'Resume',
      undoable: false,
      wayBack: 'It can be canceled again.',
      restores: true,
    }),
    run: async (context, customer) => {
      await runMutation(context.queryClient, resumeSubscriptionMutation(), { id: customer.id })
      return { message: `Subscription resumed: ${customerLabel(customer)}.` }
    },
  }),
  targetCommand<'customer', { days: number }>('customer', {
    id: 'customer.extend-trial',
    title: () => 'Extend trial',
    genericTitle: 'Extend trial',
    section,
    icon: ClockIcon,
    keywords: 'days longer',
    keys: 's t',
    needs: 'customers.subscription',
    places,
    args: { days: { title: 'Days', kind: 'number', hint: () => '1 to 365 days', read: readDays, readAhead: readDays } },
    availability: (_context, customer) => unlessRefused(whyNotExtendTrial(customer)),
    danger: (customer, { days }) => ({
      title: `Extend the trial of ${customerLabel(customer)}?`,
      body: `The trial of ${describeCustomer(customer)} gets ${daysText(days)} more, from its end or, where that is past, from now.`,
      confirmLabel: `Extend by ${daysText(days)}`,
      undoable: false,
      restores: true,
    }),
    run: async (context, customer, { days }) => {
      const done = await runMutation(context.queryClient, extendTrialMutation(), { id: customer.id, days, version: customer.version })
      const until = done.triallingEndsAt === null ? '' : `, until ${formatDate(done.triallingEndsAt)}`
      return { message: `Trial extended: ${customerLabel(customer)}${until}.` }
    },
  }),
  targetCommand<'customer', { percent: number }>('customer', {
    id: 'customer.attach-discount',
    title: ({ discount }) => (discount === null ? 'Attach a discount' : 'Change the discount'),
    genericTitle: 'Attach a discount',
    section,
    icon: TagIcon,
    keywords: 'coupon percent cheaper',
    keys: 's d',
    needs: 'customers.discount',
    places,
    args: {
      percent: { title: 'Coupon', kind: 'choice', needsChange: true, choices: couponChoices, read: readPercent, readAhead: readAnyPercent },
    },
    availability: (_context, customer) => unlessRefused(whyNotAttachDiscount(customer)),
    danger: (customer, { percent }) => ({
      title: `Attach a discount of ${percent} % to ${customerLabel(customer)}?`,
      body: `${describeCustomer(customer)} gets a discount of ${percent} %${customer.discount === null ? '' : ` in place of ${customer.discount} %`}.`,
      confirmLabel: `Attach ${percent} %`,
      undoable: false,
      wayBack: 'It can be removed again.',
      restores: true,
    }),
    run: async (context, customer, { percent }) => {
      await runMutation(context.queryClient, attachDiscountMutation(), { id: customer.id, discount: percent })
      return { message: `Discount of ${percent} % attached: ${customerLabel(customer)}.` }
    },
  }),
  targetCommand('customer', {
    id: 'customer.detach-discount',
    title: ({ discount }) => (discount === null ? 'Remove the discount' : `Remove the discount of ${discount} %`),
    genericTitle: 'Remove the discount',
    section,
    icon: TagIcon,
    keywords: 'coupon detach percent',
    keys: 's x',
    needs: 'customers.discount',
    places,
    availability: (_context, customer) => unlessRefused(whyNotDetachDiscount(customer)),
    danger: (customer) => ({
      title: `Remove the discount of ${customerLabel(customer)}?`,
      body: `${describeCustomer(customer)} no longer has a discount of ${customer.discount ?? 0} %.`,
      confirmLabel: 'Remove discount',
      undoable: false,
      wayBack: 'It can be attached again where the status allows it.',
    }),
    run: async (context, customer) => {
      await runMutation(context.queryClient, detachDiscountMutation(), { id: customer.id })
      return { message: `Discount removed: ${customerLabel(customer)}.` }
    },
  }),
  targetCommand('customer', {
    id: 'customer.sync',
    title: () => 'Sync with the payment provider',
    genericTitle: 'Sync with the payment provider, and open its page',
    section,
    icon: SyncIcon,
    keywords: 'stripe refresh update',
    keys: 's s',
    needs: 'customers.subscription',
    places,
    availability: (_context, customer) => unlessRefused(whyNotSync(customer)),
    failureTitle: 'Error syncing with the payment provider',
    run: async (context, customer) => {
      await openFetched(context, async () => {
        const { url } = await runMutation(context.queryClient, syncCustomerMutation(), { id: customer.id })
        return url ?? providerPage(context, customer)
      })
      return { message: `Synced with the payment provider: ${customerLabel(customer)}.` }
    },
  }),
]

/** The customer's page at the payment provider. */
const providerPage = ({ user }: CommandContext, { stripeCustomerId }: Targets['customer']) =>
  `${user.paymentProviderUrl}/customers/${encodeURIComponent(stripeCustomerId ?? '')}`

const trialDays = readBy(TrialDays, wholeNumber)

function readDays(typed: string): Read<number> {
  const read = trialDays(typed)
  return read.refusal === null ? { ...read, words: daysText(read.value) } : read
}

/** One choice per coupon percentage. */
async function couponChoices(context: CommandContext, customer: Targets['customer']): Promise<Choice[]> {
  const names = new Map<number, string[]>()
  for (const { percent_off: percent, name } of await coupons(context)) names.set(percent, [...(names.get(percent) ?? []), name])
  return [...names].map(([percent, of]) => ({
    value: String(percent),
    label: `${percent} % – ${of.join(', ')}`,
    refusal: whyNotAttachDiscount(customer, percent),
  }))
}

/** If coupons can't be loaded the list is silently empty, as documented (document 1, section 8). */
async function coupons({ queryClient }: CommandContext): Promise<Coupon[]> {
  try {
    return await queryClient.fetchQuery(couponsQuery())
  } catch {
    return []
  }
}

/** Which coupons there are is known only later. */
function readAnyPercent(typed: string): Read<number> {
  const [, digits] = /^(\d{1,2}|100)%?$/.exec(typed) ?? []
  return digits === undefined
    ? { value: null, refusal: 'Choose a coupon.' }
    : { value: Number(digits), refusal: null, words: `${digits} %` }
}

function readPercent(typed: string, customer: Targets['customer']) {
  if (typed === '') return { value: null, refusal: 'Choose a coupon.' }
  const percent = Number(typed)
  const refusal = whyNotAttachDiscount(customer, percent)
  return refusal === null ? { value: percent, refusal, words: `${percent} %` } : { value: null, refusal }
}

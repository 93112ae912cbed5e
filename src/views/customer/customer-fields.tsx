import { formatCount } from '../../contract/count.ts'
import { expiryText } from '../../contract/customer-alerts.ts'
import { accountState, statusColour } from '../../contract/customer-status.ts'
import type { Customer } from '../../contract/customers.ts'
import { formatDate, formatDateTime } from '../../contract/dates.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { capitalise, statusWords } from '../../contract/status-words.ts'
import { countryName } from '../../layout/kit/country-name.ts'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { Copyable } from '../../layout/records/copyable.tsx'
import { priceText } from '../../layout/records/customer-facts.ts'
import type { Field } from '../../layout/records/field-list.tsx'
import { LongText } from '../../layout/records/long-text.tsx'
import { brandName, methodName } from '../../layout/records/payment-names.ts'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { methodText, paysOf } from './facts-strip.tsx'
import { statusNote } from './status-note.ts'

const gclidLength = 50

const time = (seconds: number | null) => (seconds === null ? null : formatDateTime(seconds))
const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')
/** A fact that is usually not so. */
const flag = (label: string, value: boolean): Field => ({ label, value: yesOrNo(value), isFolded: !value })
const words = (text: string | null) => (text === null ? null : statusWords(text))

/** How the account was created: by the first matching id, else by email (document 1, section 2). */
export function signupSource({ linkedinId, facebookId, googleId }: Pick<Customer, 'linkedinId' | 'facebookId' | 'googleId'>): string {
  if (linkedinId) return 'LinkedIn'
  if (facebookId) return 'Facebook'
  return googleId ? 'Google' : 'Email'
}

/** Whether the heading or the facts below it say a text, or the day of a time, in unix seconds. */
function shownAbove(customer: Customer): (what: string | number | null) => boolean {
  const { value, next } = paysOf(customer, 0)
  const shown = [statusWords(customer.status), statusNote(customer), value, next].join('\n')
  return (what) => what !== null && shown.includes(typeof what === 'number' ? formatDate(what) : what)
}

/** All documented facts of the subscription. */
export function subscriptionFields(customer: Customer): Field[] {
  const isShown = shownAbove(customer)
  const { planName, planFinalPrice, triallingEndsAt, stripeTrialEnd } = customer
  const [price, status] = [priceText(customer), words(customer.subscriptionStatus)]
  const converted = customer.planCurrency === accountCurrency ? '' : ' (converted)'
  const finalPrice = planFinalPrice === null ? null : formatMoney(planFinalPrice, accountCurrency) + converted
  const isOver = customer.subscriptionStatus !== 'trialing'
  const day = (label: string, at: number | null): Field => ({ label, value: time(at), isFolded: isShown(at) })
  return [
    { label: 'Plan', value: planName, isFolded: isShown(planName) },
    { label: 'Price', value: price, isFolded: isShown(price) },
    { label: 'Final price', value: finalPrice, isFolded: isShown(finalPrice) },
    flag('Trial plan', customer.trialPlan),
    { label: 'Discount', value: customer.discount === null ? null : `${customer.discount} %` },
    { label: 'Subscription status', value: status, isFolded: true },
    day('Period ends', customer.currentPeriodEnd),
    { label: 'Trial ends', value: time(triallingEndsAt), isFolded: isOver || isShown(triallingEndsAt) },
    { label: 'Trial end (Stripe)', value: time(stripeTrialEnd), isFolded: isOver || isShown(stripeTrialEnd) },
    flag('Trial reminder sent', customer.trialExpiredNotified),
    {
      ...flag('Cancel at period end', customer.cancelAtPeriodEnd),
      isFolded: !customer.cancelAtPeriodEnd || isShown(customer.currentPeriodEnd),
    },
    day('Canceled', customer.canceledAt),
    { label: 'Canceled by', value: words(customer.subscriptionCanceledBy), isFolded: customer.status.startsWith('canceled') },
    day('Subscription ended', customer.subscriptionEnded),
    {
      label: 'Stripe customer ID',
      value: customer.stripeCustomerId ? (
        <Copyable text={customer.stripeCustomerId} what="provider id" command="customer.copy-provider-id" />
      ) : null,
    },
  ]
}

/** The payment method: a card, or a bank account for direct debit. */
export function paymentFields(customer: Customer): Field[] {
  const last = { label: 'Last used', value: customer.lastPaymentMethod === null ? null : methodName(customer.lastPaymentMethod) }
  const number = customer.last4 === null ? null : `•••• ${customer.last4}`
  const isFolded = shownAbove(customer)(methodText(customer))
  if (customer.bankCode !== null || customer.branchCode !== null || customer.bankCountry !== null)
    return [
      { label: 'Bank account', value: number, isFolded },
      { label: 'Bank code', value: customer.bankCode },
      { label: 'Branch code', value: customer.branchCode },
      { label: 'Bank country', value: customer.bankCountry === null ? null : countryName(customer.bankCountry) },
      last,
    ]
  return [
    { label: 'Card', value: number && [customer.cardBrand && brandName(customer.cardBrand), number].filter(Boolean).join(' '), isFolded },
    { label: 'Card type', value: customer.cardType === null ? null : capitalise(statusWords(customer.cardType)) },
    { label: 'Expires', value: expiryText(customer) },
    last,
  ]
}

/** The account; the heading says whose it is. */
export function accountFields(customer: Customer): Field[] {
  return [
    { label: 'Country', value: customer.country === null ? null : `${countryName(customer.country)} (${customer.country.toUpperCase()})` },
    // The heading and the facts below it say these.
    {
      label: 'Account status',
      value: <StatusBadge status={accountState(customer)} colour={statusColour(accountState(customer))} />,
      isFolded: true,
    },
    { label: 'Created', value: time(customer.createdAt), isFolded: true },
    { label: 'Last login', value: time(customer.lastLogin), isFolded: true },
    { label: 'Deleted', value: time(customer.deletedAt) },
    { label: 'Last IP', value: customer.lastIp },
    { label: 'Two-factor', value: customer.is2faEnabled ? 'On' : 'Off' },
    { label: 'Push notifications', value: customer.pushNotificationsEnabled ? 'On' : 'Off', isFolded: !customer.pushNotificationsEnabled },
    { label: 'Support access', value: customer.supportAccess ? 'Allowed' : 'Not allowed', isFolded: customer.supportAccess },
    flag('Whitelisted', customer.whitelisted),
    flag('Archived', customer.archived === 1),
    flag('Legacy site', customer.legacyFlag),
  ]
}

/** The account's limits; null if the plan's apply. */
export function limitFields(customer: Customer): Field[] {
  return [
    { label: 'QR codes', value: customer.qrLimit === null ? null : formatCount(customer.qrLimit) },
    { label: 'Bulk upload', value: customer.bulkLimit === null ? null : formatCount(customer.bulkLimit) },
    { label: 'Domains', value: customer.domainsLimit },
    { label: 'SEPA', value: customer.allowSepa === null ? null : customer.allowSepa ? 'Allowed' : 'Not allowed' },
  ]
}

/** Where the customer came from. */
export function originFields(customer: Customer): Field[] {
  return [
    { label: 'Signup source', value: signupSource(customer) },
    {
      label: 'Referred by',
      value: customer.referredBy && <RecordLink href={`/customers/${customer.referredBy}`}>{`#${customer.referredBy}`}</RecordLink>,
    },
    { label: 'Created with IP', value: customer.accountCreatedWithIp, isFolded: customer.accountCreatedWithIp === customer.lastIp },
    { label: 'Created from', value: customer.accountCreatedFrom },
    { label: 'gclid', value: customer.gclid === null ? null : <LongText text={customer.gclid} length={gclidLength} /> },
  ]
}

/** The customer's device. */
export function deviceFields(customer: Customer): Field[] {
  return [
    { label: 'Browser', value: customer.browser },
    { label: 'Browser version', value: customer.browserVersion },
    { label: 'System', value: customer.os },
    { label: 'System version', value: customer.osVersion },
    { label: 'Device', value: customer.deviceModel },
  ]
}

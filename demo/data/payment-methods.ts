import type { PaymentMethodState } from '../../server/outside/payments/port.ts'
import type { PaymentMethod } from './charges.ts'
import type { Random } from './random.ts'

/** A customer's payment method, as stored by the payment provider. */
export interface Wallet extends Omit<PaymentMethodState, 'type' | 'wallet' | 'last4'> {
  method: PaymentMethod
  last4: string
}

const everywhere = [
  ['card', 62],
  ['google_pay', 11],
  ['apple_pay', 13],
  ['paypal', 9],
] as const
const local: Record<string, readonly (readonly [PaymentMethod, number])[]> = {
  nl: [['ideal', 60]],
  be: [['bancontact', 45]],
  de: [
    ['sepa_debit', 22],
    ['sofort', 10],
  ],
  at: [
    ['sofort', 12],
    ['sepa_debit', 12],
  ],
  es: [['sepa_debit', 9]],
  fr: [['sepa_debit', 6]],
}
const brands = [
  ['visa', 52],
  ['mastercard', 36],
  ['amex', 6],
  ['maestro', 2],
  ['unionpay', 1],
  ['jcb', 1],
  ['diners', 1],
  ['discover', 1],
] as const

/** Bank debits are confirmed days later. */
export function isBankDebit(method: PaymentMethod): boolean {
  return method === 'sepa_debit'
}

export function drawMethod(random: Random, country: string): PaymentMethod {
  return random.weighted<PaymentMethod>([...everywhere, ...(local[country] ?? [])])
}

/** The card or bank account of a method. Cards may have expired. */
export function drawWallet(random: Random, method: PaymentMethod, country: string, now: number): Wallet {
  const last4 = random.text(4, '0123456789')
  const none = { cardBrand: null, cardType: null, expiryMonth: null, expiryYear: null, bankCode: null, branchCode: null, bankCountry: null }
  if (method === 'paypal') return { method, ...none, last4: '' }
  if (method === 'card' || method === 'google_pay' || method === 'apple_pay') {
    const year = new Date(now * 1000).getUTCFullYear()
    return {
      ...none,
      method,
      last4,
      cardBrand: random.weighted(brands),
      cardType: random.weighted([
        ['credit', 45],
        ['debit', 50],
        ['prepaid', 5],
      ] as const),
      expiryMonth: random.int(1, 12),
      expiryYear: random.int(year - 1, year + 5),
    }
  }
  const branch = country === 'es' || country === 'it' || country === 'fr'
  return {
    ...none,
    method,
    last4,
    bankCode: random.text(branch ? 4 : 8, '0123456789'),
    branchCode: branch ? random.text(4, '0123456789') : null,
    bankCountry: country.toUpperCase(),
  }
}

/** The columns the displayed payment type comes from: parent, else wallet, else method (document 1, section 3). */
export function methodColumns(method: PaymentMethod, renewal: boolean) {
  if (method === 'google_pay' || method === 'apple_pay')
    return { stripePaymentMethodType: 'card', walletType: method, parentMethodType: null }
  // After a bank redirect, renewals are collected by debit.
  if (renewal && (method === 'ideal' || method === 'sofort' || method === 'bancontact'))
    return { stripePaymentMethodType: 'sepa_debit', walletType: null, parentMethodType: method }
  return { stripePaymentMethodType: method, walletType: null, parentMethodType: null }
}

import { capitalise, statusWords } from '../../contract/status-words.ts'

/** Payment methods as people call them. */
const methodNames: Record<string, string> = {
  card: 'Card',
  sepa_debit: 'SEPA debit',
  google_pay: 'Google Pay',
  apple_pay: 'Apple Pay',
  sofort: 'Sofort',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  paypal: 'PayPal',
}

/** What else people call some of them. */
export const methodWords: Readonly<Record<string, readonly string[]>> = { sepa_debit: ['sepa', 'direct debit'] }

/** A payment method as people call it. */
export const methodName = (method: string) => methodNames[method] ?? capitalise(statusWords(method))

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** A card's brand as it is written on the card. */
export const brandName = (brand: string) => brandNames[brand] ?? capitalise(statusWords(brand))

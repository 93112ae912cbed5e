import { capitalise, statusWords } from '../../contract/status-words.ts'

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

export const methodName = (method: string) => methodNames[method] ?? capitalise(statusWords(method))

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

export const brandName = (brand: string) => brandNames[brand] ?? capitalise(statusWords(brand))

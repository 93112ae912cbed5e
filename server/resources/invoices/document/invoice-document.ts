import { formatDate } from '../../../../src/contract/dates.ts'
import { formatMoney } from '../../../../src/contract/money.ts'
import type { Seller } from '../../../process/config.ts'
import type { InvoiceRecord } from '../records.ts'
import { beforeDiscount, isReverseCharge, vatRates } from '../vat.ts'

/** Everything on an invoice as text; the same invoice gives the same bytes. */
export interface InvoiceDocument {
  number: string
  /** `DD-MM-YYYY` in Madrid. */
  date: string
  /** Unix seconds. */
  createdAt: number
  seller: Party
  customer: Party
  lines: { text: string; amount: string }[]
  totals: { label: string; amount: string }[]
  total: { label: string; amount: string }
  notes: string[]
  /** Use Japanese glyphs for characters shared with Chinese. */
  isJapanese: boolean
}

export interface Party {
  name: string
  lines: string[]
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** The content of an invoice, with amounts and billing data as of its date. */
export function invoiceDocument(invoice: InvoiceRecord, seller: Seller): InvoiceDocument {
  const money = (amount: number) => formatMoney(amount, invoice.currency)
  const discounted = beforeDiscount(invoice.subtotal, invoice.discount)
  const lines = [{ text: invoice.description, amount: money(discounted?.price ?? invoice.subtotal) }]
  if (discounted) lines.push({ text: `Discount of ${invoice.discount} %`, amount: money(-discounted.discount) })
  return {
    number: invoice.number,
    date: formatDate(invoice.createdAt),
    createdAt: invoice.createdAt,
    seller: { name: seller.name, lines: [...seller.address, `VAT no. ${seller.vatNumber}`, seller.email] },
    customer: customerOf(invoice),
    lines,
    totals: [
      { label: 'Subtotal', amount: money(invoice.subtotal) },
      { label: `VAT ${percent(invoice.vatRate)}`, amount: money(invoice.vatAmount) },
    ],
    total: { label: 'Total', amount: money(invoice.total) },
    notes: [...vatNotes(invoice), ...(invoice.orderId === null ? [] : [`Paid. Order ${invoice.orderId}.`])],
    isJapanese: countryOf(invoice) === 'jp',
  }
}

function countryOf({ billing, customer }: InvoiceRecord): string | null {
  return (billing?.country ?? customer.country)?.toLowerCase() ?? null
}

/** Name and address from the billing data, or else from the customer. */
function customerOf(invoice: InvoiceRecord): Party {
  const { billing, customer } = invoice
  const country = countryOf(invoice)
  const countryLine = country === null ? null : countryName(country)
  if (billing === null) {
    const name = customer.company || customer.name || customer.email
    return party(name, [name === customer.email ? null : customer.email, countryLine])
  }
  const person = `${billing.firstname} ${billing.lastname}`.trim()
  const name = billing.companyName || person || billing.email
  return party(name, [
    name === person ? null : person,
    billing.street,
    `${billing.zip} ${billing.city}`.trim(),
    countryLine,
    billing.vatNumber ? `VAT no. ${billing.vatNumber}` : null,
    billing.taxId ? `Tax id ${billing.taxId}` : null,
    billing.email,
  ])
}

const party = (name: string, lines: (string | null)[]): Party => ({ name, lines: lines.filter((line): line is string => Boolean(line)) })

/** Greece has two codes (ruling 40); an invalid code is shown as it is. */
function countryName(code: string): string {
  const region = code === 'el' ? 'GR' : code.toUpperCase()
  return /^[A-Z]{2}$/.test(region) ? (countryNames.of(region) ?? region) : region
}

/** 2100 becomes '21 %', 2550 '25,5 %'. */
function percent(rate: number): string {
  return `${String(rate / 100).replace('.', ',')} %`
}

/** Explains why there is no VAT. */
function vatNotes(invoice: InvoiceRecord): string[] {
  if (invoice.vatRate !== 0) return []
  const country = countryOf(invoice)
  const { accountType = null, vatNumber = null } = invoice.billing ?? {}
  // Without a country, or with one that has VAT, the reason isn't known.
  if (country === null || (country in vatRates && !isReverseCharge({ country, accountType, vatNumber }))) return []
  return isReverseCharge({ country, accountType, vatNumber })
    ? ['Reverse charge: VAT is to be accounted for by the recipient (Article 196 of Council Directive 2006/112/EC).']
    : ['Not subject to VAT: the service is supplied outside of the European Union (Article 59 of Council Directive 2006/112/EC).']
}

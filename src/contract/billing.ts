import { z } from 'zod'
import { endpoint, Version, VersionReply } from './endpoint.ts'
import { Email, messages, NullableText, requiredText } from './fields.ts'

/** The documented EU list (document 1, section 5), without `es`. `el` and `gr` are one country (ruling 40). */
export const euCountries = 'at be bg cy cz de dk ee el gr fi fr hr hu ie it lt lu lv mt nl pl pt ro se si sk'.split(' ')
const eu: ReadonlySet<string> = new Set(euCountries)

export const AccountType = z.enum(['company', 'private'])
export type AccountType = z.infer<typeof AccountType>

/** Whether a VAT number is required: EU companies only. For anyone else null is sent (ruling 40). */
export function needsVatNumber({ country, accountType }: { country: string; accountType: AccountType }): boolean {
  return accountType === 'company' && eu.has(country.toLowerCase())
}

/** Whether the tax id is shown: always, except for EU companies (ruling 40). */
export function showsTaxId(billing: { country: string; accountType: AccountType }): boolean {
  return !needsVatNumber(billing)
}

/** The tax id is required for Spain only. */
export function requiresTaxId({ country }: { country: string }): boolean {
  return country.toLowerCase() === 'es'
}

export const BillingData = z.object({
  country: z.string(),
  accountType: AccountType,
  companyName: NullableText,
  vatNumber: NullableText,
  taxId: NullableText,
  firstname: z.string(),
  lastname: z.string(),
  street: z.string(),
  zip: z.string(),
  city: z.string(),
  email: z.string(),
  locked: z.boolean(),
  version: VersionReply,
})
export type BillingData = z.infer<typeof BillingData>

/** Latin letters, digits, whitespace and common punctuation only; empty text passes (document 1, section 5). */
export function isLatin(text: string): boolean {
  return /^[\p{Script=Latin}\d\s.,;:!?¡¿'"’()[\]{}\-–_/\\&@#+*%=<>|^~`´¨·ºª°$€£]*$/u.test(text.normalize('NFC'))
}

const line = requiredText.pipe(z.string().trim().min(1, messages.required).max(200, messages.tooLong(200)))
const optionalLine = z.string().trim().max(200, messages.tooLong(200)).nullish()

/**
 * The billing form with its cross-field rules (document 1, section 5; ruling 40). Fields that don't apply are stored as
 * null. The VAT checksum is checked apart, by `isVatNumber` in vat.ts: the server answers 422 `invalid_vat`.
 */
export const BillingEdit = z
  .strictObject({
    country: z
      .string({ error: messages.required })
      .regex(/^[A-Za-z]{2}$/, messages.required)
      .transform((code) => code.toLowerCase()),
    accountType: AccountType,
    companyName: optionalLine,
    vatNumber: optionalLine,
    taxId: optionalLine,
    firstname: line,
    lastname: line,
    street: line,
    zip: line,
    city: line,
    email: z.string({ error: messages.required }).trim().min(1, messages.required).pipe(Email),
    version: Version,
  })
  .superRefine((billing, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (billing.accountType === 'company' && !billing.companyName) refuse('companyName', messages.required)
    if (requiresTaxId(billing) && !billing.taxId) refuse('taxId', messages.required)
    if (showsTaxId(billing) && billing.taxId && !isLatin(billing.taxId)) refuse('taxId', messages.latin)
  })
  .transform((billing) => ({
    ...billing,
    companyName: billing.accountType === 'company' ? billing.companyName || null : null,
    vatNumber: needsVatNumber(billing) ? billing.vatNumber || null : null,
    taxId: showsTaxId(billing) ? billing.taxId || null : null,
  }))
export type BillingEdit = z.input<typeof BillingEdit>

/** A customer's billing data; null if there are none, and the form is not shown. */
export const getBilling = endpoint({
  path: '/customers/{id}/billing',
  feature: 'billing',
  access: 'customers.read',
  reply: z.object({ billing: BillingData.nullable() }),
})

/**
 * 422 `invalid_vat`, `vat_number_required`; 409 `unavailable_action` while locked, `stale`; 404 without billing data.
 */
export const updateBilling = endpoint({ method: 'PATCH', path: '/customers/{id}/billing', access: 'customers.billing', body: BillingEdit })

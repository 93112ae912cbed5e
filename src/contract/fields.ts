import { z } from 'zod'

/** The commonest fields, made once: building a schema takes longer than reading by it, and the console builds hundreds before its first row. */
export const Integer = z.number().int()
export const NullableInteger = Integer.nullable()
export const NullableText = z.string().nullable()

/** Documented messages (document 1, section 5), shared by both sides. */
export const messages = {
  required: 'Must be present.',
  tooShort: (min: number) => `Must have more than ${min} characters.`,
  tooLong: (max: number) => `Must have less than ${max} characters.`,
  exactLength: (length: number) => `Must have exactly ${length} characters.`,
  email: 'Enter a valid email.',
  emailConflict: 'Email already exists.',
  latin: 'Must have only latin characters.',
  invalidVat: 'Invalid vat.',
  vatRequired: 'Vat number is required.',
  password: 'Enter an alphanumeric password between 3 and 30 characters.',
} as const

export const requiredText = z.string({ error: messages.required }).min(1, messages.required)

const maxEmailLength = 254

/**
 * Whether text looks like one email address: a local part, '@', and two or more labels of letters with their marks, digits and hyphens.
 * Linear in length. The top-level domain is checked only when an address changes (ruling 39).
 */
export function isEmailShaped(text: string): boolean {
  if (text.length > maxEmailLength) return false
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64) return false
  const local = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  return (
    /^[^\s@<>()[\],;:"\\]+$/.test(local) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    labels.length >= 2 &&
    labels.every((label) => label.length <= 63 && /^(?![-\p{M}])(?:(?!\p{DI})[\p{L}\p{M}\p{N}-])+(?<!-)$/u.test(label))
  )
}

export const Email = z.string(messages.email).refine(isEmailShaped, messages.email)

/** A country's two letters, in lower case once read. */
export const CountryCode = z
  .string()
  .regex(/^[a-z]{2}$/i, 'Must be a country code.')
  .transform((code) => code.toLowerCase())

/** A currency's three letters, in lower case once read. */
export const CurrencyCode = z
  .string()
  .regex(/^[a-z]{3}$/i, 'Must be a currency code.')
  .transform((code) => code.toLowerCase())

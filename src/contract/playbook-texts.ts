/** Blanks that a playbook's texts may have, each filled from the record it runs on. */
export const blanks = {
  firstName: 'the customer’s first name',
  email: 'their email',
  plan: 'their plan',
  lastPayment: 'amount and day of their last payment',
  today: 'the day it runs',
  me: 'who runs it',
} as const
export type Blank = keyof typeof blanks

const isBlank = (name: string): name is Blank => Object.hasOwn(blanks, name)

const pattern = /\{(\w+)\}/g

/** The names in braces in a text. */
const namesIn = (text: string): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** The blanks of a text. */
export const blanksIn = (text: string): Blank[] => namesIn(text).filter(isBlank)

/** Why a text can't be kept: a name in braces that is no blank. Null if it can. */
export function whyNotText(text: string): string | null {
  const unknown = namesIn(text).find((name) => !isBlank(name))
  const known = Object.keys(blanks).map((name) => `{${name}}`)
  return unknown === undefined ? null : `{${unknown}} is not known. There are ${known.join(', ')}.`
}

/**
 * Fills a text's blanks. A value that has braces itself is not read again.
 * @param values what isn't known of the record is null
 * @returns the text, or the first blank without a value
 */
export function fillText(text: string, values: Readonly<Record<Blank, string | null>>): { text: string } | { missing: Blank } {
  const missing = blanksIn(text).find((name) => values[name] === null)
  if (missing !== undefined) return { missing }
  return { text: text.replace(pattern, (whole, name: string) => (isBlank(name) ? (values[name] ?? '') : whole)) }
}

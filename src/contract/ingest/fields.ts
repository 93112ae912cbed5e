import { z } from 'zod'
import { addDays, earliestDay } from '../dates.ts'
import { Email, messages } from '../fields.ts'
import { isStorable, notStorable } from '../storable.ts'

/**
 * Fields of what the product tells us, alike for the ingest API and imports. A field that is left out is null. What is
 * described here is written into docs/openapi.json and docs/ingest-fields.md.
 */

/** Without white space around it and what nobody sees in it. */
const bare = (value: string) => value.replace(/\p{Cf}/gu, '').trim()

/** The last second of the year 2999. */
const latestInstant = 32_503_679_999
const instantMessage = 'Must be an instant: ISO 8601 with its zone, such as 2026-01-31T09:30:00Z, or unix seconds.'

/**
 * The second of an ISO 8601 instant with a zone, or of unix seconds. A day alone or a time without a zone is ambiguous.
 * @returns unix seconds; null if it is no instant
 */
function readInstant(value: string | number): number | null {
  if (typeof value === 'number' || /^\d{1,11}$/.test(value)) return Number(value)
  const match = /^(\d{4})-(\d{2})-(\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/i.exec(value)
  if (match === null) return null
  const [, year, month, day] = match
  const milliseconds = Date.parse(value.replace(' ', 'T').toUpperCase())
  // JavaScript takes the 30th of February for a day in March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  return Number.isNaN(milliseconds) || !isDay ? null : Math.floor(milliseconds / 1000)
}

/** A moment, in unix seconds once read. */
export const Instant = z
  .union([z.string(), z.number()], instantMessage)
  .transform((value, context) => {
    const at = readInstant(typeof value === 'string' ? bare(value) : value)
    if (at !== null && Number.isInteger(at) && at >= 0 && at <= latestInstant) return at
    const message =
      typeof at === 'number' && at > latestInstant ? 'Must be unix seconds up to the year 2999, not milliseconds.' : instantMessage
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .describe('an instant: ISO 8601 with its zone, or unix seconds')

/** A Madrid day, YYYY-MM-DD. */
export const Day = z
  .string('Must be a day such as 2026-01-31.')
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text && text >= earliestDay,
    'Must be a day such as 2026-01-31.',
  )
  .describe('a Madrid day such as `2026-01-31`')

/** Text of at most so many characters. */
export const text = (max: number) => z.string('Must be text.').max(max, messages.tooLong(max)).refine(isStorable, notStorable)

/** The same, and not empty. */
export const presentText = (max: number) => text(max).min(1, messages.required)

const idMessage = 'Must be an id: text, or a whole number of at most 15 digits.'

/** The product's own id of a record, as text: `4711`, `b1c7…`. A whole number is taken for text too. */
export const ExternalId = z
  .union([z.string(), z.number().int(idMessage).min(0, idMessage).max(Number.MAX_SAFE_INTEGER, idMessage)], idMessage)
  .transform((id) => bare(String(id)))
  .pipe(
    z
      .string()
      .min(1, messages.required)
      .max(200, messages.tooLong(200))
      .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, notStorable),
  )
  .describe('an id: text of 1 to 200 characters, or a whole number of at most 15 digits')

export const EmailAddress = Email.describe('an e-mail address')

/** A whole number of at least 0 that the database can hold. */
export const Count = z
  .number('Must be a whole number.')
  .int('Must be a whole number.')
  .min(0, 'Must be 0 or more.')
  .max(2_147_483_647, 'Must be 2147483647 or less.')

export const Flag = z.boolean('Must be true or false.')

/** A field that may be left out or null. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)

/** A field with a value of its own if it is left out or null. */
export const otherwise = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) =>
  schema.nullish().transform((given) => given ?? value)

/** Lower-case ISO code. */
export const CountryCode = z
  .string('Must be a country code such as es.')
  .regex(/^[a-z]{2}$/i, 'Must be a country code such as es.')
  .transform((code) => code.toLowerCase())
  .describe('a country’s two letters, such as `es`')

/** When the product last changed a record. Of two states the later counts, in whatever order they arrive. */
export const state = { externalId: ExternalId, updatedAt: Instant }

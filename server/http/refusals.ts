import type { z } from 'zod'
import { messages } from '../../src/contract/fields.ts'

const typeWords: Readonly<Record<string, string>> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
  record: 'Must be an object.',
}

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const oneOf = (values: readonly z.core.util.Primitive[]) => `Must be ${choices.format(values.map(String))}.`

/**
 * What is wrong with a value, in the product's words, where its schema has none of its own. Passed to a parse as `error`.
 * @returns undefined for an unknown field, which is named by whoever reports it
 */
export function refusalWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return undefined
  const { input } = issue
  if (input === undefined || input === null) return messages.required
  switch (issue.code) {
    case 'invalid_type':
      return typeWords[issue.expected] ?? `Must be ${issue.expected}.`
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`
    case 'invalid_format':
      return formatWords[issue.format] ?? 'Must be written in another way.'
    case 'invalid_union':
      return unionWords(issue)
    default:
      return 'Must be another value.'
  }
}

const formatWords: Readonly<Record<string, string>> = {
  uuid: 'Must be a UUID such as 123e4567-e89b-42d3-a456-426614174000.',
  email: messages.email,
  url: 'Must be a web address such as https://example.com.',
}

const entries = (count: number | bigint) => (Number(count) === 1 ? 'one entry' : `${count} entries`)

function tooSmall({ origin, minimum, inclusive }: Pick<z.core.$ZodIssueTooSmall, 'origin' | 'minimum' | 'inclusive'>): string {
  if (origin === 'string') return Number(minimum) === 1 ? messages.required : `Must have at least ${minimum} characters.`
  if (origin === 'array' || origin === 'set') return `Must have at least ${entries(minimum)}.`
  return inclusive === false ? `Must be more than ${minimum}.` : `Must be ${minimum} or more.`
}

function tooBig({ origin, maximum, inclusive }: Pick<z.core.$ZodIssueTooBig, 'origin' | 'maximum' | 'inclusive'>): string {
  if (origin === 'string') return messages.tooLong(Number(maximum))
  if (origin === 'array' || origin === 'set') return `Must have at most ${entries(maximum)}.`
  return inclusive === false ? `Must be less than ${maximum}.` : `Must be ${maximum} or less.`
}

interface Unmatched {
  errors: readonly (readonly z.core.$ZodIssue[])[]
  /** Of a union with a discriminator. */
  options?: readonly z.core.util.Primitive[] | undefined
}

/** What the alternatives take; of one whose type fits, what else is wrong with the value. */
function unionWords({ errors, options }: Unmatched): string {
  if (options !== undefined) return oneOf(options)
  const first = errors.flatMap(([issue]) => issue ?? [])
  const allowed = first.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []))
  if (allowed.length > 0) return oneOf(allowed)
  const fitting = first.find(({ code, path }) => code !== 'invalid_type' || path.length > 0)
  return fitting?.message ?? [...new Set(first.map(({ message }) => message))].join(' Or: ')
}

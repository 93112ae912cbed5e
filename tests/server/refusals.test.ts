import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../server/http/errors.ts'
import { parse } from '../../server/http/mount.ts'
import { readContract } from '../../server/product/openapi/contract.ts'
import { emptyUriMessage } from '../../src/contract/qr-lists.ts'

const { endpoints } = await readContract()

/** Values of every kind, most of them wrong for any field. */
const texts = ['', 'x'.repeat(70_000), '\0']
const badValues: readonly unknown[] = [undefined, null, true, ...texts, -1, 1.5, 1e12, Number.NaN, [], [1, { a: 1 }], {}, { a: [1] }]

/** What zod says by itself: 'Invalid input: expected string', 'Too small: …', 'Unrecognized key'. */
const zodWords = /invalid (?:input|option|string|key|element|value)|expected|received|too (?:small|big)|unrecognized/i

/** The last resort of ours, which tells nobody what to send. */
const vague = /another (?:value|way)/

/** The schema behind preprocessing and what follows it. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodPipe)) return schema
  return unwrapped((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
}

/** Inputs with each field set to each bad value, of each alternative with the values that choose it. */
function* badInputs(schema: z.ZodType): Generator {
  yield* badValues
  const bare = unwrapped(schema)
  if (bare instanceof z.ZodUnion) for (const option of bare.options) yield* badInputs(option as z.ZodType)
  if (!(bare instanceof z.ZodObject)) return
  const fields = Object.entries(bare.shape)
  const chosen = Object.fromEntries(fields.flatMap(([name, field]) => (field instanceof z.ZodLiteral ? [[name, field.value]] : [])))
  for (const [name, field] of fields) for (const value of valuesFor(field)) yield { ...chosen, [name]: value }
}

/** The bad values, and in a list or an object, the same for its entries. */
function* valuesFor(field: z.ZodType): Generator {
  yield* badValues
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field
  if (inner instanceof z.ZodArray) for (const entry of badInputs(inner.element as z.ZodType)) yield [entry]
  else if (inner instanceof z.ZodRecord) for (const entry of badInputs(inner.valueType as z.ZodType)) yield { a: entry }
  else if (inner !== field || inner instanceof z.ZodObject) yield* badInputs(inner)
}

/** Each refused field with what is said about it. */
function refusalsOf(schema: z.ZodType, input: unknown): [string, string][] {
  try {
    parse(schema, input)
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return Object.entries(error.details ?? {})
  }
}

describe('a bad value in a call of the admin API', () => {
  test.each(endpoints.map(({ name, endpoint }) => [name, endpoint] as const))(
    '%s is refused in our own words',
    (_name, { query, body }) => {
      const refusals = [query, body].flatMap((schema) => [...badInputs(schema)].flatMap((input) => refusalsOf(schema, input)))
      const wrong = refusals.filter(
        ([, reason]) => reason !== emptyUriMessage && (zodWords.test(reason) || vague.test(reason) || !/^[A-Z].*\.$/s.test(reason)),
      )
      expect([...new Set(wrong.map((entry) => entry.join(': ')))]).toEqual([])
    },
  )

  test('is told what its field takes', () => {
    const schema = z.object({
      word: z.string().min(3).max(5),
      status: z.enum(['open', 'closed', 'all']),
      count: z.number().int().min(0).max(9),
      ids: z.array(z.number()).min(1).max(2),
      either: z.union([z.number(), z.boolean()]),
      level: z.union([z.literal(0), z.literal(1)]),
      step: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    })
    expect(refusalsOf(schema, { word: 'ab', status: 'x', count: 1.5, ids: [], either: 'x', level: 2, step: { kind: 'c' } })).toEqual([
      ['word', 'Must have at least 3 characters.'],
      ['status', 'Must be open, closed or all.'],
      ['count', 'Must be a whole number.'],
      ['ids', 'Must have at least one entry.'],
      ['either', 'Must be a number. Or: Must be true or false.'],
      ['level', 'Must be 0 or 1.'],
      ['step.kind', 'Must be a or b.'],
    ])
    expect(refusalsOf(schema, { word: 'abcdef', status: 7, count: 10, ids: [1, 2, 3] })).toEqual([
      ['word', 'Must have less than 5 characters.'],
      ['status', 'Must be open, closed or all.'],
      ['count', 'Must be 9 or less.'],
      ['ids', 'Must have at most 2 entries.'],
      ['either', 'Must be present.'],
      ['level', 'Must be present.'],
      ['step', 'Must be present.'],
    ])
  })
})

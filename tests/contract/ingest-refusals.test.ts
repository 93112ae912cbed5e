import { describe, expect, test } from 'vitest'
import { IngestBody, ingestResources, ingestSchemas, rowProblems } from '../../src/contract/ingest/resources.ts'
import { sampleRows } from '../support/ingest.ts'

/** Values of every type, and text that is empty, too long or cannot be stored. */
const texts = ['', 'x', 'x'.repeat(1_000_001), '\0']
const objects = [[1], { a: 1 }, { a: 'x'.repeat(70_000) }, { a: '\0' }]
const badValues: readonly unknown[] = [...texts, ...objects, -1, 1.5, Number.NaN, 3e9, Infinity, true, null, undefined]

/** What zod says by itself: 'Invalid input: expected string', 'Too small: …', 'Unrecognized key'. */
const zodWords = /invalid (?:input|option|string|key|element|value)|expected|received|too (?:small|big)|unrecognized/i

describe('a refused row', () => {
  test.each(ingestResources)('of %s has a reason in our own words for each bad field', (resource) => {
    const refusals = Object.keys(ingestSchemas[resource].shape).flatMap((field) =>
      badValues.flatMap((value) => {
        const row = { ...sampleRows[resource], [field]: value }
        const read = ingestSchemas[resource].safeParse(row)
        return read.success ? [] : Object.entries(rowProblems(read.error, row))
      }),
    )
    expect(refusals.length).toBeGreaterThan(10)
    expect(refusals.filter(([, reason]) => zodWords.test(reason) || !/^[A-Z].*\.$/s.test(reason))).toEqual([])
  })

  test.each([null, 1, 'x', [], true])('that is %j is called no object', (row) => {
    const read = ingestSchemas.customers.safeParse(row)
    expect(read.error && rowProblems(read.error, row)).toEqual({ row: 'Must be an object.' })
  })

  test('says what a field takes', () => {
    const reasonOf = (resource: 'customers' | 'media' | 'events' | 'api-calls', field: string, value: unknown) => {
      const row = { ...sampleRows[resource], [field]: value }
      const { error } = ingestSchemas[resource].safeParse(row)
      return error && rowProblems(error, row)
    }
    expect(reasonOf('media', 'type', 'poster')).toEqual({ type: 'Must be image, media or other.' })
    expect(reasonOf('customers', 'email', 7)).toEqual({ email: 'Enter a valid email.' })
    expect(reasonOf('events', 'event', '')).toEqual({ event: 'Must be present.' })
    expect(reasonOf('api-calls', 'requestHeaders', 'x')).toEqual({ requestHeaders: 'Must be an object of header names and their values.' })
    expect(reasonOf('api-calls', 'requestHeaders', { a: 1 })).toEqual({ 'requestHeaders.a': 'Must be text, or a list of texts.' })
  })
})

test.each([
  [null, 'Must be an object with a list of rows.'],
  [[], 'Must be an object with a list of rows.'],
  [{}, 'Must be a list of rows.'],
  [{ rows: 1 }, 'Must be a list of rows.'],
  [{ rows: [] }, 'Must have a row.'],
])('a call with %j is told: %s', (body, reason) => {
  expect(IngestBody.safeParse(body).error?.issues.map(({ message }) => message)).toEqual([reason])
})

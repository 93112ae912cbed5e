import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasFields, hiddenText, onDemandData, withoutHidden } from '../../src/contract/on-demand.ts'

const fields = new Set<string>(Object.values(onDemandData).flatMap((data) => data.fields))

/** All names of properties in a document, as deep as it goes. */
function namesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(namesIn)
  if (typeof part !== 'object' || part === null) return []
  const { properties } = part as { properties?: unknown }
  const own = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return [...own, ...Object.values(part).flatMap(namesIn)]
}

test('every field of the API that may hold an address, a tax number or a body can be hidden', () => {
  const names = new Set(namesIn(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))))
  const isPersonal = (name: string) => /^ip$|Ip$|^taxId|vatNumber|.Body$/.test(name)
  expect([...names].filter(isPersonal).filter((name) => !fields.has(name))).toEqual([])
  expect([...fields].filter((name) => !names.has(name))).toEqual([])
})

describe('withoutHidden', () => {
  test.each<[unknown, unknown]>([
    [
      { ip: '192.0.2.1', name: 'Ana' },
      { ip: hiddenText, name: 'Ana' },
    ],
    [{ rows: [{ ip: null }, { ip: '' }, { lastIp: '::1' }] }, { rows: [{ ip: null }, { ip: '' }, { lastIp: hiddenText }] }],
    [
      { before: { vatNumber: 'FR1' }, after: { vatNumber: null } },
      { before: { vatNumber: hiddenText }, after: { vatNumber: null } },
    ],
    [{ requestBody: { a: 1 } }, { requestBody: hiddenText }],
    ['192.0.2.1', '192.0.2.1'],
    [null, null],
  ])('%j becomes %j', (given, expected) => {
    expect(withoutHidden(given, fields)).toEqual(expected)
  })

  test('leaves nothing of a hidden field, and all else as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const hidden = withoutHidden(json, fields)
        expect(hasFields(hidden, fields)).toBe(hasFields(json, fields))
        if (!hasFields(json, fields)) expect(hidden).toEqual(json)
      }),
    )
  })

  test('passes on what is no plain object, such as a stream', () => {
    const stream = new ReadableStream()
    expect(withoutHidden(stream, fields)).toBe(stream)
  })
})

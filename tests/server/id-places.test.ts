import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdPlaces } from '../../server/product/import/id-places.ts'

test('the places of ids are those of a map of objects, however many there are', () => {
  const place = fc.record({
    path: fc.constantFrom('a.csv', 'b.csv'),
    line: fc.nat(),
    zeros: fc.nat(200),
    at: fc.option(fc.nat()),
    data: fc.integer(),
  })
  const id = fc.oneof(
    fc.nat(3000).map((number) => `u${number}`),
    fc.string({ minLength: 1, maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(id, place), { maxLength: 4000, size: 'max' }), (list) => {
      const [places, expected] = [new IdPlaces(), new Map<string, object>()]
      for (const [key, value] of list) {
        expect(places.get(key)).toEqual(expected.get(key))
        places.set(key, value)
        expected.set(key, value)
      }
      for (const [key, value] of expected) expect(places.get(key)).toEqual(value)
    }),
    { numRuns: 5 },
  )
})

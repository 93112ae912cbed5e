import { expect, test } from 'vitest'
import { z } from 'zod'
import { lazyObject, once } from '../../src/contract/lazy.ts'
import { listQuery } from '../../src/contract/list.ts'

/** A function that counts its calls. */
function counted<Value>(make: () => Value) {
  const count = { calls: 0 }
  const counting = () => {
    count.calls++
    return make()
  }
  return [counting, count] as const
}

test('makes a value at the first call, and only then', () => {
  const [make, count] = counted(() => undefined)
  const value = once(make)
  expect(count.calls).toBe(0)
  expect([value(), value()]).toEqual([undefined, undefined])
  expect(count.calls).toBe(1)
})

test('an object makes its fields at its first use, and only once', () => {
  const [fields, count] = counted(() => ({ id: z.number(), name: z.string().optional() }))
  const Row = lazyObject(fields)
  const Rows = z.array(Row.nullable())
  expect(count.calls).toBe(0)
  expect(Rows.parse([{ id: 1, name: 'a', other: true }, null])).toEqual([{ id: 1, name: 'a' }, null])
  expect(Row.safeParse({ name: 'a' }).error?.issues[0]?.path).toEqual(['id'])
  expect(Object.keys(Row.shape)).toEqual(['id', 'name'])
  expect(Row.extend({ age: z.number() }).parse({ id: 1, age: 2 })).toEqual({ id: 1, age: 2 })
  expect(count.calls).toBe(1)
})

test('a list makes its filters when it is first asked for', () => {
  const [filters, count] = counted(() => ({ term: z.string().optional() }))
  const Query = listQuery({ sorts: ['id'], defaultSort: { field: 'id', direction: 'desc' }, filters })
  expect(count.calls).toBe(0)
  expect([Query.parse({ term: 'a' }), Query.parse({})]).toMatchObject([{ term: 'a' }, { page: 1 }])
  expect(count.calls).toBe(1)
})

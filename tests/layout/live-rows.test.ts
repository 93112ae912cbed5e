import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeRows } from '../../src/layout/frame/live/merge-rows.ts'

const rowsOf = (...ids: number[]) => ({ rows: ids.map((id) => ({ id, at: 'before' })) })
const freshOf = (...ids: number[]) => ({ rows: ids.map((id) => ({ id, at: 'now' })) })
const idsOf = ({ rows }: { rows: readonly { id: number }[] }) => rows.map(({ id }) => id)

describe('a refreshed list', () => {
  test('updates values in place if nothing moved', () => {
    const { shown, count, left } = mergeRows(rowsOf(1, 2, 3), freshOf(1, 2, 3), () => true)
    expect(shown.rows).toEqual(freshOf(1, 2, 3).rows)
    expect([count, left.size]).toEqual([0, 0])
  })

  test('counts a new row, and does not treat the row it pushed off the page as removed', () => {
    const { shown, count, left } = mergeRows(rowsOf(1, 2, 3), freshOf(9, 1, 2), (id) => id === 9)
    expect(idsOf(shown)).toEqual([1, 2, 3])
    expect([count, left.size]).toEqual([1, 0])
  })

  test('keeps a row that no longer matches, and reports it', () => {
    const { shown, count, left } = mergeRows(rowsOf(1, 2, 3), freshOf(1, 3, 4), (id) => id === 2)
    expect(idsOf(shown)).toEqual([1, 2, 3])
    expect([count, [...left]]).toEqual([1, [2]])
  })

  test('counts only the rows that would move', () => {
    expect(mergeRows(rowsOf(1, 2, 3, 4), freshOf(4, 1, 2, 3), () => true).count).toBe(1)
    expect(mergeRows(rowsOf(1, 2, 3, 4), freshOf(4, 3, 2, 1), () => true).count).toBe(3)
  })

  test('never moves a row, whatever the update', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 })
    fc.assert(
      fc.property(ids, ids, (before, fresh) => {
        const { shown, count } = mergeRows(rowsOf(...before), freshOf(...fresh), () => true)
        expect(idsOf(shown)).toEqual(before)
        expect(count === 0).toBe(before.join() === fresh.join())
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLimit, maxPageSize, pageWindow, paginate } from '../../src/contract/list.ts'

describe('paginate', () => {
  // [1.2 page numbers] [R14 numbers] [2.3 pagination] [R14 fields] [R14 ends]
  test.each([
    // page, perPage, counted → current, first, last, results, totalPages, window
    [1, 10, 0, 1, 0, 0, 0, 1, [1]],
    [7, 10, 0, 1, 0, 0, 0, 1, [1]],
    [1, 10, 1, 1, 1, 1, 1, 1, [1]],
    [1, 10, 10, 1, 1, 10, 10, 1, [1]],
    [1, 10, 11, 1, 1, 10, 10, 2, [1, 2]],
    [2, 10, 11, 2, 11, 11, 1, 2, [1, 2]],
    [3, 10, 11, 2, 11, 11, 1, 2, [1, 2]],
    [1, 10, 100, 1, 1, 10, 10, 10, [1, 2, 3, 4, 5]],
    [3, 10, 100, 3, 21, 30, 10, 10, [1, 2, 3, 4, 5]],
    [4, 10, 100, 4, 31, 40, 10, 10, [2, 3, 4, 5, 6]],
    [9, 10, 100, 9, 81, 90, 10, 10, [6, 7, 8, 9, 10]],
    [10, 10, 100, 10, 91, 100, 10, 10, [6, 7, 8, 9, 10]],
    [2, 1, 3, 2, 2, 2, 1, 3, [1, 2, 3]],
    [67, 150, 10_001, 67, 9_901, 10_000, 100, 67, [63, 64, 65, 66, 67]],
  ])('page %i at %i per page with %i rows', (page, perPage, counted, current, first, last, results, totalPages, window) => {
    expect(paginate({ page, perPage }, counted)).toMatchObject({
      current_page: current,
      first_page: 1,
      last_page: totalPages,
      first_result: first,
      last_result: last,
      results,
      total_pages: totalPages,
      pages: window,
      configuredEntries: perPage,
    })
  })

  // [R14 numbers] [2.3 pagination] [R14 ends]
  test('has no page beyond the first or last', () => {
    expect(paginate({ page: 1, perPage: 10 }, 25)).toMatchObject({
      previous_page: null,
      next_page: 2,
      has_previous_page: false,
      has_next_page: true,
    })
    expect(paginate({ page: 3, perPage: 10 }, 25)).toMatchObject({
      previous_page: 2,
      next_page: null,
      has_previous_page: true,
      has_next_page: false,
    })
  })

  test('sets total_capped only when the count is capped', () => {
    expect(paginate({ page: 1, perPage: 10 }, countLimit)).not.toHaveProperty('total_capped')
    expect(paginate({ page: 1, perPage: 10 }, countLimit + 1)).toMatchObject({
      total_capped: true,
      total_results: countLimit,
      total_pages: 1000,
    })
  })

  const request = fc.record({ page: fc.integer({ min: 1, max: 1_000_000 }), perPage: fc.integer({ min: 1, max: maxPageSize }) })

  // [1.3 pagination] [1.9 page window] [2.3 pagination] [R14 fields]
  test('is consistent for any request and count', () => {
    fc.assert(
      fc.property(request, fc.integer({ min: 0, max: countLimit + 1 }), (asked, counted) => {
        const page = paginate(asked, counted)
        expect(page.total_results).toBe(Math.min(counted, countLimit))
        expect(page.current_page).toBeLessThanOrEqual(page.total_pages)
        expect(page.results).toBe(page.total_results === 0 ? 0 : page.last_result - page.first_result + 1)
        expect(page.has_next_page).toBe(page.next_page !== null)
        expect(page.has_previous_page).toBe(page.previous_page !== null)
        expect(page.has_next_page).toBe(page.last_result < page.total_results)
        expect(page.pages).toContain(page.current_page)
        expect(page.pages).toHaveLength(Math.min(pageWindow, page.total_pages))
        expect(page.pages).toEqual(page.pages.map((_, index) => (page.pages[0] ?? 0) + index))
      }),
    )
  })

  test('covers every row exactly once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: maxPageSize }), fc.integer({ min: 1, max: 2_000 }), (perPage, counted) => {
        const first = paginate({ page: 1, perPage }, counted)
        let next = 1
        for (let page = 1; page <= first.total_pages; page++) {
          const { first_result, last_result } = paginate({ page, perPage }, counted)
          expect(first_result).toBe(next)
          next = last_result + 1
        }
        expect(next).toBe(counted + 1)
      }),
    )
  })
})

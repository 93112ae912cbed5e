import { act, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { notice } from '../../src/layout/kit/notice.ts'
import { setWalk } from '../../src/layout/list/walk/walk.ts'
import { makeWalkable, walkOf } from '../../src/layout/list/walk/walk-pages.ts'
import { customersList } from '../../src/views/customers/customers-list.tsx'
import { catchCalls, pageOf } from './support/console.tsx'
import { aCustomerRow } from './support/customer.ts'
import { backHref, consoleAt, onPageOf, place, serve, walk } from './support/list-walk.ts'

describe('a walk through a list', () => {
  describe('through rows that lead to the same record', () => {
    /** 300 rows. The first ones lead to customer 5, and those from `other` on to customer 6. */
    async function openFirst(other: number) {
      const pages: number[] = []
      const idle: (() => void)[] = []
      vi.stubGlobal('requestIdleCallback', (task: () => void) => idle.push(task))
      vi.stubGlobal('cancelIdleCallback', (handle: number) => void idle.splice(handle - 1, 1, () => {}))
      catchCalls((path, query) => {
        if (path !== '/customers') return serve(path, query)
        const page = Number(query.get('page'))
        pages.push(page)
        return pageOf(
          Array.from({ length: 10 }, (_, index) => aCustomerRow((page - 1) * 10 + index + 1)),
          300,
          page,
        )
      })
      const list = { ...customersList, id: 'same', href: ({ id }: { id: number }) => (id < other ? '/customers/5' : '/customers/6') }
      makeWalkable(list)
      const first = pageOf(
        Array.from({ length: 10 }, (_, index) => aCustomerRow(index + 1)),
        300,
      )
      setWalk(walkOf(list, '/customers', {}, { ...first, rows: [...first.rows] }))
      await consoleAt('/customers/5')
      await onPageOf(5)
      const rest = () => act(async () => idle.splice(0).forEach((task) => task()))
      return { pages, rest }
    }

    test('prefetches one page, and fetches a few more on a step', async () => {
      const { pages, rest } = await openFirst(1000)
      for (let turn = 0; turn < 5; turn++) await rest()
      expect(pages).toEqual([2])
      await act(async () => walk().step(1))
      await waitFor(() => expect(notice.get()).toBe('The next pages of the list lead here as well. Press again to look further.'))
      expect(pages).toEqual([2, 3, 4, 5, 6, 7])
      for (let turn = 0; turn < 5; turn++) await rest()
      expect(pages).toHaveLength(6)
      expect(walk().whyNot(1)).toBeNull()
    })

    test('finds the next record several pages away', async () => {
      await openFirst(36)
      await act(async () => walk().step(1))
      await onPageOf(6)
      expect(place()).toContain('36 of 300')
      expect(backHref()).toBe('/customers?page=4')
    })
  })
})

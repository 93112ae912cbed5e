import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Target } from '../../src/commands/engine/targets.ts'
import { questions } from '../../src/layout/commands/questions.ts'
import { useCurrentTarget } from '../../src/layout/commands/use-commands.ts'
import { createStore, useStore } from '../../src/layout/kit/store.ts'
import {
  anaFound,
  type Call,
  chosenRow,
  customerRowOf,
  enterText,
  found,
  holdCalls,
  listOf,
  luis,
  openPalette,
  press,
  renderConsole,
  rows,
} from './palette-harness.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('late responses', () => {
  test('a request for replaced text is aborted and its response never shown', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('ana@cafesol.es')
    const first = await call(/find\/ana/)
    enterText('bea@cafesol.es')
    const second = await call(/find\/bea/)
    await waitFor(() => expect(first.signal?.aborted).toBe(true))
    await second.answer({ ...anaFound, id: 9, firstname: 'Bea' })
    await first.answer(anaFound)
    await waitFor(() => expect(chosenRow()).toContain('Bea Ruiz'))
    expect(rows().join()).not.toContain('Ana Ruiz')
  })

  test('the user’s selection stays when records arrive', async () => {
    const { call } = holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('copy')
    press('ArrowDown')
    const chosen = chosenRow()
    expect(chosen).toContain('Copy id')
    await (await call(/customers\/search\?term=copy/)).answer(found([customerRowOf(1, 'Copy Shop', 'c@copy.es')]))
    await waitFor(() => expect(rows().join()).toContain('Copy Shop'))
    expect(chosenRow()).toBe(chosen)
  })

  test('an initially selected command stays selected and first', async () => {
    const { call } = holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('ban')
    expect(chosenRow()).toContain('Ban Luis Prat')
    await (await call(/customers\/search/)).answer(found([customerRowOf(1, 'Ban Kimoon', 'ban@un.org')]))
    await waitFor(() => expect(rows().join()).toContain('Ban Kimoon'))
    expect(chosenRow()).toContain('Ban Luis Prat')
    expect(rows()[0]).toContain('Ban Luis Prat')
  })

  test('typing only the name of the customer on screen matches the record, not a command', async () => {
    const { call } = holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('luis prat')
    await (await call(/customers\/search/)).answer(found([customerRowOf(1, 'Luis Prat', 'luis@cafe.es')]))
    await waitFor(() => expect(chosenRow()).toContain('luis@cafe.es'))
    expect(rows()[0]).not.toContain('Ban')
    enterText('ban luis')
    await waitFor(() => expect(chosenRow()).toContain('Ban Luis Prat'))
  })

  test('‘unban’ on somebody who isn’t banned says so, and never offers the ban', async () => {
    holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('unban')
    await waitFor(() => expect(chosenRow()).toContain('Unban Luis Pratunavailable: Not banned'))
    expect(rows().join()).not.toContain('Ban Luis')
    press('Enter')
    await screen.findByText('Unavailable: Not banned.')
    expect(questions.get()).toEqual([])
  })

  test('commands wait for neither the debounce nor the network', async () => {
    holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText('invoices')
    expect(chosenRow()).toContain('Invoices')
    press('Enter')
    await waitFor(() => expect(at()).toBe('/invoices'))
  })

  test('a name within a text is not taken while another one may still be found', async () => {
    const { calls } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('note ana ruiz called twice')
    const termOf = ({ url }: Call) => url.searchParams.get('term')
    const isHeld = (each: Call) => termOf(each) === 'ruiz called'
    const answerAll = async (isMeant: (each: Call) => boolean) => {
      for (const each of calls.filter((one) => one.isOpen && isMeant(one)))
        await each.answer(
          each.path.endsWith('/search')
            ? found(termOf(each) === 'ana ruiz' ? [customerRowOf(5, 'Ana Ruiz', 'ana@cafesol.es')] : [])
            : listOf([]),
        )
    }
    await waitFor(async () => {
      await answerAll((each) => !isHeld(each))
      expect(rows().join()).toContain('Ana Ruiz · Add a note')
    })
    expect(chosenRow()).toBeNull()
    await answerAll(isHeld)
    await waitFor(() => expect(chosenRow()).toContain('Ana Ruiz · Add a note — called twice'))
  })

  test('a name in a note is not taken for its text on somebody else’s page', async () => {
    const { calls } = holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('note Ana Ruiz 5,50')
    await waitFor(async () => {
      for (const each of calls.filter(({ isOpen }) => isOpen)) {
        const isHers = each.url.searchParams.get('term') === 'Ana Ruiz'
        await each.answer(
          each.path.endsWith('/search') ? found(isHers ? [customerRowOf(5, 'Ana Ruiz', 'ana@cafesol.es')] : []) : listOf([]),
        )
      }
      expect(rows().join()).toContain('Ana Ruiz · Add a note — 5,50')
    })
    expect(chosenRow() ?? '').not.toContain('Luis Prat')
  })

  test('free text is searched once typing pauses for 150 ms', async () => {
    const { calls } = holdCalls()
    await renderConsole()
    await openPalette()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    enterText('Ana R')
    act(() => void vi.advanceTimersByTime(100))
    enterText('Ana Ruiz')
    act(() => void vi.advanceTimersByTime(149))
    expect(calls).toEqual([])
    await act(async () => {
      vi.advanceTimersByTime(1)
      await Promise.resolve()
    })
    expect(calls.map(({ path, url }) => `${path}${decodeURIComponent(url.search)}`)).toEqual([
      '/customers/search?term=Ana+Ruiz&limit=6',
      '/qrs?searchTerm=Ana+Ruiz&searchMode=name&perPage=6',
      '/users?search=Ana+Ruiz&perPage=50&sortField=name',
      '/qrs/folders?sort=name&sortDirection=asc&name=Ana+Ruiz&perPage=6',
      '/qrs/folders?sort=name&sortDirection=asc&searchTerm=Ana+Ruiz&perPage=20',
    ])
  })
})

describe('opened while the record on screen is still loading', () => {
  const onPage = createStore<Target | null>(null)
  beforeEach(() => onPage.set(null))
  const arrive = (record: Target) => act(() => onPage.set(record))

  function Arriving() {
    const target = useStore(onPage)
    useCurrentTarget(target, target === null)
    return null
  }

  test('offers the record’s actions once it loads and keeps the text typed so far', async () => {
    holdCalls()
    await renderConsole(null, <Arriving />)
    const input = await openPalette()
    enterText('ban')
    expect(rows().join()).not.toContain('Ban Luis Prat')
    arrive(luis)
    await waitFor(() => expect(chosenRow()).toContain('Ban Luis Prat'))
    expect(input.value).toBe('ban')
  })

  test('does not interrupt a user who is already choosing a customer', async () => {
    holdCalls()
    await renderConsole(null, <Arriving />)
    await openPalette()
    enterText('extend trial 7')
    await waitFor(() => expect(chosenRow()).toContain('Extend trial'))
    press('Enter')
    await screen.findByText('Choose the customer')
    enterText('ana@')
    arrive(luis)
    expect(screen.getByText('Choose the customer')).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('ana@')
    press('Escape')
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('extend trial 7')
    await waitFor(() => expect(rows().join()).toContain('Luis Prat'))
  })
})

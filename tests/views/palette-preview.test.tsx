import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closePalette } from '../../src/layout/commands/palette-state.ts'
import { rememberRecord } from '../../src/layout/commands/recent.ts'
import { setWalk } from '../../src/layout/list/walk/walk.ts'
import { ana, enterText, holdCalls, input, listOf, openPalette, press, renderConsole, user } from './palette-harness.tsx'

beforeEach(() => {
  localStorage.clear()
  setWalk(null)
})
afterEach(() => {
  closePalette()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const preview = () => screen.getByLabelText('Preview')

describe('the preview', () => {
  const remember = (id: number, label: string) =>
    rememberRecord(user.id, { type: 'customer', id, label, detail: `${id}@example.com`, href: `/customers/${id}` })

  test('sends no request until a row stays highlighted, and none for rows passed over', async () => {
    const { calls } = holdCalls()
    await renderConsole()
    remember(3, 'Third')
    remember(2, 'Second')
    remember(1, 'First')
    await openPalette()
    await waitFor(() => expect(within(preview()).getByText('First')).toBeDefined())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const moveOn = () => {
      press('ArrowDown')
      act(() => void vi.advanceTimersByTime(50))
      act(() => void vi.advanceTimersByTime(69))
    }
    moveOn()
    moveOn()
    expect(calls.filter(({ path }) => path !== '/customers/1')).toEqual([])
    await act(async () => {
      vi.advanceTimersByTime(1)
      await Promise.resolve()
    })
    vi.useRealTimers()
    expect(calls.map(({ path }) => path)).toContain('/customers/3')
    expect(calls.map(({ path }) => path)).not.toContain('/customers/2')
  })

  test('shows the key facts first, and offers a retry if a further fact fails to load', async () => {
    const { call } = holdCalls()
    await renderConsole()
    remember(8812, 'Ana Ruiz')
    await openPalette()
    await (await call(/GET \/customers\/8812$/)).answer({ ...ana, planPrice: 1990, planCurrency: 'eur', planMonths: 1, banned: true })
    await waitFor(() => expect(within(preview()).getByText('active')).toBeDefined())
    expect(within(preview()).getByText('Pro · 19,90 €/month')).toBeDefined()
    expect(within(preview()).getByText('2FA on')).toBeDefined()
    expect(within(preview()).getAllByText('banned')).toHaveLength(1)
    await (await call(/GET \/payments\?user=8812/)).fail(500, 'Broken')
    await waitFor(() => expect(within(preview()).getByText('Retry')).toBeDefined())
    await (await call(/GET \/qrs\?customer=8812/)).answer(listOf([]))
    await waitFor(() => expect(within(preview()).getByText('0')).toBeDefined())
    expect(document.activeElement).toBe(input())
  })

  test('aborts the request of a row that is no longer highlighted', async () => {
    const { call } = holdCalls()
    await renderConsole()
    remember(8812, 'Ana Ruiz')
    remember(5, 'Luis Prat')
    await openPalette()
    const luis = await call(/GET \/customers\/5$/)
    press('ArrowDown')
    await waitFor(() => expect(luis.signal?.aborted).toBe(true))
    await call(/GET \/customers\/8812$/)
  })

  test('shows a command’s target and why it cannot run', async () => {
    holdCalls()
    await renderConsole({ type: 'customer', record: ana })
    await openPalette()
    enterText('resume')
    await waitFor(() => expect(within(preview()).getByText('Staff didn’t cancel it.')).toBeDefined())
    expect(within(preview()).getByText('Ana Ruiz (ana@cafesol.es, #8812)')).toBeDefined()
  })

  test.each([
    ['ban', 'Ban Ana Ruiz', 'What happens: Ana Ruiz (ana@cafesol.es, #8812) is signed out of the app and cannot sign in again.'],
    ['resume', 'Resume subscription', null],
    ['copy email', 'Copy email', null],
  ])('says what ‘%s’ will do, if it asks first and can be done', async (text, title, outcome) => {
    holdCalls()
    await renderConsole({ type: 'customer', record: ana })
    await openPalette()
    enterText(text)
    await waitFor(() => expect(within(preview()).getByRole('heading').textContent).toBe(title))
    const shown = /What happens: .*/.exec(preview().textContent ?? '')?.[0] ?? null
    expect(shown?.slice(0, outcome?.length) ?? null).toBe(outcome)
  })
})

import { act, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '../../src/api/client.ts'
import { errorText, Toasts, toastError, toastSuccess } from '../../src/layout/kit/toasts.tsx'

const failure = (status: number | null, message?: string) =>
  new ApiFailure(status, message === undefined ? null : { statusCode: status ?? 0, error: 'conflict', message })

describe('the text of an error toast', () => {
  // [1.8 error toast] [1.8 server errors] [R21 toast texts] [2.8 operation error]
  test.each([
    [500, 'Internal Server Error.'],
    [404, 'Not found'],
    [409, 'Conflict'],
    [429, 'Too Many Requests'],
    [418, 'Operation error, try again.'],
    [599, 'Server error.'],
    [null, 'Unknwon error'],
  ])('is the text for status %s', (status, text) => {
    expect(errorText('Failed', failure(status))).toBe(text)
  })

  test('falls back to the documented text for anything else [1.8 unknown error]', () => {
    expect(errorText('Failed', new TypeError('x is not a function'))).toBe('Unknwon error')
    expect(errorText('Failed', undefined)).toBe('Unknwon error')
  })

  test('says why no reply came, if that is known', () => {
    const lost = new ApiFailure(null, null, null, new TypeError('Failed to fetch'))
    expect(errorText('Failed', lost)).toBe('Unknwon error: The server could not be reached, or its response was cut off.')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(errorText('Failed', lost)).toBe('Unknwon error: You are offline.')
    expect(errorText('Failed', new TypeError('Failed to fetch a part of the console'))).toBe('Unknwon error: You are offline.')
    expect(errorText('Failed', failure(503))).toBe('Service Unavailable')
  })

  test('adds the server’s message if it says more', () => {
    expect(errorText('Failed to ban', failure(409, 'Ana is deleted.'))).toBe('Conflict: Ana is deleted.')
    expect(errorText('Failed', failure(404, 'Not found.'))).toBe('Not found')
    expect(errorText('Invalid credentials', failure(401, 'Invalid credentials.'))).toBe('Unauthorized')
  })
})

describe('toasts', () => {
  test('appear in a polite live region, with their action button', async () => {
    let undone = 0
    render(<Toasts />)
    act(() => {
      toastSuccess('Ana is banned.', { action: { label: 'Undo', onClick: () => undone++ } })
      toastError('Load error', failure(503))
    })
    await screen.findByText('Load error')
    expect(screen.queryByText('Service Unavailable')).not.toBeNull()
    const success = screen.getByText('Ana is banned.')
    expect(success.closest('[aria-live="polite"]')).toBeTruthy()
    act(() => screen.getByRole('button', { name: 'Undo' }).click())
    expect(undone).toBe(1)
  })

  // [1.8 error toast] [1.8 success toast] [2.8 toast times] [R54 toast times]
  test.each([
    ['an error', 3000, (title: string) => toastError(title, failure(503))],
    ['a success', 2000, (title: string) => toastSuccess(title)],
    ['one with an action', 8000, (title: string) => toastSuccess(title, { action: { label: 'Undo', onClick: () => {} } })],
  ])('%s stays at the bottom centre for %i ms', async (title, time, show) => {
    render(<Toasts />)
    act(() => show(`${title}, once to have it loaded`))
    const list = (await screen.findByText(`${title}, once to have it loaded`)).closest('ol')
    expect([list?.getAttribute('data-y-position'), list?.getAttribute('data-x-position')]).toEqual(['bottom', 'center'])
    vi.useFakeTimers()
    try {
      act(() => show(`${title}, timed`))
      await act(async () => vi.advanceTimersByTimeAsync(time - 100))
      expect(screen.queryByText(`${title}, timed`)).not.toBeNull()
      // The toast's duration plus the exit animation.
      await act(async () => vi.advanceTimersByTimeAsync(100 + 1000))
      expect(screen.queryByText(`${title}, timed`)).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})

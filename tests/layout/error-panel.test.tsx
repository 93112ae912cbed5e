import { render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ApiFailure, UnfitReply } from '../../src/api/client.ts'
import { listUsers } from '../../src/contract/users.ts'
import { describeError, ErrorPanel } from '../../src/layout/kit/error-panel.tsx'

describe('describeError', () => {
  test.each([
    [new ApiFailure(404, null), 404, 'Not found'],
    [new ApiFailure(503, null), 503, 'Service Unavailable'],
    [new ApiFailure(null, null), 500, 'Internal Server Error.'],
    [new Error('boom'), 500, 'Internal Server Error.'],
    [undefined, 500, 'Internal Server Error.'],
  ])('maps %s to status %i [1.2 error panel] [2.8 without status]', (error, status, text) => {
    expect(describeError(error)).toMatchObject({ status, text })
  })

  test('advises the user on what to do', () => {
    expect(describeError(new ApiFailure(null, null)).advice).toMatch(/connection/)
    expect(describeError(new ApiFailure(429, null, 1)).advice).toBe('Wait 1 second, then try again.')
    expect(describeError(new ApiFailure(429, null, 600)).advice).toBe('Wait 10 minutes, then try again.')
    expect(describeError(new ApiFailure(409, { statusCode: 409, error: 'stale', message: 'Changed by Luis.' })).advice).toBe(
      'Changed by Luis.',
    )
    expect(describeError(new ApiFailure(404, null)).advice).toBeNull()
    expect(describeError(new UnfitReply(listUsers, 200, 'rows is missing')).advice).toMatch(/^The connection is fine\./)
  })
})

describe('ErrorPanel', () => {
  test('shows the status and text, and retries on click [1.2 error panel]', () => {
    const retry = vi.fn<() => void>()
    render(<ErrorPanel error={new ApiFailure(502, null)} title="Load error, try again" onRetry={retry} />)
    expect(screen.getByRole('alert').textContent).toContain('502 Bad Gateway')
    expect(screen.queryByText('Load error, try again')).not.toBeNull()
    screen.getByRole('button', { name: 'Retry' }).click()
    expect(retry).toHaveBeenCalledOnce()
  })

  test('reloads the page when no retry handler is given [1.2 retry reloads]', () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    render(<ErrorPanel error={null} />)
    screen.getByRole('button', { name: 'Retry' }).click()
    expect(reload).toHaveBeenCalledOnce()
  })
})

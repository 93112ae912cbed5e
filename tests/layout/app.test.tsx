import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { App } from '../../src/app.tsx'
import { startSession } from '../../src/layout/session/session.ts'

let answer: (response: Response) => void
const asked = vi.fn<(url: string) => Promise<Response>>(
  () =>
    new Promise((resolve) => {
      answer = resolve
    }),
)

describe('console startup (document 1, section 2)', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', asked.mockClear())
    window.history.replaceState(null, '', '/customers')
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    void startSession(client)
    render(
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>,
    )
  })

  test('shows a spinner while loading the signed-in user; a 401 leads to the login [1.2 start]', async () => {
    expect(asked.mock.calls.map(([url]) => url)).toEqual(['/api/admin/auth/me'])
    expect(screen.queryByText('Starting')).not.toBeNull()
    await act(async () => answer(Response.json({ statusCode: 401, error: 'unauthorized', message: 'Sign in.' }, { status: 401 })))
    await screen.findByRole('form', { name: 'Sign in' })
    expect(window.location.pathname).toBe('/login')
  })

  test('any other failure fills the screen, and Retry sends the request again [1.2 start failure]', async () => {
    await act(async () => answer(new Response('', { status: 503 })))
    expect((await screen.findByRole('alert')).textContent).toContain('503')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(asked).toHaveBeenCalledTimes(2)
    expect(screen.queryByText('Starting')).not.toBeNull()
  })
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SignIn } from '../../src/sign-in.tsx'

const fetchMock = vi.fn<(url: string) => Promise<Response>>()

function openAt(address: string, { keepOrigin = true } = {}) {
  window.history.replaceState(null, '', address)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SignIn keepOrigin={keepOrigin} notice={null} />
    </QueryClientProvider>,
  )
}

const address = () => window.location.pathname + window.location.search

async function logIn() {
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'ana@example.com' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret1' } })
  fireEvent.submit(screen.getByRole('form'))
}

/** Answers by path ending. */
function answer(replies: Record<string, () => Response>) {
  fetchMock.mockImplementation(async (url) => {
    const found = Object.keys(replies).find((end) => url.endsWith(end))
    return (found && replies[found]?.()) || new Response('', { status: 500 })
  })
}

const accepted = (twoFactor: boolean) => () => Response.json({ '2fa': twoFactor, name: 'Ana', email: 'ana@example.com' })

describe('the public screens', () => {
  beforeEach(() => vi.stubGlobal('fetch', fetchMock.mockReset()))

  test('keep the requested page in the login URL [1.1 tab title] [1.2 without session]', async () => {
    openAt('/customers/12?tab=qrs')
    await waitFor(() => expect(address()).toBe('/login?origin=%2Fcustomers%2F12%3Ftab%3Dqrs'))
    expect(document.title).toBe('Login | Quaydesk CRM')
  })

  test('never lead to another site, even if the URL names one as origin [R4 own places]', async () => {
    openAt('/login?origin=https%3A%2F%2Fevil.example%2F&redirect=%2F%2Fevil.example')
    await screen.findByLabelText('Email')
    expect(document.querySelector('a[href*="evil.example"]')).toBeNull()
    expect(window.location.hostname).not.toContain('evil')
  })

  test('keep no origin after signing out', async () => {
    openAt('/customers/12', { keepOrigin: false })
    await waitFor(() => expect(address()).toBe('/login'))
  })

  // [1.2 needs login answer]
  test.each(['/qr-code', '/pages-two-step-verification'])('redirect %s to the login without a login response', async (path) => {
    openAt(`${path}?origin=%2Fqrs`)
    await waitFor(() => expect(address()).toBe('/login?origin=%2Fqrs'))
    expect(screen.getByRole('heading').textContent).toBe('Sign in')
  })

  // [1.2 two-step] [1.2 to verification] [1.4 session states]
  test('go to verification if two-factor is on, and back with the email kept', async () => {
    answer({ '/auth/login': accepted(true) })
    openAt('/login?origin=%2Fqrs')
    await logIn()
    await screen.findByRole('heading', { name: 'Two-factor authentication' })
    expect(address()).toBe('/pages-two-step-verification?origin=%2Fqrs')
    fireEvent.click(screen.getByRole('button', { name: 'Use another account' }))
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@example.com')
    expect(address()).toBe('/login?origin=%2Fqrs')
  })

  // [1.2 qr-code] [1.2 to activation] [1.2 activation code] [1.8 invalid code]
  test('go to activation if two-factor is off, with the key in groups of four and a code field', async () => {
    answer({
      '/auth/login': accepted(false),
      '/auth/2fa/generate': () => Response.json({ base32: 'ABCDEFGHIJKL', otpauth_url: 'otpauth://totp/x?secret=ABCDEFGHIJKL' }),
      '/auth/2fa/verify': () => Response.json({ statusCode: 401, error: 'invalid_code', message: 'Invalid 2FA code.' }, { status: 401 }),
    })
    openAt('/login')
    await logIn()
    const code = await screen.findByLabelText<HTMLInputElement>('Code from the app')
    expect(address()).toBe('/qr-code')
    expect([...(document.querySelector('code')?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['ABCD', 'EFGH', 'IJKL'])
    expect(code.maxLength).toBe(6)
    fireEvent.change(code, { target: { value: '123456' } })
    fireEvent.submit(screen.getByRole('form'))
    await screen.findByText('Invalid code')
    expect(fetchMock.mock.lastCall?.[0]).toMatch(/verify$/)
  })

  test('show during activation how long to wait after too many codes', async () => {
    const body = { statusCode: 429, error: 'too_many_requests', message: 'Too many attempts, try again later.' }
    answer({
      '/auth/login': accepted(false),
      '/auth/2fa/generate': () => Response.json({ base32: 'ABCDEFGHIJKL', otpauth_url: 'otpauth://totp/x?secret=ABCDEFGHIJKL' }),
      '/auth/2fa/verify': () => Response.json(body, { status: 429, headers: { 'retry-after': '86400' } }),
    })
    openAt('/login')
    await logIn()
    fireEvent.change(await screen.findByLabelText('Code from the app'), { target: { value: '123456' } })
    fireEvent.submit(screen.getByRole('form'))
    await screen.findByText(/^Too many codes were tried\. Wait 24 hours, or ask a colleague/)
  })

  test('return to the login with the reason when the challenge has expired', async () => {
    answer({
      '/auth/login': accepted(false),
      '/auth/2fa/generate': () => Response.json({ statusCode: 401, error: 'challenge_expired', message: 'over' }, { status: 401 }),
    })
    openAt('/login')
    await logIn()
    expect((await screen.findByRole('status')).textContent).toContain('took too long')
    expect(address()).toBe('/login')
  })
})

import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { LoginReply } from '../../src/contract/auth.ts'
import { Toasts } from '../../src/layout/kit/toasts.tsx'
import { LoginView } from '../../src/views/login/login-view.tsx'

const fetchMock = vi.fn<typeof fetch>()
const onAccepted = vi.fn<(reply: LoginReply) => Promise<void>>(async () => {})
const accepted = { '2fa': true, name: 'Ana', email: 'ana@example.com' }

function open(props: { notice?: string } = {}) {
  render(<LoginView refusal={null} email="" notice={props.notice ?? null} onAccepted={onAccepted} onSignedIn={() => Promise.resolve()} />)
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  return {
    email,
    password,
    fill: (typedEmail: string, typedPassword: string) => {
      fireEvent.change(email, { target: { value: typedEmail } })
      fireEvent.change(password, { target: { value: typedPassword } })
    },
    submit: () => fireEvent.submit(screen.getByRole('form')),
  }
}

describe('login', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', fetchMock.mockReset())
    onAccepted.mockClear()
  })

  test('sends the trimmed email once, and passes the response on [1.2 login form] [1.5 login]', async () => {
    fetchMock.mockImplementation(async () => Response.json(accepted))
    const { fill, submit } = open()
    fill('  ana@example.com ', 'pass 1')
    submit()
    expect(screen.getByRole('button', { name: /^Sign in/ }).getAttribute('aria-busy')).toBe('true')
    submit()
    await waitFor(() => expect(onAccepted).toHaveBeenCalledExactlyOnceWith(accepted))
    expect(fetchMock.mock.calls.map(([, init]) => init?.body)).toEqual([JSON.stringify({ email: 'ana@example.com', password: 'pass 1' })])
  })

  test('shows field errors and focuses the first invalid field [1.5 present]', () => {
    const { email, password, fill, submit } = open()
    submit()
    expect(screen.getAllByText('Must be present.')).toHaveLength(2)
    expect(document.activeElement).toBe(email)
    fill('nobody', '')
    submit()
    expect(screen.queryByText('Enter a valid email.')).not.toBeNull()
    fill('ana@example.com', '')
    submit()
    expect(document.activeElement).toBe(password)
    expect(fetchMock).not.toHaveBeenCalled()
  })

  test('keeps the input if the credentials are rejected [1.8 invalid credentials] [R7 401 stays]', async () => {
    fetchMock.mockImplementation(async () =>
      Response.json({ statusCode: 401, error: 'invalid_credentials', message: 'Invalid credentials' }, { status: 401 }),
    )
    const { email, password, fill, submit } = open()
    fill('ana@example.com', 'wrong')
    submit()
    await screen.findByText('Invalid credentials')
    expect([email.value, password.value]).toEqual(['ana@example.com', 'wrong'])
    expect(document.activeElement).toBe(password)
    expect(onAccepted).not.toHaveBeenCalled()
  })

  test('also shows the error in a toast [1.8 invalid credentials]', async () => {
    fetchMock.mockImplementation(async () =>
      Response.json({ statusCode: 401, error: 'invalid_credentials', message: 'Invalid credentials' }, { status: 401 }),
    )
    const { container } = render(<Toasts />)
    const { fill, submit } = open()
    fill('ana@example.com', 'wrong')
    submit()
    await waitFor(() => expect(container.querySelector('[data-kind=error]')?.textContent).toContain('Invalid credentials'))
  })

  test('shows how long to wait after too many attempts', async () => {
    fetchMock.mockImplementation(async () => new Response('', { status: 429, headers: { 'retry-after': '42' } }))
    const { fill, submit } = open()
    fill('ana@example.com', 'wrong')
    submit()
    expect((await screen.findByRole('alert')).textContent).toContain('42 seconds')
    expect(screen.getByRole('alert').textContent).toContain('If a colleague with full access unlocks your account before that, reload')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' }).disabled).toBe(true)
    submit()
    expect(fetchMock).toHaveBeenCalledOnce()
  })

  test('shows that the server cannot be reached', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    const { fill, submit } = open()
    fill('ana@example.com', 'right')
    submit()
    expect((await screen.findByRole('alert')).textContent).toContain('could not be reached')
  })

  test('shows the notice about an ended session', () => {
    open({ notice: 'Your session has ended.' })
    expect(screen.getByRole('status').textContent).toContain('Your session has ended.')
  })
})

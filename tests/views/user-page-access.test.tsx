import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deviceOf } from '../../src/layout/records/session-columns.tsx'
import { at, done, freshForEachTest, own, press, serve } from './support/users.tsx'

freshForEachTest()

describe('access on the user page', () => {
  const form = () => screen.findByRole('form', { name: 'Edit user' })

  test('resets two-factor only once if it is on, and confirms it [1.4 reset 2fa] [1.8 2fa reset]', async () => {
    let finish: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { sent } = serve(async ({ method }) => {
      if (method !== 'PATCH') return undefined as never
      await held
      return { body: done }
    })
    await at('/users/12')
    await form()
    press('Reset 2FA')
    const dialog = await screen.findByRole('alertdialog', { name: /^Reset two-factor authentication of Marta Vidal/ })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    // While the request is pending, the button does not start a second one.
    const card = within(screen.getByRole('region', { name: 'Two-factor authentication', hidden: true }))
    const button = () => card.getByRole('button', { name: /Reset/, hidden: true })
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'))
    fireEvent.click(button())
    finish()
    await screen.findByText('Two-factor authentication reset: Marta Vidal.')
    expect(sent.map(({ path }) => path)).toEqual(['/users/reset-2fa/12'])
  })

  test('can’t reset two-factor again after a reset', async () => {
    const { sent, people } = serve(({ method }) => {
      if (method !== 'PATCH') return undefined
      Object.assign(people[1] ?? {}, { '2fa': false })
      return { body: done }
    })
    await at('/users/12')
    await form()
    press('Reset 2FA')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Reset 2FA' }).title).toContain('unavailable: Two-factor is off.'))
    press('Reset 2FA')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent).toHaveLength(1)
  })

  test('can’t reset two-factor if it is off, and says why [1.4 reset 2fa]', async () => {
    const { sent } = serve()
    await at(`/users/${own.id}`)
    await form()
    const button = screen.getByRole('button', { name: 'Reset 2FA' })
    expect(button.title).toContain('unavailable: Two-factor is off.')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent).toEqual([])
  })

  test('shows until when sign-in is locked and can unlock it', async () => {
    const { sent, people } = serve(({ method, path }) => {
      if (method !== 'DELETE' || path !== '/users/12/lock') return undefined
      Object.assign(people[1] ?? {}, { lockedUntil: null })
      return { body: { success: true, auditId: 77 } }
    })
    Object.assign(people[1] ?? {}, { lockedUntil: 1_795_060_800 })
    await at('/users/12')
    await form()
    const card = within(screen.getByRole('region', { name: 'Sign-in is locked' }))
    expect(card.getByText(/^Locked until/).textContent).toBe('Locked until 19-11-2026 05:00:00.')
    fireEvent.click(card.getByRole('button', { name: 'Unlock' }))
    await screen.findByText('Sign-in unlocked: Marta Vidal.')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Sign-in is locked' })).toBeNull())
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /users/12/lock'])
  })

  test('shows no lock if there is none', async () => {
    serve()
    await at('/users/12')
    await form()
    expect(screen.queryByText(/locked/i)).toBeNull()
  })

  test('lists sessions with device and IP address, and ends one or all of them', async () => {
    const { sent } = serve()
    await at('/users/12')
    const table = await screen.findByRole('table', { name: 'Sessions' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Firefox on Windows 10\.0\.0\.9/),
      expect.stringMatching(/^Unknown device this one—/),
    ])
    press('End the session: Firefox on Windows, 10.0.0.9')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End session' }))
    await screen.findByText('Session ended: Marta Vidal.')
    press('End all')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End all' }))
    await screen.findByText('Sessions ended: Marta Vidal (2).')
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /users/12/sessions/3', 'DELETE /users/12/sessions'])
  })

  test('says that the user is not signed in anywhere after the last session ends', async () => {
    let isEnded = false
    serve(({ method, path }) => {
      if (method === 'DELETE') isEnded = true
      return isEnded && path === '/users/12/sessions' && method === 'GET' ? { body: { rows: [] } } : undefined
    })
    await at('/users/12')
    fireEvent.click(await screen.findByRole('button', { name: 'End the session: Firefox on Windows, 10.0.0.9' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End session' }))
    await screen.findByText('Marta Vidal is not signed in anywhere.')
  })
})

test.each([
  [null, 'Unknown device'],
  ['', 'Unknown device'],
  ['curl/8.5', 'curl/8.5'],
  ['test', 'test'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Chrome on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
])('the device of %j is %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deviceOf } from '../../src/views/user/sessions-panel.tsx'
import { refusal } from './support/customer-page.tsx'
import { at, done, field, freshForEachTest, keptTexts, own, press, problemOf, serve, type } from './support/users.tsx'

freshForEachTest()

describe('the user page', () => {
  const form = () => screen.findByRole('form', { name: 'Edit user' })

  test('shows a breadcrumb, the read-only e-mail and what saving does [1.2 edit user form]', async () => {
    serve()
    await at('/users/12')
    await form()
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(trail.getByRole('link', { name: 'Users' }).getAttribute('href')).toBe('/users')
    expect(trail.queryByText('marta@quaydesk.test')).not.toBeNull()
    expect(field('E-mail').readOnly).toBe(true)
    expect(screen.queryByText('Saving sets this password, and ends all sessions of Marta Vidal.')).not.toBeNull()
  })

  test('sends the changed fields with the password and version [1.8 user saved]', async () => {
    const { sent } = serve()
    await at('/users/12')
    await form()
    type('Name', 'Marta V. Soler')
    type('Password', 'newHarbour8')
    press('Save')
    await screen.findByText('User saved.')
    expect(sent).toEqual([{ method: 'PATCH', path: '/users/12', body: { name: 'Marta V. Soler', password: 'newHarbour8', version: 4 } }])
    expect(field('Password').value).toBe('')
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeNull()
  })

  test.each([
    ['Password', '', 'Must be present.'],
    ['Password', 'ab', 'Enter an alphanumeric password between 3 and 30 characters.'],
    ['Name', 'ab', 'Must have more than 3 characters.'],
    ['Name', ' ', 'Must be present.'],
  ])('%s %j: %s [1.5 edit user]', async (label, text, message) => {
    const { sent } = serve()
    await at('/users/12')
    await form()
    type('Password', 'newHarbour8')
    type(label, text)
    press('Save')
    await waitFor(() => expect(problemOf(label)).toBe(message))
    expect(sent).toEqual([])
  })

  test('the last account with role 1 can’t lose it', async () => {
    const { sent } = serve()
    await at(`/users/${own.id}`)
    await form()
    expect(
      screen.queryByText('Saving sets this password, and ends your own sessions: you will have to sign in again with it.'),
    ).not.toBeNull()
    type('Password', 'newHarbour8')
    fireEvent.change(field('Role'), { target: { value: '2' } })
    press('Save')
    await waitFor(() => expect(problemOf('Role')).toContain('Last account with role 1'))
    expect(sent).toEqual([])
  })

  test('warns about a concurrent change to another field, then saves on the second try', async () => {
    const { sent, people } = serve(({ method, body }) => {
      if (method !== 'PATCH' || body['version'] === 5) return undefined
      Object.assign(people[1] ?? {}, { version: 5, rol: 1 })
      return refusal(409, 'stale')
    })
    await at('/users/12')
    await form()
    type('Name', 'Marta Soler')
    type('Password', 'newHarbour8')
    press('Save')
    // A colleague may have changed the password, so it must not be overwritten without asking.
    await screen.findByText(/Somebody has changed this account in the meantime, perhaps its password too/)
    expect(sent).toHaveLength(1)
    expect([field('Name').value, field('Password').value, field('Role').value]).toEqual(['Marta Soler', 'newHarbour8', '1'])
    press('Save')
    await screen.findByText('User saved.')
    expect(screen.queryByText(/Somebody has changed this account/)).toBeNull()
    expect(sent.map(({ body }) => body)).toEqual([4, 5].map((version) => ({ name: 'Marta Soler', password: 'newHarbour8', version })))
  })

  test('sends the version from when the password was begun, even if the account was refetched since', async () => {
    const { sent, people } = serve(({ method, body }) => {
      if (method !== 'PATCH' || body['version'] === 5) return undefined
      return refusal(409, 'stale')
    })
    const { queryClient } = await at('/users/12')
    await form()
    type('Password', 'newHarbour8')
    // Somebody sets another password, and focusing the window refetches the account.
    Object.assign(people[1] ?? {}, { version: 5 })
    await act(() => queryClient.refetchQueries({ type: 'active' }))
    press('Save')
    await screen.findByText(/Somebody has changed this account in the meantime, perhaps its password too/)
    press('Save')
    await screen.findByText('User saved.')
    expect(sent.map(({ body }) => body)).toEqual([4, 5].map((version) => ({ password: 'newHarbour8', version })))
  })

  test.each([
    ['Keep yours', { name: 'Marta Soler', password: 'newHarbour8', version: 5 }],
    ['Take theirs', { password: 'newHarbour8', version: 5 }],
  ])('shows both values if somebody else changed the same field: %s', async (choice, body) => {
    const { sent, people } = serve((call) => {
      if (call.method !== 'PATCH' || call.body['version'] === 5) return undefined
      Object.assign(people[1] ?? {}, { version: 5, name: 'Marta Prat' })
      return refusal(409, 'stale')
    })
    await at('/users/12')
    await form()
    type('Name', 'Marta Soler')
    type('Password', 'newHarbour8')
    press('Save')
    const conflict = (await screen.findByText(/Somebody else changed “Name”/)).parentElement
    expect(conflict?.textContent).toMatch(/Theirs: Marta Prat.*Yours: Marta Soler/)
    press(choice)
    press('Save')
    await screen.findByText('User saved.')
    expect(sent).toHaveLength(2)
    expect(sent[1]?.body).toEqual(body)
  })

  test('keeps what is typed during a save as a further change to the saved account', async () => {
    const { sent, people } = serve(({ method, body }) => {
      if (method !== 'PATCH') return undefined
      const { password: _, ...edit } = body
      Object.assign(people[1] ?? {}, edit, { version: Number(body['version']) + 1 })
      if (sent.length === 1) {
        type('Name', 'Marta Soler Prat')
        type('Password', 'newHarbour89')
      }
      return undefined
    })
    await at('/users/12')
    await form()
    type('Name', 'Marta Soler')
    type('Password', 'newHarbour8')
    press('Save')
    await screen.findByText('User saved, but not what you have typed since.')
    expect([field('Name').value, field('Password').value]).toEqual(['Marta Soler Prat', 'newHarbour89'])
    await waitFor(() => expect(screen.queryByText(/Somebody else changed/)).toBeNull())
    press('Save')
    await screen.findByText('User saved.')
    expect(sent.map(({ body }) => body)).toEqual([
      { name: 'Marta Soler', password: 'newHarbour8', version: 4 },
      { name: 'Marta Soler Prat', password: 'newHarbour89', version: 5 },
    ])
    expect(field('Password').value).toBe('')
  })

  test('keeps the input across a reload, except the password [R12 kept input]', async () => {
    serve()
    await at('/users/12')
    await form()
    type('Name', 'Marta Soler')
    type('Password', 'newHarbour8')
    expect(keptTexts()).toContain('Marta Soler')
    expect(keptTexts()).not.toContain('newHarbour8')
    cleanup()
    await at('/users/12')
    await form()
    expect([field('Name').value, field('Password').value]).toEqual(['Marta Soler', ''])
  })

  test('shows a failure in the form and a toast, and keeps the input', async () => {
    serve(({ method }) => (method === 'PATCH' ? refusal(500, 'server_error') : undefined))
    await at('/users/12')
    await form()
    type('Name', 'Marta Soler')
    type('Password', 'newHarbour8')
    press('Save')
    await screen.findByText(/Refused: server_error. What you typed is kept./)
    await screen.findByText('Operation error, try again.')
    expect([field('Name').value, field('Password').value]).toEqual(['Marta Soler', 'newHarbour8'])
  })

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
    const dialog = await screen.findByRole('alertdialog', { name: /^Reset two-factor verification of Marta Vidal/ })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    // While the request is pending, the button does not start a second one.
    const card = within(screen.getByRole('region', { name: 'Two-factor verification', hidden: true }))
    const button = () => card.getByRole('button', { name: /Reset/, hidden: true })
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'))
    fireEvent.click(button())
    finish()
    await screen.findByText('Two-factor verification reset: Marta Vidal.')
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

  test('returns to the list after the user is removed', async () => {
    serve()
    const { address } = await at('/users/12')
    await form()
    press('Remove')
    const dialog = await screen.findByRole('alertdialog')
    fireEvent.change(within(dialog).getByLabelText('Type marta@quaydesk.test to confirm'), { target: { value: 'marta@quaydesk.test' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(address()).toBe('/users'))
  })

  test.each(['999', '0', 'abc'])('/users/%s is reported as not found [1.8 user not found]', async (id) => {
    serve()
    await at(`/users/${id}`)
    await screen.findByRole('heading', { name: 'User not found' })
  })

  test('can be retried if loading fails', async () => {
    let isDown = true
    serve(({ path }) => (isDown && path === '/users/12' ? refusal(500, 'server_error') : undefined))
    await at('/users/12')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    isDown = false
    fireEvent.click(retry)
    await form()
    expect(field('Name').value).toBe('Marta Vidal')
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

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { refusal } from './support/customer-page.tsx'
import { at, field, freshForEachTest, keptTexts, own, press, problemOf, serve, type } from './support/users.tsx'

freshForEachTest()

describe('the user page', () => {
  const form = () => screen.findByRole('form', { name: 'Edit user' })

  test('shows a breadcrumb, the read-only email and what saving does [1.2 edit user form]', async () => {
    serve()
    await at('/users/12')
    await form()
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(trail.getByRole('link', { name: 'Users' }).getAttribute('href')).toBe('/users')
    expect(trail.queryByText('marta@quaydesk.test')).not.toBeNull()
    expect(field('Email').readOnly).toBe(true)
    expect(screen.queryByText('Saving needs a password: it replaces the old one, and ends all sessions of Marta Vidal.')).not.toBeNull()
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
      screen.queryByText(
        'Saving needs a password: it replaces the old one, and ends your own sessions: you will have to sign in again with it.',
      ),
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

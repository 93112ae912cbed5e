import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { refusal } from './support/customer-page.tsx'
import { at, field, freshForEachTest, keptTexts, press, problemOf, serve, type } from './support/users.tsx'

freshForEachTest()

describe('creating a user', () => {
  const fill = () => {
    type('Name', 'Nuria Sanz')
    type('Email', ' nuria@example.com ')
    type('Password', 'harbour7')
  }

  test('sends the input, confirms it and clears the form for the next user [1.2 new user form] [1.8 user created]', async () => {
    const { sent } = serve()
    await at('/users/create')
    fill()
    fireEvent.change(field('Role'), { target: { value: '1' } })
    press('Add user')
    await screen.findByText('User created.')
    expect(sent).toEqual([
      { method: 'POST', path: '/users', body: { name: 'Nuria Sanz', email: 'nuria@example.com', password: 'harbour7', rol: 1 } },
    ])
    expect([field('Name').value, field('Email').value, field('Password').value, field('Role').value]).toEqual(['', '', '', '2'])
    expect(screen.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe('/users/13')
    expect(document.activeElement).toBe(field('Name'))
    expect(sessionStorage).toHaveLength(0)
  })

  test.each([
    ['tom@example.com', 'tom@example.com'],
    ['tom', ''],
  ])('begins with the email of the address, and sends nothing: %s', async (typed, expected) => {
    const { sent } = serve()
    await at(`/users/create?email=${typed}`)
    await waitFor(() => expect(field('Email').value).toBe(expected))
    expect(sent).toEqual([])
  })

  test('keeps what is typed during the request for the next user', async () => {
    const { sent } = serve(({ method }) => {
      if (method !== 'POST' || sent.length > 1) return undefined
      type('Name', 'Pau Ferrer')
      type('Password', 'lighthouse9')
      field('Password').focus()
      return undefined
    })
    await at('/users/create')
    fill()
    press('Add user')
    await screen.findByText('User created, but not what you have typed since.')
    expect([field('Name').value, field('Email').value, field('Password').value]).toEqual(['Pau Ferrer', '', 'lighthouse9'])
    expect(document.activeElement).toBe(field('Password'))
    await waitFor(() => expect(keptTexts()).toContain('Pau Ferrer'))
    expect(keptTexts()).not.toContain('lighthouse9')
    type('Email', 'pau@example.com')
    press('Add user')
    await screen.findByText('User created.')
    expect(sent.map(({ body }) => [body['name'], body['password']])).toEqual([
      ['Nuria Sanz', 'harbour7'],
      ['Pau Ferrer', 'lighthouse9'],
    ])
  })

  const documented = 'Enter an alphanumeric password between 3 and 30 characters.'
  test.each([
    ['Name', '', 'Must be present.'],
    ['Name', 'ab', 'Must have more than 3 characters.'],
    ['Name', 'a'.repeat(51), 'Must have less than 50 characters.'],
    ['Email', '', 'Must be present.'],
    ['Email', 'nuria@', 'Enter a valid email.'],
    ['Password', '', 'Must be present.'],
    ['Password', 'ab', documented],
    ['Password', 'abc-def', documented],
    ['Password', 'a'.repeat(31), documented],
  ])('%s %j: %s [1.5 edit user] [R11 password left out]', async (label, text, message) => {
    const { sent } = serve()
    await at('/users/create')
    fill()
    type(label, text)
    press('Add user')
    await waitFor(() => expect(problemOf(label)).toBe(message))
    expect(document.activeElement).toBe(field(label))
    expect(sent).toEqual([])
  })

  test('enforces the server’s minimum password length', async () => {
    const { sent } = serve()
    await at('/users/create', { passwordMinLength: 9 })
    fill()
    press('Add user')
    await waitFor(() => expect(problemOf('Password')).toBe('Enter an alphanumeric password between 9 and 30 characters.'))
    type('Password', 'harbour79')
    press('Add user')
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  test('shows a duplicate email at its field and keeps the other input [1.8 e-mail exists]', async () => {
    serve(({ method }) => (method === 'POST' ? refusal(409, 'email_conflict') : undefined))
    await at('/users/create')
    fill()
    press('Add user')
    await waitFor(() => expect(problemOf('Email')).toBe('Email already exists.'))
    expect([field('Name').value, field('Password').value]).toEqual(['Nuria Sanz', 'harbour7'])
  })

  test('shows a failure in the form and a toast, and keeps the input [1.8 user failures]', async () => {
    serve(({ method }) => (method === 'POST' ? refusal(503, 'service_unavailable') : undefined))
    await at('/users/create')
    fill()
    press('Add user')
    await screen.findByText(/Refused: service_unavailable. What you typed is kept./)
    await screen.findByText('Operation error, try again.')
    expect([field('Name').value, field('Password').value]).toEqual(['Nuria Sanz', 'harbour7'])
  })

  test('is sent only once if submitted twice', async () => {
    const { sent } = serve()
    await at('/users/create')
    fill()
    fireEvent.submit(screen.getByRole('form', { name: 'Add user' }))
    fireEvent.submit(screen.getByRole('form', { name: 'Add user' }))
    await screen.findByText('User created.')
    expect(sent).toHaveLength(1)
  })

  test('restores the input later, except the password', async () => {
    serve()
    await at('/users/create')
    fill()
    expect(keptTexts()).toContain('Nuria Sanz')
    expect(keptTexts()).not.toContain('harbour7')
    cleanup()
    await at('/users/create')
    expect([field('Name').value, field('Email').value, field('Password').value]).toEqual(['Nuria Sanz', 'nuria@example.com', ''])
  })

  test('asks before discarding the input, then returns to the list', async () => {
    serve()
    const { address } = await at('/users/create')
    type('Name', 'Nuria')
    press('Cancel')
    press('Keep editing')
    expect(field('Name').value).toBe('Nuria')
    press('Cancel')
    press('Discard')
    await waitFor(() => expect(address()).toBe('/users'))
    expect(sessionStorage).toHaveLength(0)
  })
})

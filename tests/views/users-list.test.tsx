import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { refusal } from './support/customer-page.tsx'
import { rows } from './support/table.ts'
import { at, done, freshForEachTest, press, serve } from './support/users.tsx'

freshForEachTest()

const proof = (dialog: HTMLElement) => within(dialog).getByLabelText('Type marta@quaydesk.test to confirm')

describe('the user list', () => {
  // [1.2 users table] [1.2 users links] [1.9 default sorts]
  test('requests the lowest id first and lists the users', async () => {
    const { asked } = serve()
    await at('/users')
    await screen.findByText('Marta Vidal')
    expect(asked[0]).toBe('/users?page=1&perPage=10&sortDirection=asc&sortField=id')
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^7Olga Marínstaff@example\.comFull accessOff/),
      expect.stringMatching(/^12Marta Vidalmarta@quaydesk\.testLimited accessOn/),
    ])
    expect(screen.getByRole('link', { name: 'Add user' }).getAttribute('href')).toBe('/users/create')
    expect(screen.getByRole('link', { name: 'Marta Vidal' }).getAttribute('href')).toBe('/users/12')
  })

  test('marks users locked out of signing in', async () => {
    const { people } = serve()
    Object.assign(people[1] ?? {}, { lockedUntil: 1_795_060_800 })
    await at('/users')
    await screen.findByText('Marta Vidal')
    expect(rows().map((row) => /locked/.test(row.textContent ?? ''))).toEqual([false, true])
    expect(screen.getByRole('link', { name: /^Marta Vidal/ }).getAttribute('href')).toBe('/users/12')
  })

  test('reads its page size from the documented key [1.2 users entries]', async () => {
    localStorage.setItem('usersEntries', '50')
    const { asked } = serve()
    await at('/users')
    expect(asked[0]).toContain('perPage=50')
  })

  test('removes a user after a Yes, showing progress and then a confirmation [1.2 remove user] [1.8 user removed]', async () => {
    let finish: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { sent, people } = serve(async (call) => {
      if (call.method !== 'DELETE') return undefined as never
      await held
      people.pop()
      return { body: done }
    })
    await at('/users')
    await screen.findByText('Marta Vidal')
    press('Remove Marta Vidal')
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Marta Vidal?' })
    expect(dialog.textContent).toContain('This cannot be undone.')
    await waitFor(() => expect(document.activeElement).toBe(proof(dialog)))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }))
    expect(sent).toEqual([])
    fireEvent.change(proof(dialog), { target: { value: 'marta@quaydesk.test' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }))
    await within(dialog).findByText('Removing Marta Vidal…')
    finish()
    await screen.findByText('User removed: Marta Vidal.')
    await waitFor(() => expect(screen.queryByText('Marta Vidal')).toBeNull())
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /users/12'])
  })

  test('answering No removes nobody [1.2 remove user]', async () => {
    const { sent } = serve()
    await at('/users')
    await screen.findByText('Marta Vidal')
    press('Remove Marta Vidal')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'No' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent).toEqual([])
  })

  test('shows the documented toast with the reason if removal fails [1.8 user not removed]', async () => {
    serve(({ method }) => (method === 'DELETE' ? refusal(409, 'unavailable_action') : undefined))
    await at('/users')
    await screen.findByText('Marta Vidal')
    press('Remove Marta Vidal')
    const dialog = await screen.findByRole('alertdialog')
    fireEvent.change(proof(dialog), { target: { value: 'marta@quaydesk.test' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }))
    await screen.findByText('Failed to remove user.')
    await screen.findByText('Conflict: Refused: unavailable_action')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('the user’s own account can’t be removed and says why [R5 own account]', async () => {
    const { sent } = serve()
    await at('/users')
    await screen.findByText('Olga Marín')
    press('Remove Olga Marín – unavailable: This is your own account.')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent).toEqual([])
  })
})

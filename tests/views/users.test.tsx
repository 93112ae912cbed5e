// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserAccount, UserSession } from '../../src/contract/users.ts'
import type { AppRoute } from '../../src/layout/app-route.tsx'
import { CommandProvider } from '../../src/layout/commands/command-provider.tsx'
import { questions } from '../../src/layout/commands/questions.ts'
import { Toasts } from '../../src/layout/toasts.tsx'
import { deviceOf } from '../../src/views/user/device.ts'
import { createUserRoute } from '../../src/views/user/route.ts'
import { UserPage } from '../../src/views/user/user-page.tsx'
import { createUserCreateRoute } from '../../src/views/user-create/route.ts'
import { UserCreatePage } from '../../src/views/user-create/user-create-page.tsx'
import { createCustomersRoute } from '../../src/views/customers/route.ts'
import { createUsersRoute } from '../../src/views/users/route.ts'
import { UsersPage } from '../../src/views/users/users-page.tsx'
import { user as viewer } from './palette-harness.tsx'
import { pageOf, renderConsole } from './support/console.tsx'
import { refusal, seeEverything, type Sent } from './support/customer-page.tsx'

const marta: UserAccount = {
  id: 12,
  name: 'Marta Vidal',
  email: 'marta@quaydesk.test',
  rol: 2,
  '2fa': true,
  createdAt: 1_795_057_874,
  isLastFull: false,
  version: 4,
}
const own: UserAccount = { ...marta, id: viewer.id, name: 'Olga Marín', email: viewer.email, rol: 1, isLastFull: true, '2fa': false }
const session: UserSession = {
  id: 3,
  createdAt: 1_795_057_874,
  lastSeenAt: 1_795_057_934,
  ip: '10.0.0.9',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
  isCurrent: false,
}
const done = { success: true, auditId: 77, undoable: true }

type Answer = (call: Sent) => { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }> | undefined

/** A server of two accounts, in memory: what a test does not answer itself succeeds. */
function serve(answer: Answer = () => undefined) {
  const people = [{ ...own }, { ...marta }]
  const sent: Sent[] = []
  const asked: string[] = []
  const usual = (path: string): { status?: number; body: unknown } => {
    if (path === '/users') return { body: pageOf(people) }
    if (path.endsWith('sessions')) return { body: { rows: [session, { ...session, id: 4, userAgent: null, ip: null, isCurrent: true }] } }
    const found = people.find(({ id }) => path === `/users/${id}`)
    return found ? { body: found } : { status: 404, body: { statusCode: 404, error: 'not_found', message: 'User not found' } }
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost')
    const path = url.pathname.replace('/api/admin', '')
    const method = init.method ?? 'GET'
    const call = { method, path, body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {} }
    asked.push(`${path}${url.search}`)
    if (method !== 'GET') sent.push(call)
    const { status = 200, body } = (await answer(call)) ?? (method === 'GET' ? usual(path) : { body: { ...done, id: 13, ended: 2 } })
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  return { people, sent, asked }
}

function at(address: string, facts: { passwordMinLength?: number } = {}) {
  const user = { ...viewer, rol: 1, ...facts }
  const within = (page: ReactNode) => () => (
    <CommandProvider user={user}>
      {page}
      <Toasts />
    </CommandProvider>
  )
  return renderConsole(
    address,
    (parent) => [
      createUsersRoute(parent as AppRoute).update({ component: within(<UsersPage />) }),
      createUserCreateRoute(parent as AppRoute).update({ component: within(<UserCreatePage />) }),
      createUserRoute(parent as AppRoute).update({ component: within(<UserPage />) }),
    ],
    user,
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
/** All that the tab keeps. */
const keptTexts = () =>
  Object.keys(sessionStorage)
    .map((key) => sessionStorage.getItem(key))
    .join()
const problemOf = (label: string) => {
  const input = field(label)
  return input.getAttribute('aria-invalid') === 'true'
    ? (document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent?.trim() ?? '')
    : null
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  questions.set([])
  seeEverything()
})
afterEach(() => {
  cleanup()
  // Toasts outlive the page.
  toast.dismiss()
  vi.unstubAllGlobals()
})

describe('the list of users', () => {
  const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)

  it('asks for the lowest id first, and shows who there is', async () => {
    const { asked } = serve()
    await at('/users')
    await screen.findByText('Marta Vidal')
    expect(asked[0]).toBe('/users?page=1&perPage=10&sort=id&sortDirection=asc')
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Id7Olga Marínstaff@example\.comRole1: full accessTwo-factorOff/),
      expect.stringMatching(/^Id12Marta Vidalmarta@quaydesk\.testRole2: limited accessTwo-factorOn/),
    ])
    expect(screen.getByRole('link', { name: 'Add user' }).getAttribute('href')).toBe('/users/create')
    expect(screen.getByRole('link', { name: 'Marta Vidal' }).getAttribute('href')).toBe('/users/12')
  })

  it('keeps its page size under the documented key', async () => {
    localStorage.setItem('usersEntries', '50')
    const { asked } = serve()
    await at('/users')
    expect(asked[0]).toContain('perPage=50')
  })

  it('removes after a Yes, says so while it does, and then that it is done', async () => {
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
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'No' })))
    expect(sent).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }))
    await within(dialog).findByText('Removing Marta Vidal…')
    finish()
    await screen.findByText('User removed: Marta Vidal.')
    await waitFor(() => expect(screen.queryByText('Marta Vidal')).toBeNull())
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /users/12'])
  })

  it('a No removes nobody', async () => {
    const { sent } = serve()
    await at('/users')
    await screen.findByText('Marta Vidal')
    press('Remove Marta Vidal')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'No' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent).toEqual([])
  })

  it('says by the documented toast that it failed, and why', async () => {
    serve(({ method }) => (method === 'DELETE' ? refusal(409, 'unavailable_action') : undefined))
    await at('/users')
    await screen.findByText('Marta Vidal')
    press('Remove Marta Vidal')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes' }))
    await screen.findByText('Failed to remove user.')
    await screen.findByText('Conflict: Refused: unavailable_action')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('one’s own account is not removed, and says why', async () => {
    const { sent } = serve()
    await at('/users')
    await screen.findByText('Olga Marín')
    press('Remove Olga Marín – unavailable: Nobody can delete their own account.')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent).toEqual([])
  })
})

describe('making a user', () => {
  const fill = () => {
    type('Name', 'Nuria Sanz')
    type('E-mail', ' nuria@example.com ')
    type('Password', 'harbour7')
  }

  it('sends what was typed, says so, and is empty for the next one', async () => {
    const { sent } = serve()
    await at('/users/create')
    fill()
    fireEvent.change(field('Role'), { target: { value: '1' } })
    press('Add user')
    await screen.findByText('User created.')
    expect(sent).toEqual([
      { method: 'POST', path: '/users', body: { name: 'Nuria Sanz', email: 'nuria@example.com', password: 'harbour7', rol: 1 } },
    ])
    expect([field('Name').value, field('E-mail').value, field('Password').value, field('Role').value]).toEqual(['', '', '', '2'])
    expect(screen.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe('/users/13')
    expect(document.activeElement).toBe(field('Name'))
    expect(sessionStorage).toHaveLength(0)
  })

  it('what is typed while it is being made stays for the next one', async () => {
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
    await screen.findByText('User created, but not what was typed since.')
    expect([field('Name').value, field('E-mail').value, field('Password').value]).toEqual(['Pau Ferrer', '', 'lighthouse9'])
    expect(document.activeElement).toBe(field('Password'))
    expect(keptTexts()).toContain('Pau Ferrer')
    expect(keptTexts()).not.toContain('lighthouse9')
    type('E-mail', 'pau@example.com')
    press('Add user')
    await screen.findByText('User created.')
    expect(sent.map(({ body }) => [body['name'], body['password']])).toEqual([
      ['Nuria Sanz', 'harbour7'],
      ['Pau Ferrer', 'lighthouse9'],
    ])
  })

  const documented = 'Enter an alphanumeric password between 3 and 30 characters.'
  it.each([
    ['Name', '', 'Must be present.'],
    ['Name', 'ab', 'Must have more than 3 characters.'],
    ['Name', 'a'.repeat(51), 'Must have less than 50 characters.'],
    ['E-mail', '', 'Must be present.'],
    ['E-mail', 'nuria@', 'Enter a valid email.'],
    ['Password', '', 'Must be present.'],
    ['Password', 'ab', documented],
    ['Password', 'abc-def', documented],
    ['Password', 'a'.repeat(31), documented],
  ])('%s %j: %s', async (label, text, message) => {
    const { sent } = serve()
    await at('/users/create')
    fill()
    type(label, text)
    press('Add user')
    await waitFor(() => expect(problemOf(label)).toBe(message))
    expect(document.activeElement).toBe(field(label))
    expect(sent).toEqual([])
  })

  it('holds the password to the server’s own least length', async () => {
    const { sent } = serve()
    await at('/users/create', { passwordMinLength: 9 })
    fill()
    press('Add user')
    await waitFor(() => expect(problemOf('Password')).toBe('Enter an alphanumeric password between 9 and 30 characters.'))
    type('Password', 'harbour79')
    press('Add user')
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('says at the e-mail that it exists already, and loses nothing', async () => {
    serve(({ method }) => (method === 'POST' ? refusal(409, 'email_conflict') : undefined))
    await at('/users/create')
    fill()
    press('Add user')
    await waitFor(() => expect(problemOf('E-mail')).toBe('Email already exists.'))
    expect([field('Name').value, field('Password').value]).toEqual(['Nuria Sanz', 'harbour7'])
  })

  it('a failure is told in the form and by a toast, and loses nothing', async () => {
    serve(({ method }) => (method === 'POST' ? refusal(503, 'service_unavailable') : undefined))
    await at('/users/create')
    fill()
    press('Add user')
    await screen.findByText(/Refused: service_unavailable. What you typed is kept./)
    await screen.findByText('Operation error, try again.')
    expect([field('Name').value, field('Password').value]).toEqual(['Nuria Sanz', 'harbour7'])
  })

  it('is sent once, however often it is pressed', async () => {
    const { sent } = serve()
    await at('/users/create')
    fill()
    fireEvent.submit(screen.getByRole('form', { name: 'Add user' }))
    fireEvent.submit(screen.getByRole('form', { name: 'Add user' }))
    await screen.findByText('User created.')
    expect(sent).toHaveLength(1)
  })

  it('what was typed is there again later, all but the password', async () => {
    serve()
    await at('/users/create')
    fill()
    expect(keptTexts()).toContain('Nuria Sanz')
    expect(keptTexts()).not.toContain('harbour7')
    cleanup()
    await at('/users/create')
    expect([field('Name').value, field('E-mail').value, field('Password').value]).toEqual(['Nuria Sanz', 'nuria@example.com', ''])
  })

  it('asks before it is thrown away, and leads back to the list', async () => {
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

describe('a user', () => {
  const form = () => screen.findByRole('form', { name: 'Edit user' })

  it('shows the way back, the e-mail to read, and what saving does', async () => {
    serve()
    await at('/users/12')
    await form()
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(trail.getByRole('link', { name: 'Users' }).getAttribute('href')).toBe('/users')
    expect(trail.getByText('marta@quaydesk.test')).toBeTruthy()
    expect(field('E-mail').readOnly).toBe(true)
    expect(screen.getByText('Saving sets this password, and ends all sessions of Marta Vidal.')).toBeTruthy()
  })

  it('sends what was changed, with the password and its version', async () => {
    const { sent } = serve()
    await at('/users/12')
    await form()
    type('Name', 'Marta V. Soler')
    type('Password', 'newHarbour8')
    press('Save')
    await screen.findByText('User saved.')
    expect(sent).toEqual([{ method: 'PATCH', path: '/users/12', body: { name: 'Marta V. Soler', password: 'newHarbour8', version: 4 } }])
    expect(field('Password').value).toBe('')
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  })

  it.each([
    ['Password', '', 'Must be present.'],
    ['Password', 'ab', 'Enter an alphanumeric password between 3 and 30 characters.'],
    ['Name', 'ab', 'Must have more than 3 characters.'],
    ['Name', ' ', 'Must be present.'],
  ])('%s %j: %s', async (label, text, message) => {
    const { sent } = serve()
    await at('/users/12')
    await form()
    type('Password', 'newHarbour8')
    type(label, text)
    press('Save')
    await waitFor(() => expect(problemOf(label)).toBe(message))
    expect(sent).toEqual([])
  })

  it('the last role 1 is not given away', async () => {
    const { sent } = serve()
    await at(`/users/${own.id}`)
    await form()
    expect(screen.getByText('Saving sets this password, and ends your own sessions: you sign in again with it.')).toBeTruthy()
    type('Password', 'newHarbour8')
    fireEvent.change(field('Role'), { target: { value: '2' } })
    press('Save')
    await waitFor(() => expect(problemOf('Role')).toContain('the last account with role 1'))
    expect(sent).toEqual([])
  })

  it('saves over a change that others made elsewhere in the account', async () => {
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
    // What they changed may be the password: it is not set over theirs without the person.
    await screen.findByText(/Somebody has changed this account meanwhile, perhaps its password too/)
    expect(sent).toHaveLength(1)
    expect([field('Name').value, field('Password').value, field('Role').value]).toEqual(['Marta Soler', 'newHarbour8', '1'])
    press('Save')
    await screen.findByText('User saved.')
    expect(screen.queryByText(/Somebody has changed this account/)).toBeNull()
    expect(sent.map(({ body }) => body)).toEqual([4, 5].map((version) => ({ name: 'Marta Soler', password: 'newHarbour8', version })))
  })

  it('knows the account as it was when the password was begun, though it was read again since', async () => {
    const { sent, people } = serve(({ method, body }) => {
      if (method !== 'PATCH' || body['version'] === 5) return undefined
      return refusal(409, 'stale')
    })
    const { queryClient } = await at('/users/12')
    await form()
    type('Password', 'newHarbour8')
    // Somebody sets another password, and the window that comes to the front reads the account again.
    Object.assign(people[1] ?? {}, { version: 5 })
    await act(() => queryClient.refetchQueries({ type: 'active' }))
    press('Save')
    await screen.findByText(/Somebody has changed this account meanwhile, perhaps its password too/)
    press('Save')
    await screen.findByText('User saved.')
    expect(sent.map(({ body }) => body)).toEqual([4, 5].map((version) => ({ password: 'newHarbour8', version })))
  })

  it.each([
    ['Keep yours', { name: 'Marta Soler', password: 'newHarbour8', version: 5 }],
    ['Take theirs', { password: 'newHarbour8', version: 5 }],
  ])('shows both values where others changed the same field: %s', async (choice, body) => {
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

  it('keeps what is typed while it is being saved: as a change of the account as it was saved', async () => {
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
    await screen.findByText('User saved, but not what was typed since.')
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

  it('keeps what was typed over a reload, all but the password', async () => {
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

  it('a failure is told in the form and by a toast, and loses nothing', async () => {
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

  it('two-factor is reset where it is on, once, and says so', async () => {
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
    // Pending: the button starts no other one.
    const card = within(screen.getByRole('region', { name: 'Two-factor verification', hidden: true }))
    const button = () => card.getByRole('button', { name: /Reset/, hidden: true })
    await waitFor(() => expect(button().getAttribute('data-loading')).toBe('true'))
    fireEvent.click(button())
    finish()
    await screen.findByText('Two-factor verification reset: Marta Vidal.')
    expect(sent.map(({ path }) => path)).toEqual(['/users/reset-2fa/12'])
  })

  it('two-factor that is off is not reset, and says why', async () => {
    const { sent } = serve()
    await at(`/users/${own.id}`)
    await form()
    const button = screen.getByRole('button', { name: 'Reset 2FA' })
    expect(button.title).toContain('unavailable: Two-factor verification is not set up for this account.')
    fireEvent.click(button)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent).toEqual([])
  })

  it('sessions say where they are, and are ended one by one or all', async () => {
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

  it('removed, its page leads back to the list', async () => {
    serve()
    const { address } = await at('/users/12')
    await form()
    press('Remove')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(address()).toBe('/users'))
  })

  it.each(['999', '0', 'abc'])('/users/%s is nobody', async (id) => {
    serve()
    await at(`/users/${id}`)
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeTruthy()
  })

  it('a failure is told, with another try', async () => {
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

it.each(['/users', '/users/create', '/users/12'])('%s is not for those without role 1', async (path) => {
  const { asked } = serve()
  const { address } = await renderConsole(
    path,
    (parent) =>
      [createUsersRoute, createUserCreateRoute, createUserRoute, createCustomersRoute].map((create) => create(parent as AppRoute)),
    { ...viewer, rol: 2 },
  )
  expect(address()).toBe('/customers')
  expect(asked.filter((path) => path.startsWith('/users'))).toEqual([])
})

it.each([
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

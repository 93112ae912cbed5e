import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { CurrentUser } from '../../src/contract/auth.ts'
import { capabilitiesOf } from '../../src/contract/capabilities.ts'
import { targetsOnScreen } from '../../src/layout/commands/on-screen.ts'
import { user } from './palette-harness.tsx'
import { openScreen, pageOf } from './support/console.tsx'
import { refusal, seeEverything, serveCustomer } from './support/customer-page.tsx'

const invitation = {
  id: 61,
  email: 'in@example.com',
  role: 2,
  status: 1,
  createdAt: 1_781_510_400,
  lastLogin: null,
  registrationComplete: 1,
  userId: 77,
}
const pending = { ...invitation, id: 62, email: 'new@example.com', role: 3, status: 0, registrationComplete: 0, userId: null }
const call = {
  id: 301,
  owner: 8812,
  method: 'GET',
  path: '/v1/qrs',
  query: 'page=2',
  status: 404,
  statusCode: 404,
  createdAt: 1_781_510_400,
  responseTime: 12,
}
const mail = { id: 1, event: 'hardBounces', subject: '<b>Invoice</b>', tag: null, email: 'ana@cafesol.example', date: 1_781_510_400 }

type Answer = NonNullable<Parameters<typeof serveCustomer>[1]>

/** A customer's page with commands, for an account of this role. */
async function show(answer: Answer, rol = 2) {
  seeEverything()
  const server = serveCustomer({}, answer)
  const viewer: CurrentUser = { ...user, rol, capabilities: capabilitiesOf(rol) }
  await openScreen('/customers/8812', viewer)
  return server
}

const panel = async (name: string) => {
  fireEvent.click(await screen.findByRole('tab', { name: 'More' }))
  fireEvent.click(await screen.findByRole('tab', { name }))
  return within(await screen.findByRole('region', { name }))
}

describe('invitations', () => {
  const serve: Answer = (path, method) =>
    path === '/customers/8812/invitations' && method === 'GET' ? { body: [invitation, pending] } : undefined

  // [1.2 invitations] [2.1 look at customers] [2.2 invitation columns] [2.4 invitation status]
  test('show the invitee, role and status', async () => {
    await show(serve)
    const rows = (await (await panel('Invitations')).findAllByRole('row')).map((row) => row.textContent)
    expect(rows[1]).toContain('in@example.comExtended collaboratoraccepted#77')
    expect(rows[2]).toContain('new@example.comCollaboratorpending approval—')
  })

  test('are the target of shortcuts while their row has focus', async () => {
    await show(serve)
    const [first] = await (await panel('Invitations')).findAllByRole('button', { name: /^Actions/ })
    first?.focus()
    await waitFor(() => expect(targetsOnScreen.all()[0]).toMatchObject({ type: 'invitation', record: { id: 61, userId: 77, owner: 8812 } }))
    first?.blur()
    await waitFor(() => expect(targetsOnScreen.all()[0]).toMatchObject({ type: 'customer' }))
  })

  test('are deleted and refetched after Yes, but not after No [2.2 delete invitation]', async () => {
    const { sent, asked } = await show(serve)
    const [first] = await (await panel('Invitations')).findAllByRole('button', { name: /^Actions/ })
    const ask = async () => {
      fireEvent.click(first as HTMLElement)
      fireEvent.click(await screen.findByRole('menuitem', { name: /^Delete the invitation/ }))
      return within(await screen.findByRole('alertdialog', { name: 'Delete the invitation of in@example.com?' }))
    }
    fireEvent.click((await ask()).getByRole('button', { name: 'No' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const question = await ask()
    expect(sent).toEqual([])
    const before = asked.filter((path) => path.includes('/invitations')).length
    fireEvent.click(question.getByRole('button', { name: 'Yes' }))
    await screen.findByText('Invitation removed: in@example.com.')
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /customers/invite/61'])
    await waitFor(() => expect(asked.filter((path) => path.includes('/invitations')).length).toBeGreaterThan(before))
  })

  test('stay listed if deleting fails, and a toast shows the documented error [2.8 invitation not deleted]', async () => {
    await show((path, method, sent, query) => (method === 'DELETE' ? refusal(500, 'server_error') : serve(path, method, sent, query)))
    const [first] = await (await panel('Invitations')).findAllByRole('button', { name: /^Actions/ })
    fireEvent.click(first as HTMLElement)
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Delete the invitation/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await screen.findByText('The invitation could not be removed, try again.')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await (await panel('Invitations')).findAllByRole('row')).toHaveLength(3)
  })
})

describe('events', () => {
  // [R24 failed list] [2.2 event columns] [2.8 events failed] [R24 toast and panel]
  test('are replaced by an error and a toast if loading fails, and can be retried', async () => {
    let isDown = true
    await show((path) => {
      if (path !== '/events/paginate') return undefined
      return isDown
        ? refusal(418, 'server_error')
        : { body: pageOf([{ id: 5, event: 'login', user: 8812, ip: null, date: 1_781_510_400 }]) }
    })
    const events = await panel('Events')
    expect((await events.findByRole('alert')).textContent).toContain('Request error try again')
    expect((await screen.findAllByText('Request error try again')).length).toBeGreaterThan(1)
    expect(events.queryByRole('table')).toBeNull()
    isDown = false
    fireEvent.click(events.getByRole('button', { name: 'Retry' }))
    expect((await events.findByRole('row', { name: /Login/ })).textContent).toBe('5Login8812—15-06-2026 10:00:00')
  })

  // [1.2 events] [2.1 look at customers] [2.2 event paging] [2.9 events page size]
  test('are requested ten at a time, in the server’s default order (newest first)', async () => {
    const { asked } = await show(() => undefined)
    await (await panel('Events')).findByText('No events yet.')
    expect(asked).toContain('/events/paginate?user=8812&page=1&perPage=10')
  })
})

describe('emails', () => {
  // [1.2 e-mail activity] [2.1 look at customers] [2.2 e-mail columns]
  test('show their delivery status, and the subject as plain text', async () => {
    await show((path) => (path.endsWith('/email/activity') ? { body: [mail] } : undefined))
    const row = await (await panel('Email activity')).findByRole('row', { name: /hard bounce/ })
    expect(row.textContent).toBe('hard bounce<b>Invoice</b>—ana@cafesol.example15-06-2026 10:00:00')
  })

  test('show their own error message if loading fails, and can be retried [2.8 e-mails failed]', async () => {
    let isDown = true
    await show((path) => {
      if (!path.endsWith('/email/activity')) return undefined
      return isDown ? refusal(502, 'bad_gateway') : { body: [mail] }
    })
    const emails = await panel('Email activity')
    expect((await emails.findByRole('alert')).textContent).toContain('The email activity could not be loaded, try again. (502 Bad Gateway)')
    isDown = false
    fireEvent.click(emails.getByRole('button', { name: 'Retry' }))
    await emails.findByRole('table')
  })

  test('are not requested for more than 90 days [2.5 e-mail range]', async () => {
    const { asked } = await show((path) => (path.endsWith('/email/activity') ? { body: [mail] } : undefined))
    const emails = await panel('Email activity')
    await emails.findByRole('table')
    const choose = async (first: string, last: string) => {
      fireEvent.click(emails.getByRole('button', { name: /^Dates/ }))
      fireEvent.change(await emails.findByLabelText('From'), { target: { value: first } })
      fireEvent.change(emails.getByLabelText('To'), { target: { value: last } })
      fireEvent.click(emails.getByRole('button', { name: 'Apply' }))
    }
    await choose('01-01-2025', '01-04-2025')
    expect((await emails.findByRole('alert')).textContent).toBe('Range cannot exceed 90 days.')
    expect(asked.filter((path) => path.includes('/email/activity'))).toHaveLength(1)
    await choose('01-01-2025', '31-03-2025')
    await waitFor(() => expect(asked.filter((path) => path.includes('/email/activity'))).toHaveLength(2))
    expect(emails.queryByRole('alert')).toBeNull()
  })
})

describe('API calls', () => {
  const serve: Answer = (path) => (path === '/api-calls' ? { body: pageOf([call]) } : undefined)

  test('link to their own pages for users with full access [1.2 customer api calls] [2.2 customer api calls]', async () => {
    await show(serve, 1)
    const calls = await panel('API calls')
    expect((await calls.findByRole('link', { name: '/v1/qrs?page=2' })).getAttribute('href')).toBe('/api-calls/301')
    expect(calls.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/api-calls?owner=8812')
  })

  test('have no links for other users, and their menu says why', async () => {
    await show(serve, 2)
    const calls = await panel('API calls')
    const actions = await calls.findByRole('button', { name: /^Actions/ })
    expect(calls.queryByRole('link')).toBeNull()
    fireEvent.click(actions)
    const open = await screen.findByRole('menuitem', { name: /^Open the call/ })
    expect(open.textContent).toContain('Needs full access. Only such accounts see the headers and bodies of a call.')
    expect(open.getAttribute('aria-disabled')).toBe('true')
  })
})

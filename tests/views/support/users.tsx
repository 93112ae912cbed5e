import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import type { UserSession } from '../../../src/contract/user-sessions.ts'
import type { UserAccount } from '../../../src/contract/users.ts'
import { user as viewer } from '../palette-harness.tsx'
import { openScreen, pageOf } from './console.tsx'
import { type Sent, seeEverything } from './customer-page.tsx'

export const marta: UserAccount = {
  id: 12,
  name: 'Marta Vidal',
  email: 'marta@quaydesk.test',
  rol: 2,
  '2fa': true,
  createdAt: 1_795_057_874,
  isLastFull: false,
  lockedUntil: null,
  passkeys: 0,
  provider: null,
  disabledAt: null,
  version: 4,
}
export const own: UserAccount = { ...marta, id: viewer.id, name: 'Olga Marín', email: viewer.email, rol: 1, isLastFull: true, '2fa': false }
export const session: UserSession = {
  id: 3,
  createdAt: 1_795_057_874,
  lastSeenAt: 1_795_057_934,
  ip: '10.0.0.9',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
  isCurrent: false,
}
export const done = { success: true, auditId: 77, undoable: true }

export type Answer = (call: Sent) => { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }> | undefined

/** An in-memory server with two accounts. Calls that the test does not answer succeed. */
export function serve(answer: Answer = () => undefined) {
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

export function at(address: string, facts: { passwordMinLength?: number } = {}) {
  return openScreen(address, { ...viewer, rol: 1, ...facts })
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const type = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } })
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
/** All texts in the tab's session storage. */
export const keptTexts = () =>
  Object.keys(sessionStorage)
    .map((key) => sessionStorage.getItem(key))
    .join()
export const problemOf = (label: string) => {
  const input = field(label)
  return input.getAttribute('aria-invalid') === 'true'
    ? (document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent?.trim() ?? '')
    : null
}

/** Each test starts with an empty browser and leaves nothing on screen. */
export function freshForEachTest() {
  beforeEach(() => {
    seeEverything()
  })
}

import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import type { CurrentUser } from '../../src/contract/auth.ts'
import { allCapabilities } from '../../src/contract/capabilities.ts'
import type { Customer } from '../../src/contract/customers.ts'
import { useCurrentTarget } from '../../src/layout/commands/use-commands.ts'
import { CommandProvider } from '../../src/layout/frame/command-provider.tsx'
import { plainSearch } from '../../src/layout/frame/plain-search.ts'
import { codeOfLists } from '../../src/layout/kit/preload-views.ts'
import { Toasts } from '../../src/layout/kit/toasts.tsx'
import { PageMenu } from '../../src/layout/menus/page-menu.tsx'
import { aCustomer, aCustomerRow } from './support/customer.ts'
import { everyConsoleReply } from './support/every-console.ts'

export const user: CurrentUser = {
  id: 7,
  name: 'Staff',
  email: 'staff@example.com',
  rol: 1,
  capabilities: allCapabilities,
  features: [],
  productName: 'Quaydesk',
  publicSiteUrl: 'https://qr.example.com',
  appUrl: 'https://app.example.com',
  paymentProviderUrl: 'https://pay.example.com',
}

/** Luis Prat as a target, with overrides. */
export const luisWith = (facts: Partial<Customer>): Target<'customer'> => ({
  type: 'customer',
  record: aCustomer({
    id: 5,
    firstName: 'Luis',
    lastName: 'Prat',
    fullName: 'Luis Prat',
    email: 'luis@prat.es',
    status: 'active',
    subscriptionStatus: 'active',
    ...facts,
  }),
})
export const luis = luisWith({})

/** An API call of the console. The test decides when to answer it. */
export class Call {
  readonly url: URL
  readonly method: string
  readonly body: unknown
  readonly signal: AbortSignal | undefined
  private readonly settle: (response: Response) => void
  private isAnswered = false

  constructor(url: string, init: RequestInit | undefined, settle: (response: Response) => void) {
    this.url = new URL(url, 'http://localhost')
    this.method = init?.method ?? 'GET'
    this.body = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    this.signal = init?.signal ?? undefined
    this.settle = settle
  }

  get path() {
    return this.url.pathname.replace('/api/admin', '')
  }

  /** Whether the console is still waiting for the answer. */
  get isOpen() {
    return !this.isAnswered && this.signal?.aborted !== true
  }

  /** Answers and waits until the console has processed the answer. */
  async answer(body: unknown, status = 200) {
    this.isAnswered = true
    await act(async () => {
      this.settle(Response.json(body, { status }))
      await Promise.resolve()
    })
  }

  fail(status: number, message: string) {
    return this.answer({ statusCode: status, error: status === 404 ? 'not_found' : 'server_error', message }, status)
  }
}

/** A network stub whose calls wait for the test. `call` waits for an open call that matches. */
export function holdCalls(): { calls: Call[]; call: (path: RegExp) => Promise<Call> } {
  const calls: Call[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const reply = everyConsoleReply(url, init)
    if (reply) return reply
    return new Promise<Response>((resolve, reject) => {
      calls.push(new Call(url, init, resolve))
      init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    })
  })
  return {
    calls,
    call: (path) =>
      waitFor(() => {
        const found = calls.findLast(
          (each) => each.isOpen && path.test(`${each.method} ${each.path}${decodeURIComponent(each.url.search)}`),
        )
        if (!found) throw new Error(`No call ${String(path)} among ${calls.map(({ method, path }) => `${method} ${path}`).join(', ')}`)
        return found
      }),
  }
}

function Page({ target, children }: { target: Target | null; children?: ReactNode }) {
  useCurrentTarget(target)
  return (
    <main>
      <input aria-label="Page search" data-page-search="" />
      {target && <PageMenu target={target} />}
      {children}
    </main>
  )
}

/** Renders a console with only the commands. `at()` returns its current address. */
export async function renderConsole(
  target: Target | null = null,
  children?: ReactNode,
  path = '/start',
  validateSearch = (raw: Record<string, unknown>): object => raw,
) {
  const root = createRootRoute({
    component: () => (
      <CommandProvider user={user}>
        <Outlet />
      </CommandProvider>
    ),
  })
  const anywhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    validateSearch,
    component: () => <Page target={target}>{children}</Page>,
  })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({
    routeTree: root.addChildren([anywhere]),
    history,
    context: {},
    ...plainSearch,
  })
  const client = createQueryClient()
  // The lists that a test imports are all there are.
  client.setQueryData(codeOfLists, true)
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
      <Toasts />
    </QueryClientProvider>,
  )
  await screen.findByRole('main')
  return { client, at: () => router.state.location.href, goTo: (href: string) => act(() => router.navigate({ href })) }
}

const codes: Record<string, string> = { '?': 'Slash', '/': 'Slash', '.': 'Period', '[': 'BracketLeft', ']': 'BracketRight' }

/** Presses a key on the focused element. */
export function press(key: string, over: Partial<KeyboardEventInit> = {}) {
  const code = codes[key] ?? (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key)
  return fireEvent.keyDown(document.activeElement ?? document.body, { key, code, ...over })
}

/** Opens the palette with its shortcut and waits for its input. */
export async function openPalette(): Promise<HTMLInputElement> {
  press('k', { ctrlKey: true })
  const input = await screen.findByRole<HTMLInputElement>('combobox')
  await waitFor(() => {
    if (document.activeElement !== input) throw new Error('The input has no focus.')
  })
  return input
}

/** Enters text into the palette, as a paste does. */
export function enterText(text: string) {
  fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
}

/** As people read and type it: what keeps an amount in one line is a space. */
const textOf = (row: Element) => row.textContent?.replaceAll('\u00a0', ' ') ?? ''
export const rows = () => screen.queryAllByRole('option').map(textOf)
export const chosenRow = () => screen.queryAllByRole('option', { selected: true }).map(textOf)[0] ?? null

export const anaFound = { id: 8812, email: 'ana@cafesol.es', firstname: 'Ana', lastname: 'Ruiz' }

/** The reply of the customer search. */
export const found = (rows: object[], total = rows.length) => ({ rows, total })

/** A list reply with these rows. */
export function listOf(rows: readonly unknown[]) {
  const ends = { next_page: null, previous_page: null, has_next_page: false, has_previous_page: false }
  const pages = { current_page: 1, first_page: 1, last_page: 1, total_pages: 1, pages: [1], configuredEntries: 6 }
  return {
    rows,
    pagination: { ...pages, ...ends, first_result: 1, last_result: rows.length, results: rows.length, total_results: rows.length },
  }
}

export const customerRowOf = (id: number, fullName: string, email: string) => aCustomerRow(id, { fullName, email })

/** The customer that `anaFound` finds. */
export const ana = aCustomer({
  id: 8812,
  email: 'ana@cafesol.es',
  status: 'active',
  subscriptionStatus: 'active',
  planName: 'Pro',
  is2faEnabled: true,
})

export const input = () => screen.getByRole<HTMLInputElement>('combobox')
export const qrOf = (id: number, uri: string) => ({
  id,
  name: `Menu ${id}`,
  uri,
  type: 'url',
  createdAt: 1,
  updatedAt: 1,
  scans: 5,
  visits: 1234,
  virus: false,
  status: 1,
  stopped: 0,
  user: 3,
  whitelisted: false,
  content: { url: 'https://menu.example.com' },
  qrUri: `https://qr.example.com/${uri}`,
  version: 1,
})

import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { vi } from 'vitest'
import { createQueryClient } from '../../../src/api/query-client.ts'
import type { CurrentUser } from '../../../src/contract/auth.ts'
import { capabilitiesOf } from '../../../src/contract/capabilities.ts'
import { paginate } from '../../../src/contract/list.ts'
import { loadCommands } from '../../../src/layout/commands/commands-now.ts'
import { type AppRoute, type RouterContext, rootRoute } from '../../../src/layout/frame/app-route.tsx'
import { CommandProvider } from '../../../src/layout/frame/command-provider.tsx'
import { plainSearch } from '../../../src/layout/frame/plain-search.ts'
import { Toasts } from '../../../src/layout/kit/toasts.tsx'
import { screensIn } from '../../../src/router.tsx'
import { everyConsoleReply } from './every-console.ts'

// The cache notifies its readers immediately, so that no test waits for its timer.
notifyManager.setScheduler(queueMicrotask)

/** A pending call of the console. */
export interface Asked {
  path: string
  query: URLSearchParams
  signal: AbortSignal | null
  answer: (body: unknown, status?: number) => Promise<void>
}

/** Catches every API call. The test answers it, unless `byItself` does so immediately. */
export function catchCalls(byItself?: (path: string, query: URLSearchParams) => unknown) {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const url = new URL(input, 'http://localhost')
    // A test of playbooks, policies or words stubs its own.
    const known = everyConsoleReply(input, init)
    if (known) return known
    let resolve: (response: Response) => void = () => {}
    let reject: (reason: unknown) => void = () => {}
    const promise = new Promise<Response>((done, failed) => {
      resolve = done
      reject = failed
    })
    const signal = init?.signal ?? null
    signal?.addEventListener('abort', () => reject(signal.reason))
    const reply = (body: unknown, status = 200) => {
      const response = new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
      const text = response.text.bind(response)
      const wasRead = new Promise<void>((read) => {
        response.text = async () => {
          const given = await text()
          read()
          return given
        }
        // Refusals are read as JSON.
        response.json = async () => JSON.parse(await response.text()) as unknown
      })
      resolve(response)
      return wasRead
    }
    const path = url.pathname.replace('/api/admin', '')
    const body = byItself?.(path, url.searchParams)
    if (body === undefined)
      asked.push({
        path,
        query: url.searchParams,
        signal,
        answer: (given, status) =>
          act(async () => {
            const wasRead = reply(given, status)
            // Nobody reads the answer of an aborted call.
            if (signal?.aborted === true) return
            await wasRead
            // Let code that awaits the answer run during the next turns.
            for (let turn = 0; turn < 3; turn++) await new Promise((next) => setImmediate(next))
          }),
      })
    else void reply(body)
    return promise
  })
  return asked
}

/** A list page in the server's format. */
export function pageOf<Row>(rows: readonly Row[], total = rows.length, page = 1, perPage = 10) {
  return { rows, pagination: paginate({ page, perPage }, total) }
}

/** The signed-in layout without its shell: the commands of whoever is signed in, and toasts. */
function Frame() {
  const { user } = rootRoute.useRouteContext()
  return (
    <CommandProvider user={user}>
      <Outlet />
      <Toasts />
    </CommandProvider>
  )
}

/** Who is signed in unless a test says otherwise. */
export const testUser: CurrentUser = {
  id: 1,
  name: 'Test',
  email: 't@example.com',
  rol: 1,
  capabilities: capabilitiesOf(1),
  features: [],
  productName: 'Quaydesk',
  publicSiteUrl: '',
  appUrl: '',
  paymentProviderUrl: '',
}

/** Opens a screen of the product at its address, without a server or shell. */
export const openScreen = (address: string, user: Partial<CurrentUser> = {}, frame: RouteComponent = Frame) =>
  renderIn(frame, (layout) => screensIn(layout as AppRoute), address, user)

/** Renders only these routes, without commands, and nothing at any other address: for tests that steer parts of a screen by hand. */
export const renderConsole = (address: string, makeRoutes: (parent: AnyRoute) => AnyRoute[], user: Partial<CurrentUser> = {}) =>
  renderIn(Outlet, (layout) => [...makeRoutes(layout), createRoute({ getParentRoute: () => layout, path: '$' })], address, user)

async function renderIn(
  frame: RouteComponent,
  makeRoutes: (layout: AnyRoute) => readonly AnyRoute[],
  address: string,
  user: Partial<CurrentUser>,
) {
  // A view's route loads the record commands together with its code.
  await loadCommands()
  // A root of its own: the product's keeps its children.
  const root = createRootRouteWithContext<RouterContext>()()
  const layout = createRoute({ getParentRoute: () => root, id: 'app', component: frame })
  const queryClient = createQueryClient()
  const router = createRouter({
    routeTree: root.addChildren([layout.addChildren(makeRoutes(layout))]),
    context: {
      queryClient,
      user: {
        ...testUser,
        capabilities: capabilitiesOf(user.rol ?? 1),
        ...user,
      },
    },
    history: createMemoryHistory({ initialEntries: [address] }),
    ...plainSearch,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await act(async () => router.load())
  return { router, queryClient, address: () => router.history.location.href }
}

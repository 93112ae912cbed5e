import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { resolveAll } from '../../src/commands/engine/resolve.ts'
import { commands } from '../../src/commands/registry.ts'
import { capabilitiesOf } from '../../src/contract/capabilities.ts'
import { createAppRouter } from '../../src/router.tsx'
import { makeContext } from '../commands/samples.ts'

const viewer = makeContext().context.user

/** The menu for this role: each group with its entries. */
function menuOf(rol: number): Record<string, string[]> {
  const { context } = makeContext({ user: { ...viewer, rol, capabilities: capabilitiesOf(rol) } })
  const menu: Record<string, string[]> = {}
  for (const { command } of resolveAll(commands, context, null, 'sidebar')) (menu[command.section] ??= []).push(command.menuTitle ?? '')
  return menu
}

test('a visit can start on a view other than the customers list', async () => {
  const address = '/qrs?page=2&status=active'
  expect(await arriveAt(address, 1)).toBe(address)
  vi.unstubAllGlobals()
})

describe('the menu (document 1, section 2)', () => {
  test('has the documented groups and entries for role 1 [1.2 menu groups] [2.6 for role 1]', () => {
    expect(menuOf(1)).toEqual({
      Dashboard: ['General', 'Analysis'],
      Payments: ['Payments'],
      Customers: ['List', 'Notes', 'Feedback', 'Domains', 'API calls', 'Referred'],
      Reports: ['Sales', 'Invoices'],
      QRs: ['List', 'Archived', 'Risk', 'URI history', 'Stats', 'Infected'],
      Admin: ['Users', 'Audit', 'Integrations'],
      Security: ['Blocked domains', 'Allowed domains', 'Web risk', 'Web-risk logs', 'Abuse reports'],
    })
  })

  // [1.2 menu for role 1] [R2 menu entries] [2.6 for role 1] [2.6 for everybody]
  test.each([2, 3])('hides each entry that role %i may not open, and empty groups (ruling 2)', (rol) => {
    expect(menuOf(rol)).toEqual({
      Customers: ['List', 'Notes', 'Feedback', 'Domains', 'Referred'],
      Reports: ['Invoices'],
      QRs: ['List', 'Archived', 'URI history', 'Stats'],
    })
  })

  test('links every entry to an existing route [1.2 menu routes]', () => {
    const paths = allPaths()
    const hrefs = commands.flatMap(({ places, href }) => (places.includes('sidebar') && href !== undefined ? [href] : []))
    expect(hrefs).toHaveLength(25)
    expect(hrefs.filter((href) => !paths.includes(href))).toEqual([])
  })
})

function allPaths(): string[] {
  return Object.keys(createAppRouter({ queryClient: new QueryClient(), user: viewer }).routesByPath)
}

/** The table of document 1, section 2, and its public routes. */
const documented = `
  /general /analysis /customers /customers/$customerId /customers/notes /customers/feedback /customers/domains /customers/referred /invoices
  /payments /qrs /qrs/uri /qrs/media/$qrId /qrs/archived /qrs/stats /qrs/risk /qrs/infected /users /users/create /users/$userId /sales
  /security/domain-blacklist /security/domain-whitelist /security/webrisk /security/webrisk-logs /security/abuse /api-calls
  /api-calls/$callId /qr-code /login /pages-two-step-verification /`

test.each(documented.trim().split(/\s+/))('the documented route %s exists', async (path) => {
  const shape = (text: string) => text.replace(/\$\w+/g, '{id}')
  expect(allPaths().map(shape)).toContain(shape(path))
})

/** The calls that have been asked for. */
let asked: string[] = []

/** The final address after opening one with this role. */
async function arriveAt(address: string, rol: number): Promise<string> {
  asked = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(new Response('', { status: 500 }))
  })
  window.history.replaceState(null, '', address)
  const user = { ...viewer, rol, capabilities: capabilitiesOf(rol) }
  const router = createAppRouter({ queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }), user })
  await router.load()
  return router.state.location.href
}

describe('access to routes (document 1, sections 2 and 6)', () => {
  const full = '/general /analysis /qrs/risk /qrs/infected /users /users/create /users/12 /sales /api-calls /api-calls/301'.split(' ')
  const ours = ['/audit', '/integrations']
  const security = ['domain-blacklist', 'domain-whitelist', 'webrisk', 'webrisk-logs', 'abuse'].map((name) => `/security/${name}`)
  // [1.2 general] [1.2 analysis] [1.2 risk] [1.2 infected] [1.2 users] [1.2 create user] [1.2 user] [1.2 sales] [1.2 blacklist]
  // [1.2 whitelist] [1.2 webrisk] [1.2 webrisk log] [1.2 abuse] [1.2 api calls] [1.2 api call] [2.2 role value 1] [2.2 full route]
  // [2.2 general] [2.2 analysis] [2.2 sales] [2.2 blacklist] [2.2 whitelist] [1.2 audit] [1.2 integrations] [1.6 managing users]
  // [2.2 risk] [2.2 infected] [2.2 api calls] [2.2 api call]
  test.each([...full, ...ours, ...security])('%s opens for role 1; role 2 is redirected to the customers', async (path) => {
    expect(await arriveAt(path, 1)).toBe(path)
    expect(await arriveAt(path, 2)).toBe('/customers')
    // Nothing is asked for that the role may not see.
    expect(asked.filter((url) => !url.startsWith('/api/admin/customers'))).toEqual([])
  })

  test.each([0, 2, 11])('role %i is led from a full-access route to the customers [1.2 full route]', async (rol) => {
    expect(await arriveAt('/general', rol)).toBe('/customers')
  })

  const customers = '/customers /customers/12 /customers/notes /customers/feedback /customers/domains /customers/referred'.split(' ')
  const others = '/invoices /payments /qrs /qrs/uri /qrs/media/41 /qrs/archived /qrs/stats'.split(' ')
  // [1.2 customers] [1.2 customer] [1.2 notes] [1.2 feedback] [1.2 domains] [1.2 referred] [1.2 invoices] [1.2 qrs] [1.2 uri history]
  // [1.2 media] [1.2 archived] [1.2 qr stats] [2.2 signed in] [2.2 domains] [2.2 invoices] [2.2 qrs] [2.2 uri history] [2.2 media]
  // [2.2 archived] [2.2 qr stats] [1.2 payments] [R1 payments route]
  test.each([...customers, ...others])('%s is open to any signed-in account', async (path) => {
    expect([await arriveAt(path, 1), await arriveAt(path, 2)]).toEqual([path, path])
  })

  // [1.2 public route] [1.2 unknown path] [R4 where to go] [2.2 start] [2.2 unknown path]
  test.each([
    ['/', '/general', '/customers'],
    ['/no/such/page', '/customers', '/customers'],
    ['/customersx', '/customers', '/customers'],
    ['/customers/1/2/3', '/customers', '/customers'],
    ['/login', '/general', '/customers'],
    ['/qr-code', '/general', '/customers'],
    ['/pages-two-step-verification', '/general', '/customers'],
    ['/login?origin=%2Finvoices', '/invoices', '/invoices'],
    ['/login?origin=https%3A%2F%2Fevil.example', '/general', '/customers'],
  ])('%s leads role 1 to %s, others to %s', async (address, full, other) => {
    expect([await arriveAt(address, 1), await arriveAt(address, 2)]).toEqual([full, other])
  })
})

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { customerDomains, invitations } from '../../server/db/schema/customer-records.ts'
import { folders } from '../../server/db/schema/qrs.ts'
import { apiCalls } from '../../server/db/schema/security.ts'
import { staff } from '../../server/db/schema/staff.ts'
import { learnFeatures } from '../../src/api/features.ts'
import type { CommandContext } from '../../src/commands/engine/context.ts'
import { resolve } from '../../src/commands/engine/resolve.ts'
import { commands } from '../../src/commands/registry.ts'
import { features } from '../../src/contract/features.ts'
import { foldText } from '../../src/contract/fold.ts'
import { finders, findersOf } from '../../src/layout/records/finders/finders.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertAbuse, insertCustomers, insertWebrisk } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'
import { user } from '../views/palette-harness.tsx'

describeEngines('what the finders find', (engine) => {
  const database = engine.use()
  let server: TestApp
  let full: Browser
  let limited: Browser
  const requests: string[] = []

  beforeAll(async () => {
    server = await buildTestApp(database.current)
    full = await signIn(server, { rol: 1 })
    limited = await signIn(server, { rol: 2 })
    await insertCustomers(database.current, [
      { id: 7, firstName: 'Ana', lastName: 'Ruiz', email: 'ana@cafesol.example' },
      { id: 8, firstName: '', lastName: '', email: 'c8@example.com' },
    ])
    const { orm } = database.current
    const domain = { userId: 7, status: 'active', certificate: 'issued' }
    await orm.insert(customerDomains).values([
      { ...domain, id: 1, hostname: 'qr.towne.example', createdAt: 1 },
      { ...domain, id: 2, hostname: 'qr.towne.example.org', createdAt: 2, userId: 8 },
      // More than are shown, all before it in any order.
      ...Array.from({ length: 60 }, (_, index) => ({ ...domain, id: 10 + index, hostname: `a${index}-qr.towne.example`, createdAt: 9 })),
    ])
    const invitation = { ownerId: 7, role: 1, createdAt: 1 }
    await orm.insert(invitations).values([
      { ...invitation, id: 3, email: 'Mate@example.com', status: 0 },
      { ...invitation, id: 4, email: 'mate@example.com.mx', status: 1, userId: 8, registrationComplete: 1 },
    ])
    const folder = (id: number, name: string, userId: number) => ({ id, name, nameKey: foldText(name), userId, createdAt: 1 })
    await orm
      .insert(folders)
      .values([
        folder(5, 'Menús', 7),
        folder(6, 'Menús 2026', 8),
        ...Array.from({ length: 30 }, (_, index) => folder(100 + index, `Alte Menus ${index}`, 8)),
      ])
    const account = (id: number, name: string, email: string) => ({ id, name, email, passwordHash: '', createdAt: 1 })
    await orm
      .insert(staff)
      .values([account(901, 'Søren Marín', 'soren@harbour.example'), account(902, 'Anna Sorensen', 'anna@harbour.example')])
    await insertWebrisk(database.current, [
      { id: 11, url: 'https://evil.example/', email: 'ana@cafesol.example', userId: 7, status: 1 },
      ...Array.from({ length: 60 }, (_, index) => ({ id: 200 + index, url: `https://evil.example/${index}` })),
    ])
    await insertAbuse(database.current, [
      { id: 21, url: 'https://qr.example.com/menu', email: 'rita@example.com', status: 2 },
      { id: 22, email: 'margarita@example.com' },
    ])
    const call = { owner: 7, method: 'GET', statusCode: 404, responseTime: 1, requestHeaders: {}, responseHeaders: {} }
    await orm.insert(apiCalls).values([
      { ...call, id: 31, path: '/v1/qrs', query: 'page=2', createdAt: 1 },
      { ...call, id: 32, path: '/v1/me', createdAt: 2 },
    ])
  })
  afterEach(() => learnFeatures(features))
  afterAll(() => server.app.close())

  const serveAs = (browser: Browser) =>
    vi.stubGlobal('fetch', async (url: string) => {
      requests.push(url)
      const { body, statusCode } = await browser.inject({ method: 'GET', url })
      return new Response(body, { status: statusCode, headers: { 'content-type': 'application/json' } })
    })

  const find = async (type: string, text: string, browser = full) => {
    serveAs(browser)
    const finder = finders.find((each) => each.type === type)
    if (!finder) throw new Error(`no finder for ${type}`)
    return finder.mayName(text, true) ? finder.query(text).queryFn({ signal: new AbortController().signal }) : []
  }
  const found = async (type: string, text: string) =>
    (await find(type, text)).slice(0, 2).map(({ match, label, detail, href }) => [match, label, detail, href])

  const towne = ['qr.towne.example', 'active, customer #7', '/customers/7?show=domains#part=domains']
  const towneOrg = ['qr.towne.example.org', 'active, customer #8', '/customers/8?show=domains#part=domains']
  const mate = ['Mate@example.com', 'pending, invited by customer #7', '/customers/7?show=invitations#part=invitations']
  const mateMx = ['mate@example.com.mx', 'accepted, invited by customer #7', '/customers/7?show=invitations#part=invitations']
  const menus = ['Menús', 'Ana Ruiz, ana@cafesol.example', '/customers/7?show=folders#part=folders']
  const menus2026 = ['Menús 2026', 'c8@example.com', '/customers/8?show=folders#part=folders']
  const soren = ['Søren Marín', 'soren@harbour.example, role 2: limited access', '/users/901']
  const anna = ['Anna Sorensen', 'anna@harbour.example, role 2: limited access', '/users/902']
  const call = ['API call 31', 'GET /v1/qrs?page=2, 404, 01-01-1970 01:00:01', '/api-calls/31']
  const evil = ['https://evil.example/', '#11, safe, ana@cafesol.example', '/security/webrisk?id=11&status=any']
  const report = ['https://qr.example.com/menu', '#21, finished, reported by rita@example.com', '/security/abuse?id=21&status=any']
  const other = ['https://bad-22.example/', '#22, init, reported by margarita@example.com', '/security/abuse?id=22&status=any']

  test.each<[string, string, string[][]]>([
    [
      'hostname',
      'QR.towne.example',
      [
        ['exact', ...towne],
        ['prefix', ...towneOrg],
      ],
    ],
    [
      'hostname',
      'qr.t',
      [
        ['prefix', ...towne],
        ['prefix', ...towneOrg],
      ],
    ],
    ['hostname', 'towne.example.org', [['inside', ...towneOrg]]],
    ['hostname', 'nobody.example', []],
    ['hostname', 'qr_towne.example', []],
    [
      'invitation',
      'mate@EXAMPLE.com',
      [
        ['exact', ...mate],
        ['prefix', ...mateMx],
      ],
    ],
    [
      'invitation',
      'mate@',
      [
        ['prefix', ...mate],
        ['prefix', ...mateMx],
      ],
    ],
    ['invitation', 'ate@example.com', []],
    [
      'folders',
      'menus',
      [
        ['exact', ...menus],
        ['prefix', ...menus2026],
      ],
    ],
    [
      'folders',
      'me',
      [
        ['prefix', ...menus],
        ['prefix', ...menus2026],
      ],
    ],
    ['folders', '2026 menu', []],
    ['user', 'soren marin', [['exact', ...soren]]],
    ['user', 'soren@harbour.example', [['exact', ...soren]]],
    [
      'user',
      'sor',
      [
        ['prefix', ...anna],
        ['prefix', ...soren],
      ],
    ],
    [
      'user',
      'arbour.e',
      [
        ['inside', ...anna],
        ['inside', ...soren],
      ],
    ],
    ['api-call', '31', [['exact', ...call]]],
    ['api-call', 'API call #31', [['exact', ...call]]],
    ['api-call', '99', []],
    ['webrisk', 'https://evil.example/', [['exact', ...evil]]],
    ['webrisk', '11', [['exact', ...evil]]],
    ['webrisk', 'https://good.example/', []],
    ['abuse', 'https://qr.example.com/menu', [['exact', ...report]]],
    ['abuse', 'rita@example.com', [['exact', ...report]]],
    ['abuse', 'abuse report 22', [['exact', ...other]]],
    ['abuse', '23', []],
  ])('%s by %j', async (type, text, rows) => {
    expect(await found(type, text)).toEqual(rows)
  })

  test('a host finds all addresses on it, six at a time', async () => {
    const rows = await find('webrisk', 'evil.example')
    expect([rows.length, new Set(rows.map(({ match }) => match))]).toEqual([6, new Set(['exact'])])
    expect((await find('webrisk', 'evil.ex')).map(({ match }) => match)).toEqual(Array.from({ length: 6 }, () => 'prefix'))
  })

  test('the commands of what is found resolve at once', async () => {
    const ready = async (id: string, type: string, text: string) => {
      const [{ target } = { target: null }] = await find(type, text)
      const command = commands.find((each) => each.id === id)
      const context = { user, location: '/', origin: '' } as CommandContext
      return command && resolve(command, context, target)?.availability
    }
    expect(await ready('hostname.validate', 'hostname', 'qr.towne.example')).toEqual({ state: 'ready' })
    expect(await ready('invitation.app-login', 'invitation', 'mate@example.com')).toEqual({
      state: 'blocked',
      reason: 'Waiting for approval.',
    })
    expect(await ready('folders.transfer', 'folders', 'menus')).toEqual({ state: 'ready' })
    expect(await ready('user.unlock', 'user', 'soren marin')).toEqual({ state: 'blocked', reason: 'Not locked.' })
    expect(await ready('user.show-changes', 'user', 'soren marin')).toEqual({ state: 'ready' })
    expect(await ready('api-call.open', 'api-call', '31')).toEqual({ state: 'ready' })
    expect(await ready('webrisk.mark-safe', 'webrisk', '11')).toEqual({ state: 'blocked', reason: 'Already safe.' })
    expect(await ready('abuse.mark-finished', 'abuse', '21')).toEqual({ state: 'blocked', reason: 'Already finished.' })
  })

  test.each(['user', 'api-call', 'webrisk', 'abuse'])(
    'the server refuses role 2 what finds a %s, and the console doesn’t ask',
    async (type) => {
      const text = type === 'user' ? 'soren' : '31'
      await expect(find(type, text, limited)).rejects.toMatchObject({ status: 403 })
      expect(findersOf({ capabilities: ['customers.read', 'qrs.read'] }).map((finder) => finder.type)).not.toContain(type)
    },
  )

  test.each(['hostname', 'invitation', 'folders'])('role 2 finds a %s', async (type) => {
    const texts: Record<string, string> = { hostname: 'qr.towne.example', invitation: 'mate@example.com', folders: 'menus' }
    expect((await find(type, texts[type] ?? '', limited))[0]?.match).toBe('exact')
  })

  test('an admin API with only the documented calls gets only their parameters', async () => {
    learnFeatures([])
    requests.length = 0
    expect((await found('hostname', 'qr.towne.example.org'))[0]).toEqual(['exact', ...towneOrg])
    expect((await found('user', 'soren@'))[0]).toEqual(['prefix', ...soren])
    expect((await found('api-call', '31'))[0]).toEqual(['exact', ...call])
    expect((await found('abuse', 'rita@'))[0]).toEqual([
      'prefix',
      ...report.slice(0, 2),
      '/security/abuse?searchTerm=https%3A%2F%2Fqr.example.com%2Fmenu&status=any',
    ])
    expect(requests.map((url) => url.replace('/api/admin', ''))).toEqual([
      '/customers/domains?sortDirection=asc&perPage=50&searchTerm=qr.towne.example.org&sortField=hostname',
      '/users?searchTerm=soren%40&perPage=50&sortField=name',
      '/api-calls/31',
      '/abuse?searchTerm=rita%40&perPage=50',
    ])
  })
})

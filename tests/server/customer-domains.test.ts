import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerDomains } from '../../server/db/schema/customer-records.ts'
import { expectedRecords } from '../../server/outside/dns/expected.ts'
import { type Dns, DnsError } from '../../server/outside/dns/port.ts'
import type { AuditRow } from '../../src/contract/audit.ts'
import type { CustomerDomain, CustomerDomainRow } from '../../src/contract/customer-domains.ts'
import type { Pagination } from '../../src/contract/list.ts'
import { buildTestApp, type TestApp, testConfig } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

/** The name servers' next answers: both records, and what happens during the query. */
class ScriptedDns implements Dns {
  cname: string[] = []
  txt: string[] = []
  meanwhile: () => Promise<void> = () => Promise.resolve()
  isSilent = false
  async resolveCname() {
    await this.meanwhile()
    return this.answer(this.cname)
  }
  async resolveTxt() {
    return this.answer(this.txt)
  }
  private answer(texts: string[]): string[] {
    if (this.isSilent) throw new DnsError('silent')
    return texts
  }
}

describeDatabase('domains of customers', (engine) => {
  const database = engine.use()
  const dns = new ScriptedDns()
  let server: TestApp
  let embedded: TestApp
  /** Role 2, because everyone may use all of this. */
  let browser: Browser

  beforeAll(async () => {
    server = await buildTestApp(database.current, {}, { dns })
    embedded = await buildTestApp(database.current)
  })
  beforeEach(async () => {
    await database.empty()
    browser = await signIn(server, { rol: 2 })
    await insertCustomers(database.current, [{}, {}, { id: 40 }])
    const domain = (userId: number, hostname: string, status: string, certificate: string, createdAt: number, main = false) => ({
      userId,
      hostname,
      status,
      certificate,
      createdAt,
      main,
    })
    await database.current.orm
      .insert(customerDomains)
      .values([
        domain(1, 'qr.cafesol.example', 'active', 'issued', 100, true),
        domain(2, 'go.prat.example', 'moved', 'expired', 300),
        domain(1, 'xn--cdigo-0ta.cafesol.example', 'pending', 'failed', 200),
        domain(40, 'link.other.example', 'blocked', 'pending', 300),
        domain(2, 'menu.prat.example', 'deleted', '', 250),
      ])
    Object.assign(dns, { cname: [], txt: [], isSilent: false, meanwhile: () => Promise.resolve() })
  })
  afterAll(async () => {
    await server.app.close()
    await embedded.app.close()
  })

  const list = async (query = '') => {
    const reply = await browser.get(`/customers/domains?${query}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: CustomerDomainRow[]; pagination: Pagination }>()
  }
  const ids = async (query: string) => (await list(query)).rows.map(({ id }) => id)
  const ofCustomer = async (id: number) => (await browser.get(`/customers/${id}/domains`)).json<CustomerDomain[]>()
  const validate = (user: number, domainId: unknown, as = browser) => as.send('POST', `/customers/${user}/domain/validation`, { domainId })
  const setUp = (user: number, hostname: string) => {
    const records = expectedRecords(testConfig, { user, hostname })
    Object.assign(dns, { cname: [records.cname.value], txt: ['v=spf1 -all', records.txt.value] })
  }

  describe('GET /customers/domains', () => {
    test('lists all fields, highest id first (document 1, section 2) [2.3 customer domain] [2.7 customer domains]', async () => {
      const { rows, pagination } = await list()
      expect(rows.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])
      expect(rows[4]).toEqual({
        id: 1,
        hostname: 'qr.cafesol.example',
        status: 'active',
        certificate: 'issued',
        createdAt: 100,
        main: true,
        user: 1,
      })
      expect(pagination).toMatchObject({ total_results: 5, configuredEntries: 10 })
    })

    // [2.4 domain statuses] [2.7 customer domains] [R13 spellings]
    test.each([
      ['sortField=id&sortDirection=asc', [1, 2, 3, 4, 5]],
      ['sortField=hostname&sortDirection=asc', [2, 4, 5, 1, 3]],
      ['sortField=status&sortDirection=asc', [1, 4, 5, 2, 3]],
      ['sortField=certificate&sortDirection=desc', [4, 1, 3, 2, 5]],
      ['sortField=createdAt&sortDirection=asc&length=2&page=2', [5, 2]],
      ['status=pending', [3]],
      ['certificate=issued', [1]],
      ['certificate=failed&sortField=certificate&sortDirection=asc', [3]],
      ['status=', [5, 4, 3, 2, 1]],
      ['searchTerm=PRAT', [5, 2]],
      ['searchTerm=código', [3]],
      ['searchTerm=40', [4]],
      ['searchTerm=2', [5, 2]],
      ['searchTerm=%25', []],
      ['searchTerm=prat&status=moved', [2]],
      ['searchTerm=cafe&status=deleted', []],
    ])('%s', async (query, found) => {
      expect(await ids(query)).toEqual(found)
    })

    test.each(['status=All', 'status=3', 'sortField=user', 'page=x'])('rejects %s', async (query) => {
      expect((await browser.get(`/customers/domains?${query}`)).statusCode).toBe(400)
    })
  })

  test('returns a customer’s domains with the DNS records each one needs [2.2 domains of customer] [2.7 domains of customer]', async () => {
    const domains = await ofCustomer(1)
    expect(domains.map(({ hostname }) => hostname)).toEqual(['xn--cdigo-0ta.cafesol.example', 'qr.cafesol.example'])
    expect(domains[1]).toEqual({
      id: 1,
      hostname: 'qr.cafesol.example',
      status: 'active',
      certificate_status: 'issued',
      createdAt: 100,
      main: true,
      records: expectedRecords(testConfig, { user: 1, hostname: 'qr.cafesol.example' }),
    })
    expect((await browser.get('/customers/99/domains')).statusCode).toBe(404)
  })

  describe('POST /customers/{id}/domain/validation', () => {
    test('returns the result and records the check in the audit trail [2.3 domain check] [2.7 validate domain]', async () => {
      dns.cname = ['shops.example']
      expect((await validate(1, 3)).json()).toEqual({ cname: false, txt: false, status: 'pending', certificate_status: 'failed' })
      const full = await signIn(server)
      const { rows } = (await full.get('/audit?action=domain.validate')).json<{ rows: AuditRow[] }>()
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({
        targetType: 'domain',
        targetId: 3,
        before: { userId: 1, hostname: 'xn--cdigo-0ta.cafesol.example', status: 'pending', certificate: 'failed' },
        after: { userId: 1, status: 'pending', certificate: 'failed', cname: false, txt: false },
      })
      expect((await browser.send('POST', '/undo', {})).statusCode).toBe(409)
    })

    test('both records activate a pending domain and request its certificate again', async () => {
      setUp(1, 'xn--cdigo-0ta.cafesol.example')
      expect((await validate(1, 3)).json()).toEqual({ cname: true, txt: true, status: 'active', certificate_status: 'pending' })
      expect((await ofCustomer(1))[0]).toMatchObject({ status: 'active', certificate_status: 'pending' })
    })

    test.each([
      [1, 'cname'],
      [1, 'txt'],
    ] as const)('a single record changes nothing', async (user, missing) => {
      setUp(user, 'xn--cdigo-0ta.cafesol.example')
      dns[missing] = []
      expect((await validate(user, 3)).json()).toMatchObject({ [missing]: false, status: 'pending', certificate_status: 'failed' })
    })

    test('asks for the same records whatever the spelling', () => {
      const spellings = ['xn--bcher-kva.example', 'bücher.example', 'BÜCHER.example.', 'bücher．example']
      const asked = spellings.map((hostname) => expectedRecords(testConfig, { user: 1, hostname }))
      expect(asked).toEqual(asked.map(() => asked[0]))
      expect(asked[0]?.cname.name).toBe('xn--bcher-kva.example')
    })

    test('a blocked, deleted or moved domain keeps its status', async () => {
      for (const [user, id, hostname, status] of [
        [2, 2, 'go.prat.example', 'moved'],
        [40, 4, 'link.other.example', 'blocked'],
        [2, 5, 'menu.prat.example', 'deleted'],
      ] as const) {
        setUp(user, hostname)
        expect((await validate(user, id)).json()).toMatchObject({ cname: true, txt: true, status })
      }
    })

    test('ignores another customer’s TXT record', async () => {
      setUp(2, 'qr.cafesol.example')
      expect((await validate(1, 1)).json()).toMatchObject({ cname: true, txt: false })
    })

    test('responds with 503 and records nothing if no name server answers', async () => {
      dns.isSilent = true
      const reply = await validate(1, 3)
      expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([503, 'service_unavailable'])
      const full = await signIn(server)
      expect((await full.get('/audit?action=domain.validate')).json<{ rows: AuditRow[] }>().rows).toEqual([])
    })

    test('responds with 404 if the domain is deleted during the lookup', async () => {
      setUp(1, 'qr.cafesol.example')
      dns.meanwhile = async () => void (await database.current.orm.delete(customerDomains))
      expect((await validate(1, 1)).statusCode).toBe(404)
    })

    test.each([
      [2, 1, 404],
      [99, 1, 404],
      [1, 99, 404],
      [1, 'x', 400],
      [1, 0, 400],
      [1, undefined, 400],
    ])('customer %s, domain %s: responds with %s', async (user, domainId, status) => {
      expect((await validate(user, domainId)).statusCode).toBe(status)
    })
  })

  describe('the demo DNS zone', () => {
    const check = async (user: number, id: number) => {
      const reply = await validate(user, id, await signIn(embedded))
      return [reply.statusCode, reply.json<{ cname?: boolean; txt?: boolean }>()] as const
    }

    test('has domains with both, one or neither record, and one without an answer', async () => {
      expect(await check(1, 1)).toEqual([200, { cname: true, txt: true, status: 'active', certificate_status: 'issued' }])
      expect(await check(2, 2)).toEqual([200, expect.objectContaining({ cname: true, txt: false })])
      expect(await check(1, 3)).toEqual([200, expect.objectContaining({ cname: false, txt: true })])
      expect(await check(2, 5)).toEqual([200, expect.objectContaining({ cname: false, txt: false })])
      expect(await check(40, 4)).toEqual([503, expect.objectContaining({ error: 'service_unavailable' })])
    })

    test('rejects lookups in production instead of making up answers', async () => {
      const strict = await buildTestApp(database.current, { production: true, publicOrigin: 'https://desk.example' })
      const { dns: zone } = strict.context
      await expect(zone.resolveCname('qr.cafesol.example')).rejects.toBeInstanceOf(DnsError)
      await expect(zone.resolveTxt('_domain-verification.qr.cafesol.example')).rejects.toBeInstanceOf(DnsError)
      await strict.app.close()
    })
  })
})

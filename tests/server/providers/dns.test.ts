import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectedRecords } from '../../../server/outside/dns/expected.ts'
import { type Dns, DnsError, maxTextLength, maxTexts } from '../../../server/outside/dns/port.ts'
import { ResolverDns } from '../../../server/outside/dns/resolver.ts'
import { checkRecords } from '../../../server/resources/domains/check.ts'
import { type DnsServer, startDnsServer, type Zone } from '../../support/dns-server.ts'

const settings = { domainTarget: 'qr.site.example', secretKey: Buffer.alloc(32, 7) }
const recordsOf = (hostname: string, user = 1) => expectedRecords(settings, { user, hostname })
const txtOf = (hostname: string, ...texts: string[][]): Zone => ({ [recordsOf(hostname).txt.name]: { txt: texts } })
const right = (hostname: string) => txtOf(hostname, [recordsOf(hostname).txt.value])
const target = settings.domainTarget

const zone: Zone = {
  'right.example.com': { cname: [target] },
  ...right('right.example.com'),
  'capital.example.com': { cname: [target.toUpperCase()] },
  ...txtOf('capital.example.com', ['v=spf1 -all'], ['domain-verif', recordsOf('capital.example.com').txt.value.slice(12)]),
  'chain.example.com': { cname: ['one.example.net'] },
  'one.example.net': { cname: ['two.example.net'] },
  'two.example.net': { cname: [target] },
  'elsewhere.example.com': { cname: ['shops.example'] },
  'shops.example': {},
  ...right('elsewhere.example.com'),
  'no-text.example.com': { cname: [target] },
  'no-alias.example.com': {},
  ...right('no-alias.example.com'),
  'loop.example.com': { cname: ['pool.example.com'] },
  'pool.example.com': { cname: ['loop.example.com'] },
  'self.example.com': { cname: ['self.example.com'] },
  'long.example.com': { cname: ['l1.example.com'] },
  ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`l${index + 1}.example.com`, { cname: [`l${index + 2}.example.com`] }])),
  'l9.example.com': { cname: [target] },
  'odd.example.com': { cname: ['127.0.0.1'] },
  'silent.example.com': { silent: true },
  'silent-text.example.com': { cname: [target] },
  [recordsOf('silent-text.example.com').txt.name]: { silent: true },
  'broken.example.com': { code: 2 },
  'refused.example.com': { code: 5 },
  'xn--bcher-kva.example': { cname: [target] },
  ...right('xn--bcher-kva.example'),
  'texts.example.com': { txt: Array.from({ length: 110 }, (_, index) => [`t${index}`]) },
  'huge.example.com': { txt: [Array.from({ length: 20 }, () => 'x'.repeat(255))] },
  'foreign.example.com': { cname: [target] },
  ...txtOf('foreign.example.com', [recordsOf('foreign.example.com', 2).txt.value]),
}

describe('customer DNS queried from a real name server', () => {
  let server: DnsServer
  let dns: Dns
  let impatient: Dns
  beforeAll(async () => {
    server = await startDnsServer(zone)
    // Long enough for a busy machine: what answers is never given up.
    dns = new ResolverDns([server.address], 10_000)
    impatient = new ResolverDns([server.address], 300)
  })
  afterAll(() => server.close())

  test.each([
    ['right.example.com', true, true],
    ['capital.example.com', true, true],
    ['chain.example.com', true, false],
    ['elsewhere.example.com', false, true],
    ['no-text.example.com', true, false],
    ['no-alias.example.com', false, true],
    ['nowhere.example.com', false, false],
    ['loop.example.com', false, false],
    ['self.example.com', false, false],
    ['long.example.com', false, false],
    ['odd.example.com', false, false],
    ['foreign.example.com', true, false],
    ['xn--bcher-kva.example', true, true],
    ['bücher.example', true, true],
    ['Bücher.example.', true, true],
  ])('%s: CNAME %s, TXT %s', async (hostname, cname, txt) => {
    expect(await checkRecords(dns, recordsOf(hostname))).toEqual({ cname, txt })
  })

  test.each(['silent.example.com', 'silent-text.example.com', 'broken.example.com', 'refused.example.com'])(
    '%s: throws a DnsError',
    async (hostname) => {
      await expect(checkRecords(impatient, recordsOf(hostname))).rejects.toBeInstanceOf(DnsError)
    },
  )

  test('throws a DnsError if no server is running', async () => {
    const gone = await startDnsServer({})
    await gone.close()
    await expect(new ResolverDns([gone.address], 300).resolveTxt('right.example.com')).rejects.toBeInstanceOf(DnsError)
  })

  test.each(['', 'localhost', '127.0.0.1', '*.example.com', 'exa mple.com', 'https://example.com'])(
    '%j is not queried',
    async (hostname) => {
      const before = server.questions.length
      expect(await checkRecords(dns, recordsOf(hostname))).toEqual({ cname: false, txt: false })
      expect(server.questions).toHaveLength(before)
    },
  )

  test('queries only CNAME and TXT records, never addresses', async () => {
    await checkRecords(dns, recordsOf('chain.example.com'))
    expect(server.questions.filter((question) => !/^(CNAME|TXT) /.test(question))).toEqual([])
    expect(server.questions).toContain('CNAME two.example.net')
    expect(server.questions).toContain('TXT _domain-verification.chain.example.com')
  })

  test('follows a CNAME chain only up to a limit', async () => {
    const before = server.questions.length
    await checkRecords(dns, recordsOf('long.example.com'))
    const hops = server.questions.slice(before).filter((question) => /^CNAME l\d/.test(question))
    expect(hops).toEqual(['CNAME l1.example.com', 'CNAME l2.example.com', 'CNAME l3.example.com', 'CNAME l4.example.com'])
  })

  test('limits the number and length of texts', async () => {
    expect(await dns.resolveTxt('texts.example.com')).toHaveLength(maxTexts)
    expect((await dns.resolveTxt('huge.example.com')).map(({ length }) => length)).toEqual([maxTextLength])
  })
})

test('the expected text is derived from customer, hostname and key', () => {
  const { cname, txt } = recordsOf('QR.Example.com')
  expect(cname).toEqual({ name: 'qr.example.com', value: target })
  expect(txt.name).toBe('_domain-verification.qr.example.com')
  expect(txt.value).toMatch(/^domain-verification=[0-9a-f]{32}$/)
  expect(recordsOf('qr.example.com')).toEqual({ cname, txt })
  const others = [
    recordsOf('qr.example.com', 2),
    recordsOf('go.example.com'),
    expectedRecords({ ...settings, secretKey: Buffer.alloc(32, 8) }, { user: 1, hostname: 'qr.example.com' }),
  ]
  for (const other of others) expect(other.txt.value).not.toBe(txt.value)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { blacklistedDomains, whitelistedDomains } from '../../server/db/schema/security.ts'
import { unknown, type WebRiskCheck } from '../../server/outside/web-risk/port.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'

describeDatabase('web risk by our own lists', (engine) => {
  const database = engine.use()
  let server: TestApp

  beforeAll(async () => {
    server = await buildTestApp(database.current)
    const { orm } = database.current
    await orm.insert(blacklistedDomains).values([
      { domain: '*.evil.example', createdAt: 1 },
      { domain: 'xn--pypal-4ve.example', createdAt: 1 },
      { domain: '*.shop.good.example', createdAt: 1 },
    ])
    await orm.insert(whitelistedDomains).values([
      { domain: 'good.example', createdAt: 1 },
      { domain: 'my.shop.good.example', createdAt: 1 },
    ])
  })
  afterAll(() => server.app.close())

  test.each<[string, WebRiskCheck]>([
    ['https://login.EVIL.example/path?q=1', { verdict: 'unsafe', threats: ['BLOCKED_DOMAIN'], failure: null }],
    ['http://p\u0430ypal.example', { verdict: 'unsafe', threats: ['BLOCKED_DOMAIN'], failure: null }],
    ['https://good.example', { verdict: 'safe', threats: [], failure: null }],
    // An allowed entry wins over a blocked one, as the domains page says.
    ['https://my.shop.good.example', { verdict: 'safe', threats: [], failure: null }],
    ['https://no.shop.good.example', { verdict: 'unsafe', threats: ['BLOCKED_DOMAIN'], failure: null }],
    ['http://pay_pal.evil.example', { verdict: 'unsafe', threats: ['BLOCKED_DOMAIN'], failure: null }],
    ['https://log%69n.evil.example', { verdict: 'unsafe', threats: ['BLOCKED_DOMAIN'], failure: null }],
    ['https://login.ev\u00ADil．exam\u200Bple', { verdict: 'unsafe', threats: ['BLOCKED_DOMAIN'], failure: null }],
    ['http://a_b.other.example', unknown('a_b.other.example is on neither list of domains.')],
    ['http://127.1/x', unknown('127.0.0.1 is an IP address: the lists hold domains.')],
    ['http://localhost', unknown('It contains no domain.')],
    ['https://other.example', unknown('other.example is on neither list of domains.')],
    ['javascript:alert(1)', unknown('It is not a web address.')],
    ['', unknown('It is not a web address.')],
  ])('%s', async (url, expected) => {
    expect(await server.context.webRisk.check(url)).toEqual(expected)
  })
})

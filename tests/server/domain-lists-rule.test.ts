import { beforeEach, describe, expect, test } from 'vitest'
import type { DomainRule } from '../../src/contract/domain-lists.ts'
import { describeDatabase } from '../support/database.ts'
import { type List, useDomainLists } from '../support/domain-lists.ts'

describeDatabase('the rule for a web address', (engine) => {
  const lists = useDomainLists(engine)
  const { have } = lists

  describe('which rule wins [2.7 domain rules]', () => {
    const rule = async (url: string) => {
      const reply = await lists.browser.get(`/domain-rules?url=${encodeURIComponent(url)}`)
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json<DomainRule>()
    }
    const entry = (list: List, domain: string) => ({
      id: expect.any(Number) as number,
      domain,
      createdAt: expect.any(Number) as number,
      list: list === 'blocked' ? ('blacklisted' as const) : ('whitelisted' as const),
    })
    beforeEach(async () => {
      await have('blocked', '*.bad.example', 'shop.bad.example', 'xn--bcher-kva.test', 'own.example', 'qr.own.example')
      await have('allowed', '*.good.bad.example')
    })

    test.each<[string, DomainRule]>([
      [
        'https://shop.bad.example/menu',
        { host: 'shop.bad.example', verdict: 'blocked', entry: entry('blocked', 'shop.bad.example'), overruled: null },
      ],
      ['a.b.bad.example', { host: 'a.b.bad.example', verdict: 'blocked', entry: entry('blocked', '*.bad.example'), overruled: null }],
      [
        'https://b\u00ADa\u200Bd．ex%61mple',
        { host: 'bad.example', verdict: 'blocked', entry: entry('blocked', '*.bad.example'), overruled: null },
      ],
      ['BAD.example.', { host: 'bad.example', verdict: 'blocked', entry: entry('blocked', '*.bad.example'), overruled: null }],
      [
        'http://x.good.bad.example:81/',
        {
          host: 'x.good.bad.example',
          verdict: 'allowed',
          entry: entry('allowed', '*.good.bad.example'),
          overruled: entry('blocked', '*.bad.example'),
        },
      ],
      [
        'https://Bücher.test',
        { host: 'xn--bcher-kva.test', verdict: 'blocked', entry: entry('blocked', 'xn--bcher-kva.test'), overruled: null },
      ],
      ['https://qr.own.example/x', { host: 'qr.own.example', verdict: 'own', entry: null, overruled: entry('blocked', 'qr.own.example') }],
      ['größe.example', { host: 'xn--gre-6ka8i.example', verdict: 'own', entry: null, overruled: null }],
      ['https://fine.example', { host: 'fine.example', verdict: 'none', entry: null, overruled: null }],
      ['http://127.1/', { host: '127.0.0.1', verdict: 'address', entry: null, overruled: null }],
    ])('%s', async (url, expected) => {
      expect(await rule(url)).toEqual(expected)
    })

    test.each(['', 'javascript:alert(1)', 'localhost', 'a'.repeat(3000)])('rejects %j', async (url) => {
      const reply = await lists.browser.get(`/domain-rules?url=${encodeURIComponent(url)}`)
      expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([400, 'bad_request'])
    })
  })
})

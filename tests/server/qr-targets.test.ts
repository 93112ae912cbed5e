import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { qrs, targetOf } from '../../server/db/schema/qrs.ts'
import { qrSource } from '../../server/resources/qrs/queries.ts'
import { targetKey } from '../../src/contract/qr-target.ts'
import type { QrRow } from '../../src/contract/qrs.ts'
import { QrListQuery } from '../../src/contract/qrs.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

const addresses = [
  'https://www.leite.example/shop',
  'http://leite.example',
  'HTTPS://Leite.Example:8443/Shop/2?x=1',
  'https://leite.example.evil.example/shop',
  'https://shop.leite.example/',
  'https://ana:secret@leite.example?from=qr',
  'leite.example/no-scheme',
  'https://xleite.example/shop',
  'https://b%C3%BCcher.example/',
  'https://bücher.example/neu',
  'https://xn--bcher-kva.example/alt',
  'https://evil.example/leite.example',
  'mailto:ana@leite.example',
  'https://leite.example\\shop',
  `https://long.example/${'a'.repeat(3000)}`,
  'https://under_score.example/100%',
  '',
]

describeDatabase('QR codes by where they lead', (engine) => {
  const { database, browser } = useServer(engine)

  beforeAll(async () => {
    await insertCustomers(database.current, [{}])
    await insertQrs(database.current, [
      ...addresses.map((url, at) => ({ uri: `to-${at + 1}`, content: { url } })),
      { uri: 'archived', archived: true, content: { url: 'https://leite.example/' } },
      { uri: 'text', type: 'text', content: { text: 'leite.example' } },
    ])
  })

  const foundBy = async (searchTerm: string, more = '') => {
    const reply = await browser.get(`/qrs?searchMode=target&sort=id&sortDirection=asc&searchTerm=${encodeURIComponent(searchTerm)}${more}`)
    return reply.json<{ rows: QrRow[] }>().rows.map(({ id }) => id)
  }

  test.each<[string, number[]]>([
    ['leite.example', [1, 2, 3, 6, 7, 14]],
    ['LEITE.example/', [1, 2, 3, 6, 7, 14]],
    ['https://www.leite.example', [1, 2, 3, 6, 7, 14]],
    ['leite.example/shop', [1]],
    ['http://leite.example/sh', [1]],
    ['leite.example:8443/shop', [3]],
    ['leite.example?from', [6]],
    ['shop.leite.example', [5]],
    ['leite', []],
    ['bücher.example', [10, 11]],
    ['Bücher.example/', [10, 11]],
    ['bücher.example/alt', [11]],
    ['under_score.example', [16]],
    ['underscore.example', []],
    ['under_score.example/100%', [16]],
    ['leite.%', []],
    [`https://long.example/${'a'.repeat(290)}`, [15]],
    ['/', []],
    ['https://', []],
  ])('finds by %s', async (text, ids) => {
    expect(await foundBy(text)).toEqual(ids)
  })

  test('finds among other filters, exports and selects the same', async () => {
    expect(await foundBy('leite.example', '&status=active&customer=1')).toEqual([1, 2, 3, 6, 7, 14])
    expect(await foundBy('leite.example', '&customer=2')).toEqual([])
    const exported = await browser.get('/exports/qrs?searchMode=target&searchTerm=leite.example')
    expect(exported.body.trim().split('\n').length).toBe(7)
    const matching = await browser.get('/qrs/ids?searchMode=target&searchTerm=leite.example')
    expect(matching.json()).toMatchObject({ total: 6 })
  })

  test('compares in the database what is searched', async () => {
    const { rows } = await database.current.orm.execute<{ url: string; key: string }>(
      sql`select content ->> 'url' as url, ${targetOf(qrs)} as key from qrs where content ->> 'url' is not null`,
    )
    expect(rows.length).toBeGreaterThan(addresses.length)
    expect(rows.map(({ key }) => key)).toEqual(rows.map(({ url }) => targetKey(url)))
  })

  test('is answered by an index', async () => {
    const { within, where } = qrSource(QrListQuery.parse({ searchMode: 'target', searchTerm: 'leite.example' }))
    // Enough for an index to be worth it.
    const rows = Array.from({ length: 3000 }, (_, at) => ({
      id: 1000 + at,
      uri: `more-${at}`,
      content: { url: `https://host${at}.example/` },
    }))
    await insertQrs(database.current, rows)
    await database.current.orm.execute(sql`analyze qrs`)
    const plan = await database.current.orm.execute(sql`explain select id from qrs where ${within} and ${where}`)
    expect(JSON.stringify(plan.rows)).toContain('qrs_target')
  })
})

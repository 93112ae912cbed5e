import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { readMigrations } from '../../server/db/migration-files.ts'
import { silentLog } from '../../server/process/log.ts'
import { customerSearchColumns } from '../../server/resources/customers/search-columns.ts'
import { foldText } from '../../src/contract/fold.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

test.each([
  ['Łukasz Żółć', 'lukasz zolc'],
  ['ĐORĐE', 'dorde'],
  ['Søren Ærø', 'soren aero'],
  ['Œuvre', 'oeuvre'],
  ['STRAẞE Straße', 'strasse strasse'],
  ['Þór Guðmundsdóttir', 'thor gudmundsdottir'],
  ['Isıl İnci', 'isil inci'],
  ['Ħal Ŋ Ŧ', 'hal n t'],
  ['ΝΊΚΟΣ', 'νικοσ'],
  ['Ángel  Ñu', 'angel nu'],
  // Marks that are letters stay.
  ['राम शर्मा', 'राम शर्मा'],
  ['रीमा शर्मा', 'रीमा शर्मा'],
  ['がき', 'がき'],
  ['ｶﾞ', 'ガ'],
  ['김민', '김민'],
  ['น้ำ', 'น\u0e49\u0e4dา'],
  ['தமிழ்', 'தமிழ்'],
  // Points and harakat go, as nobody types them.
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['Ёлка й', 'елка и'],
  // What looks alike is alike.
  ['علی', 'علي'],
  ['کریم', 'كريم'],
  ['۱۲۳ ٤٥٦ ７８', '123 456 78'],
  ['O’Sullivan Oʼ´‘`', "o'sullivan o''''"],
  ['QD–0001648 − —', 'qd-0001648 - -'],
  ['a\u00adn\u200ba\u061c\ufffc', 'ana'],
])('%j folds to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

describeEngines('letters that do not decompose', (engine) => {
  describe('in lists', () => {
    const database = engine.use()
    let server: TestApp
    let browser: Browser
    beforeAll(async () => {
      server = await buildTestApp(database.current)
      browser = await signIn(server, { rol: 2 })
      await insertCustomers(database.current, [
        { firstName: 'Łukasz', lastName: 'Nowak' },
        { firstName: 'Ludwig', lastName: 'Weiß' },
        { firstName: 'Zoe', lastName: 'Last' },
        { firstName: 'Lutz', lastName: 'Ørsted' },
      ])
      await insertQrs(database.current, [{ name: 'Smørrebrød' }])
    })
    afterAll(() => server.app.close())
    const idsOf = async (path: string) => (await browser.get(path)).json<{ rows: { id: number }[] }>().rows.map(({ id }) => id)

    test('normal searches with and without them find the same rows, exact ones do not', async () => {
      expect(await idsOf('/customers?exactSearch=false&searchTerm=lukasz+nowak')).toEqual([1])
      expect(await idsOf('/customers?searchTerm=lukasz+nowak')).toEqual([])
      expect(await idsOf('/customers?searchTerm=łukasz+nowak')).toEqual([1])
      expect(await idsOf('/customers?exactSearch=false&searchTerm=Lukas')).toEqual([1])
      expect(await idsOf('/customers?exactSearch=false&searchTerm=lu&sort=id&sortDirection=asc')).toEqual([1, 2, 4])
      expect(await idsOf('/customers?exactSearch=false&searchTerm=weiss')).toEqual([2])
      expect(await idsOf('/customers?exactSearch=false&searchTerm=orsted')).toEqual([4])
      expect(await idsOf('/qrs?searchTerm=smorrebrod&searchMode=name')).toEqual([1])
    })

    test('they sort like plain letters', async () => {
      expect(await idsOf('/customers?sort=fullName&sortDirection=asc')).toEqual([2, 1, 4, 3])
    })
  })

  describe('in an existing database', () => {
    const database = engine.use()

    const migrations = [
      [
        '_fold_letters',
        beforeLetters,
        ['Łukasz Żółć', 'Søren Ærø', 'STRAẞE Straße', 'Þór Guð', 'Ana Ruiz', 'Νίκος Ω', 'Isıl Ħ', 'ŊŦĸƏ ƁƊƘƳƎ'],
      ],
      [
        '_fold_marks',
        beforeMarks,
        [
          'राम शर्मा',
          'रीमा शर्मा',
          'がき か',
          'ｶﾞﾗｽ',
          '김민 Kim',
          'น้ำ ไทย',
          'தமிழ் வாசன்',
          'שָׁלוֹם כהן',
          'مُحَمَّد علی',
          'کریم ۱۲',

          'Shane O’Sullivan',
          'Ann O`Brien',
          'Ana–Sofía Ñu',
          'A\u00adna\u200b\u2028Ruiz\u061c',
          'ΝΊΚΟΣ–Ωραίος',
          'ЁЛКА–Й Ўзбек',
          'ԱՐԱՄ Խաչատրյան',
          'ŁĐØ’ÆŒ Þ’ẞ',
          'İstanbul’lu Isıl',
          '𝒜na 𝟙',
          'ﻣﺤﻤﺪ',
          'O´Neil',
          'Plain Name',
        ],
      ],
    ] as const

    test.each(migrations)('migration %s fills the search columns as for new rows', async (tag, oldFold, people) => {
      const { pool } = database.current
      await pool.query('DROP SCHEMA public CASCADE')
      await pool.query('CREATE SCHEMA public')
      const all = readMigrations()
      const at = all.findIndex(({ tag: name }) => name.endsWith(tag))
      await migrate(database.current, silentLog, all.slice(0, at))
      const rows = people.flatMap((name) => [
        { firstName: name, lastName: '', companyName: null, email: 'a@example.com' },
        { firstName: '', lastName: name, companyName: foldText(name), email: `${name.split(' ')[0]?.toLowerCase()}@example.com` },
      ])
      const expected = rows.map((row, index) => ({
        id: index + 1,
        ...customerSearchColumns({ id: index + 1, stripeCustomerId: null, ...row }),
      }))
      for (const [index, row] of rows.entries()) {
        const id = index + 1
        const name = oldFold(`${row.firstName} ${row.lastName}`)
        const company = oldFold(row.companyName ?? '')
        const keys = [...new Set([String(id), oldFold(row.email), name, company].filter((value) => value !== ''))]
        await pool.query(
          'INSERT INTO customers (id, first_name, last_name, company_name, email, created_at, updated_at, search_keys, search_text, name_key) VALUES ($1, $2, $3, $4, $5, 1, 1, $6, $7, $8)',
          [
            id,
            row.firstName,
            row.lastName,
            row.companyName,
            row.email,
            keys,
            keys.join('\n'),
            company === '' ? name : `${name} - ${company}`,
          ],
        )
      }
      await pool.query(`INSERT INTO folders (name, name_key, created_at, user_id) VALUES ('Øl’s がき', $1, 1, 1)`, [oldFold('Øl’s がき')])
      await pool.query(
        `INSERT INTO qrs (user_id, type, uri, created_at, updated_at, content, name, name_key) VALUES (1, 'url', 'a', 1, 1, '{}', 'Straße', $1)`,
        [oldFold('Straße')],
      )
      expect((await migrate(database.current, silentLog))[0]).toContain(tag)
      const { rows: found } = await pool.query(
        'SELECT id, search_keys AS "searchKeys", search_text AS "searchText", name_key AS "nameKey" FROM customers ORDER BY id',
      )
      expect(found).toEqual(expected)
      expect((await pool.query('SELECT name_key FROM folders UNION ALL SELECT name_key FROM qrs')).rows).toEqual([
        { name_key: "ol's がき" },
        { name_key: 'strasse' },
      ])
      // This must not count as a change of the customer: no form becomes stale and no day is recomputed.
      expect((await pool.query('SELECT count(*) AS count FROM customers WHERE version <> 1')).rows).toEqual([{ count: 0 }])
    })
  })
})

/** `foldText` as it was before these migrations. */
function beforeLetters(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
function beforeMarks(text: string): string {
  const plain: Record<string, string> = {
    ł: 'l',
    đ: 'd',
    ð: 'd',
    ø: 'o',
    ı: 'i',
    ħ: 'h',
    ŋ: 'n',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ς: 'σ',
  }
  return beforeLetters(text).replace(/[łđðøıħŋßæœþς]/g, (letter) => plain[letter] ?? letter)
}

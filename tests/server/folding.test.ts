import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerSearchColumns } from '../../server/customers/search-columns.ts'
import { migrate } from '../../server/db/migrate.ts'
import { readMigrations } from '../../server/db/migration-files.ts'
import { silentLog } from '../../server/log.ts'
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

    test('searches with and without them find the same rows', async () => {
      expect(await idsOf('/customers?searchTerm=lukasz+nowak')).toEqual([1])
      expect(await idsOf('/customers?searchTerm=Łukasz+Nowak')).toEqual([1])
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

    test('the migration fills the search columns as for new rows', async () => {
      const { pool } = database.current
      await pool.query('DROP SCHEMA public CASCADE')
      await pool.query('CREATE SCHEMA public')
      const migrations = readMigrations()
      const at = migrations.findIndex(({ tag }) => tag.endsWith('_fold_letters'))
      await migrate(database.current, silentLog, migrations.slice(0, at))
      const people = ['Łukasz Żółć', 'Søren Ærø', 'STRAẞE Straße', 'Þór Guð', 'Ana Ruiz', 'Νίκος Ω', 'Isıl Ħ', 'ŊŦĸƏ ƁƊƘƳƎ']
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
      await pool.query(`INSERT INTO folders (name, name_key, created_at, user_id) VALUES ('Øl', 'øl', 1, 1)`)
      await pool.query(
        `INSERT INTO qrs (user_id, type, uri, created_at, updated_at, content, name, name_key) VALUES (1, 'url', 'a', 1, 1, '{}', 'Straße', 'straße')`,
      )
      expect((await migrate(database.current, silentLog))[0]).toMatch(/_fold_letters$/)
      const { rows: found } = await pool.query(
        'SELECT id, search_keys AS "searchKeys", search_text AS "searchText", name_key AS "nameKey" FROM customers ORDER BY id',
      )
      expect(found).toEqual(expected)
      expect((await pool.query('SELECT name_key FROM folders UNION ALL SELECT name_key FROM qrs')).rows).toEqual([
        { name_key: 'ol' },
        { name_key: 'strasse' },
      ])
      // This must not count as a change of the customer: no form becomes stale and no day is recomputed.
      expect((await pool.query('SELECT count(*) AS count FROM customers WHERE version <> 1')).rows).toEqual([{ count: 0 }])
    })
  })
})

/** `foldText` as it was before it handled these letters. */
function oldFold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

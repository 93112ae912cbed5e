import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { adsCosts } from '../../server/db/schema/figures.ts'
import { saveAdsCosts } from '../../server/operate/figures/ads-costs.ts'
import { readAdsFile } from '../../server/operate/figures/ads-file.ts'
import { silentLog } from '../../server/process/log.ts'
import { addDays } from '../../src/contract/dates.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase, copyDirectory, describeEngines, environmentOf } from '../support/database.ts'

type TestCopy = Awaited<ReturnType<typeof copyDatabase>>

const today = '2026-06-15'
const read = (text: string) => readAdsFile(new TextEncoder().encode(text), today)
const header = 'day,country,cost,clicks\n'

describe('an advertising cost file', () => {
  test.each([
    ['commas', 'day,country,cost,clicks\n2026-06-01,es,12.50,7\n'],
    ['semicolons', 'day;country;cost;clicks\n2026-06-01;ES;12,5;7'],
    ['a byte order mark', '\uFEFFday,country,cost,clicks\r\n2026-06-01,es,12.50,7\r\n'],
    ['quotes', '"day","country","cost","clicks"\n"2026-06-01","es","12,50","7"\n'],
    ['columns in another order, capitals and spaces', 'Clicks, COST ,country,day\n 7, 12.5 ,Es, 2026-06-01 \n\n'],
  ])('is read with %s', (_name, text) => {
    expect(read(text)).toEqual({ rows: [{ day: '2026-06-01', country: 'es', cost: 1_250, clicks: 7 }], errors: null })
  })

  test.each([
    ['a day that is none', '2026-02-30,es,1,1', "day '2026-02-30' is not a day such as 2026-01-31."],
    ['a day in other words', '01/06/2026,es,1,1', "day '01/06/2026' is not a day such as 2026-01-31."],
    ['tomorrow', '2026-06-16,es,1,1', 'day 2026-06-16 lies in the future.'],
    ['a day before the first', '2022-05-19,es,1,1', 'day 2022-05-19 lies before the first day, 2022-05-20.'],
    ['no country', '2026-06-01,,1,1', "country '' is not a country code such as ES."],
    ['a country that is none', '2026-06-01,zz,1,1', "country 'zz' is not a country code such as ES."],
    ['a country of another name', '2026-06-01,uk,1,1', "country 'uk' is not a country code such as ES."],
    ['a country in words', '2026-06-01,Spain,1,1', "country 'Spain' is not a country code such as ES."],
    ['a negative cost', '2026-06-01,es,-1,1', 'cost -1 is negative.'],
    ['a cost with three decimals', '2026-06-01,es,1.005,1', "cost '1.005': EUR has 2 decimals at most."],
    ['a cost with thousands', '2026-06-01,es,"1.234,50",1', "cost '1.234,50': Leave out the thousands separators: 1234,50."],
    ['a cost as a float', '2026-06-01,es,1e3,1', "cost '1e3': Enter an amount, such as 12,50."],
    ['negative clicks', '2026-06-01,es,1,-4', 'clicks -4 is negative.'],
    ['half a click', '2026-06-01,es,1,0.5', "clicks '0.5' is not a whole number."],
    ['too many clicks', '2026-06-01,es,1,9999999999', "clicks '9999999999' is not a whole number."],
    ['a value too few', '2026-06-01,es,1', '3 values, not 4.'],
  ])('with %s is rejected with the line number', (_name, line, message) => {
    expect(read(`${header}2026-06-02,fr,1,1\n${line}\n`)).toEqual({ rows: null, errors: [{ line: 3, message }] })
  })

  test('reports all errors at once, by line', () => {
    const { errors } = read(`${header}x,es,y,1\n2026-06-01,es,1,1\n\n2026-06-01,ES,2,2\n`)
    expect(errors).toEqual([
      { line: 2, message: "day 'x' is not a day such as 2026-01-31." },
      { line: 2, message: "cost 'y': Enter an amount, such as 12,50." },
      { line: 5, message: '2026-06-01 and ES are in line 3 already.' },
    ])
  })

  test.each([
    ['empty', '', 'The header must name day, country, cost, clicks.'],
    ['without a header', '2026-06-01,es,1,1\n', 'The header must name day, country, cost, clicks.'],
    ['with a column more', 'day,country,cost,clicks,campaign\n', 'The header must name day, country, cost, clicks.'],
    ['with a header alone', header, 'There are no rows after the header.'],
  ])('that is %s is rejected', (_name, text, message) => {
    expect(read(text)).toEqual({ rows: null, errors: [{ line: 1, message }] })
  })

  test('that is not text or has an unclosed quote is rejected', () => {
    expect(readAdsFile(new Uint8Array([0xff, 0xfe, 0x64]), today).errors).toEqual([{ line: 1, message: 'The file is not UTF-8 text.' }])
    expect(read(`${header}2026-06-01,"es,1,1\n`).errors).toMatchObject([{ message: expect.stringContaining('This is not CSV') as unknown }])
  })

  test('keeps any cost to the cent, with any separators', () => {
    const rows = fc.uniqueArray(
      fc.record({
        day: fc.nat({ max: 900 }).map((days) => addDays(today, -days)),
        country: fc.constantFrom('es', 'fr', 'gb', 'jp'),
        cost: fc.nat({ max: 1_000_000_000_000 }),
        clicks: fc.nat({ max: 2_147_483_647 }),
      }),
      { minLength: 1, selector: ({ day, country }) => day + country },
    )
    fc.assert(
      fc.property(rows, fc.constantFrom([',', '.'] as const, [';', ','] as const, [';', '.'] as const), (list, [separator, comma]) => {
        const euros = (cents: number) => {
          const digits = String(cents).padStart(3, '0')
          return `${digits.slice(0, -2)}${comma}${digits.slice(-2)}`
        }
        const lines = list.map(({ day, country, cost, clicks }) => [day, country, euros(cost), clicks].join(separator))
        expect(read(['day,country,cost,clicks'.replaceAll(',', separator), ...lines].join('\n'))).toEqual({ rows: list, errors: null })
      }),
    )
  })
})

describeEngines('npm run import-ads', (engine) => {
  const database = engine.use()
  beforeEach(() => database.empty())
  const stored = () => database.current.orm.select().from(adsCosts).orderBy(adsCosts.day, adsCosts.country)

  test('importing the same rows again changes nothing, and newer numbers replace older ones [R52 ads import]', async () => {
    const row = { day: '2026-06-01', country: 'es', cost: 100, clicks: 1 }
    const rows = [row, { ...row, country: 'fr' }, { ...row, day: '2026-06-02' }]
    expect(await saveAdsCosts(database.current.orm, rows)).toEqual({ days: 2, cost: 300, clicks: 3 })
    const once = await stored()
    await saveAdsCosts(database.current.orm, rows)
    expect(await stored()).toEqual(once)
    await saveAdsCosts(database.current.orm, [{ ...row, cost: 999 }])
    expect(await stored()).toEqual([{ ...row, cost: 999 }, ...once.slice(1)])
  })
})

async function run({ settings }: Pick<TestCopy, 'settings'>, text: string) {
  const file = join(settings.dataDir, 'ads.csv')
  writeFileSync(file, text)
  const env = environmentOf(settings)
  const child = startChild('server/operate/figures/import-ads', [file], env)
  return { code: await child.ended, says: child.output() + child.errors() }
}

test('refuses an embedded database in use by a server', async () => {
  const copy = await copyDirectory()
  const database = await openDatabase(copy.settings, silentLog)
  try {
    const { code, says } = await run(copy, `${header}2026-06-01,es,12.50,7\n`)
    expect(code).toBe(1)
    expect(says).toMatch(/is in use by process \d+.*Stop it first/)
  } finally {
    await database.close()
    await copy.remove()
  }
})

describe('import-ads on PostgreSQL', () => {
  let copy: TestCopy
  let database: Database
  beforeAll(async () => {
    copy = await copyDatabase()
    database = await openDatabase(copy.settings, silentLog)
  })
  afterAll(async () => {
    await database.close()
    await copy.remove()
  })

  test('imports nothing from a file with errors and lists the first fifty', async () => {
    const wrong = Array.from({ length: 60 }, (_, index) => `2026-06-01,es,${index === 0 ? '1' : 'x'},1`)
    const { code, says } = await run(copy, `${header}${wrong.join('\n')}\n`)
    expect(code).toBe(1)
    expect(says).toContain('was not imported, nothing was changed:\nline 3: ')
    expect(says).toContain('line 52: ')
    expect(says).not.toContain('line 53: ')
    expect(says).toContain('… and 9 more')
    expect(await database.orm.select().from(adsCosts)).toEqual([])
  })

  test('imports a file and prints a summary [R52 ads import]', async () => {
    const { code, says } = await run(copy, `${header}2026-06-01,es,1200.50,7\n2026-06-01,fr,0,0\n2026-06-02,es,34,5\n`)
    expect({ code, says }).toEqual({ code: 0, says: 'Imported 3 rows of 2 days: 1.234,50\u00a0€ and 12 clicks in all.\n' })
    expect(await database.orm.select().from(adsCosts)).toHaveLength(3)
  })
})

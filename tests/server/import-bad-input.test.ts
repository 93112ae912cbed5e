import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { beforeEach, expect, test } from 'vitest'
import { findFiles } from '../../server/product/import/files.ts'
import { type Line, readLines } from '../../server/product/import/read.ts'
import { buildTestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { importFiles, importFolder, ndjson } from '../support/import.ts'
import { sampleRows } from '../support/ingest.ts'
import { signIn } from '../support/sign-in.ts'

const folder = importFolder()
const { write } = folder
const at = testStart - 86_400
const megabyte = 1024 * 1024

/** Writes a file that begins with `before`, continues with a 5 GB hole that uses no disk space, and ends with `after`. */
function writeHuge(name: string, before: string, after: string): string {
  const path = folder.pathOf(name)
  const file = openSync(path, 'w')
  writeSync(file, before)
  ftruncateSync(file, 5 * 1024 * megabyte)
  writeSync(file, after, 5 * 1024 * megabyte)
  closeSync(file)
  return path
}

/** The lines of a file, and the peak of memory outside the heap while reading it. */
async function readAll(path: string) {
  const [file] = await findFiles([path], undefined)
  const lines: Omit<Line, 'end'>[] = []
  let most = 0
  const begin = process.memoryUsage().arrayBuffers
  const measure = () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - begin)
  }
  let fault = ''
  try {
    for await (const { end: _end, ...line } of readLines(file!, { position: 0, line: 0 }, measure)) lines.push(line)
  } catch (error) {
    fault = (error as Error).message
  }
  return { lines, fault, most }
}

describeDatabase('bad input of an import', (engine) => {
  const database = engine.use()
  beforeEach(() => database.empty())

  const load = (...paths: string[]) => importFiles(database.current, folder.path, paths)
  const rowsOf = async (what: string) => (await database.current.pool.query(`SELECT ${what}`)).rows as object[]

  // Reads ten gigabytes.
  test('rejects a 5 GB line without loading it into memory, and reads the following NDJSON lines', { timeout: 120_000 }, async () => {
    const lines = await readAll(writeHuge('customers.ndjson', '{"externalId": "1"}\n', '\n{"externalId": "2"}\n'))
    expect(lines).toMatchObject({
      lines: [
        { line: 1, row: { externalId: '1' } },
        { line: 2, problems: { line: 'This is longer than 4 MB.' } },
        { line: 3, row: { externalId: '2' } },
      ],
      fault: '',
    })
    expect(lines.most).toBeLessThan(256 * megabyte)
    const records = await readAll(writeHuge('customers.csv', 'externalId,email\n1,a@example.com\n2,', '\n3,b@example.com\n'))
    expect(records).toMatchObject({
      lines: [{ line: 2, row: { externalId: '1' } }],
      fault: 'This is not CSV: a record is longer than 4 MB; a quote may be missing.',
    })
    expect(records.most).toBeLessThan(256 * megabyte)
  })

  test('rejects a gzip bomb without loading it into memory', async () => {
    const { lines, most } = await readAll(write('customers.ndjson.gz', gzipSync(Buffer.alloc(300 * megabyte))))
    expect(lines).toEqual([{ line: 1, problems: { line: 'This is longer than 4 MB.' } }])
    expect(most).toBeLessThan(256 * megabyte)
  })

  test('stores formulas and HTML as text, and escapes formulas in exports', async () => {
    const texts = [
      '=HYPERLINK("https://evil.example","Click")',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1+1',
      '<img src=x onerror=alert(1)>',
      '"); DROP TABLE customers',
    ]
    const { bad } = await load(
      write(
        'customers.ndjson',
        ndjson(
          ...texts.map((text, n) => ({ ...sampleRows.customers, externalId: n + 1, firstName: text, lastName: '', companyName: text })),
        ),
      ),
      write(
        'qrs.csv',
        `externalId,updatedAt,createdAt,customer,type,uri,name\n${texts.map((text, n) => `${n + 1},${at},${at},${n + 1},url,u-${n},"${text.replaceAll('"', '""')}"\n`).join('')}`,
      ),
    )
    expect(bad).toEqual([])
    expect(await rowsOf('company_name AS text FROM customers ORDER BY id')).toEqual(texts.map((text) => ({ text })))
    expect(await rowsOf('name AS text FROM qrs ORDER BY id')).toEqual(texts.map((text) => ({ text })))
    const server = await buildTestApp(database.current)
    const browser = await signIn(server)
    for (const [list, column] of [
      ['customers', 'Company'],
      ['qrs', 'Name'],
    ] as const) {
      const { body } = await browser.get(`/exports/${list}?sort=id&sortDirection=asc`)
      const cells = (parse(body, { columns: true, bom: true }) as Record<string, string>[]).map((row) => row[column])
      expect([list, cells]).toEqual([list, texts.map((text) => (/^\s*[=+\-@]/.test(text) ? `'${text.trim()}` : text))])
    }
    await server.app.close()
  })

  test('rejects another encoding at the line where it occurs, without guessing', async () => {
    const row = (n: number) => ({ ...sampleRows.customers, externalId: String(n), firstName: 'Zoe' })
    const latin1 = (text: string) => Buffer.from(text, 'latin1')
    const { bad } = await load(
      write('customers-1.ndjson', latin1(ndjson(row(1), { ...row(2), firstName: 'Zoë' }, row(3)))),
      write(
        'customers-2.csv',
        latin1(`externalId,updatedAt,createdAt,email,firstName\n4,${at},${at},a@example.com,Zoe\n5,${at},${at},b@example.com,Zoë\n`),
      ),
      write('customers-3.ndjson', Buffer.from(`\ufeff${ndjson(row(6))}`, 'utf16le').swap16()),
    )
    expect(bad).toEqual([
      { file: 'customers-1.ndjson', line: 2, problems: { line: 'This is not UTF-8 text.' } },
      { file: 'customers-2.csv', line: 3, problems: { file: 'This is not UTF-8 text.' } },
      { file: 'customers-3.ndjson', line: 1, problems: { file: 'This is UTF-16 text. Save it as UTF-8.' } },
    ])
    expect(await rowsOf(`count(*)::int FROM customers WHERE first_name LIKE '%�%' OR id > 4`)).toEqual([{ count: 0 }])
  })

  const header = 'externalId,updatedAt,createdAt,email,firstName,bulkLimit'
  const named = async () => rowsOf('id, email, first_name AS name, bulk_limit AS limit FROM customers ORDER BY id')

  test('reads what a spreadsheet adds to a file: its separator, blank rows, columns at the end, spaces around cells', async () => {
    const { bad } = await load(
      write('customers-1.csv', `sep=;\r\n${header.replaceAll(',', ';')};;\r\n1;${at};${at};a@example.com;Zoe;3;;\r\n;;;;;;;\r\n`),
      write('customers-2.csv', `${header},,\n 2 ,\u00a0${at}, ${at} , b@example.com , Ana Ruiz ,\u00a04,,\n,,,,,,,\n`),
      write('customers-3.csv', `${header}\n3,${at},${at},c@example.com,"  Bea ",5\n"3\u200b",${at + 1},${at},c@example.com,Bea,6\n`),
    )
    expect(bad).toEqual([])
    expect(await named()).toEqual([
      { id: 1, email: 'a@example.com', name: 'Zoe', limit: 3 },
      { id: 2, email: 'b@example.com', name: 'Ana Ruiz', limit: 4 },
      { id: 3, email: 'c@example.com', name: 'Bea', limit: 6 },
    ])
  })

  test.each(['1.23457E+15', '1,23457E+15', '22.0', '22,0', '4,711', '4.711', '1 234 567'])(
    'rejects the id %s, which a spreadsheet has made of another one',
    async (id) => {
      const { bad } = await load(write('customers.csv', `${header}\n"${id}",${at},${at},a@example.com,Zoe,3\n`))
      const externalId = 'This is a number as a spreadsheet shows it. Format the column as text there, and export it again.'
      expect(bad).toEqual([{ file: 'customers.csv', line: 2, problems: { externalId } }])
      expect(await named()).toEqual([])
    },
  )

  test('keeps ids of digits and one letter, whatever they look like', async () => {
    const { bad } = await load(
      write('customers.csv', `${header}\n12345e67,${at},${at},a@example.com,Zoe,3\n0023,${at},${at},b@example.com,Bea,3\n`),
    )
    expect(bad).toEqual([])
    expect(await rowsOf('external_id AS id FROM external_records ORDER BY external_id')).toEqual([{ id: '0023' }, { id: '12345e67' }])
  })

  test('names an invisible character in a header, an empty file, and the line behind a quoted line break', async () => {
    const { bad } = await load(
      write('customers-1.csv', `externalId,updated\u200bAt,createdAt,email\n1,${at},${at},a@example.com\n`),
      write('customers-2.csv', ''),
      write('customers-3.ndjson', ''),
      write('customers-4.csv', `${header}\r\n1,${at},${at},a@example.com,"Ana\r\nMaria",3\r\n2,${at},${at},nobody,Bea,3\r\n`),
    )
    expect(bad).toEqual([
      { file: 'customers-1.csv', line: 1, problems: { file: 'The name of column 2 has an invisible character (U+200B): updatedAt.' } },
      { file: 'customers-2.csv', line: 1, problems: { file: 'The file is empty.' } },
      { file: 'customers-3.ndjson', line: 1, problems: { file: 'The file is empty.' } },
      { file: 'customers-4.csv', line: 4, problems: { email: expect.any(String) as string } },
    ])
  })

  test('rejects another tenant’s column or field by name', async () => {
    const { bad } = await load(
      write('customers-1.csv', `externalId,updatedAt,createdAt,email,tenantId\n1,${at},${at},a@example.com,2\n`),
      write(
        'customers-2.ndjson',
        ndjson({ ...sampleRows.customers, tenantId: 2 }) + ndjson(sampleRows.customers).replace('{', '{"__proto__":{"tenantId":2},'),
      ),
      write('qrs.ndjson', ndjson({ ...sampleRows.qrs, tenant: 'b' })),
    )
    expect(bad).toMatchObject([
      { file: 'customers-1.csv', line: 1, problems: { file: expect.stringMatching(/^Unknown columns: tenantId\./) as string } },
      { file: 'customers-2.ndjson', line: 1, problems: { tenantId: 'Unknown field.' } },
      { file: 'customers-2.ndjson', line: 2, problems: { row: 'Unknown field: __proto__.' } },
      { file: 'qrs.ndjson', line: 1, problems: { tenant: 'Unknown field.' } },
    ])
    expect(await rowsOf('FROM customers')).toEqual([])
  })

  test('writes nothing of a rejected row and everything of the rows around it', async () => {
    const qr = (n: number, change: object = {}) => ({ ...sampleRows.qrs, externalId: String(n), uri: `u-${n}`, ...change })
    const { bad, counts } = await load(
      write('customers.ndjson', ndjson(sampleRows.customers)),
      write(
        'qrs.ndjson',
        ndjson(
          qr(1),
          qr(2, { uri: 'u-1' }),
          qr(3, { scans: 2 ** 31 }),
          qr(4, { createdAt: '31/12/2025', updatedAt: 'Dec 31 2025' }),
          qr(6, { updatedAt: at + 10, name: 'Later' }),
          qr(5, { customer: 'nobody' }),
          qr(6),
        ) + '{"externalId": "7", "upda',
      ),
    )
    const instant = 'Must be an instant: ISO 8601 with its zone, such as 2026-01-31T09:30:00Z, or unix seconds.'
    expect(bad.map(({ line, problems }) => [line, problems])).toEqual([
      [2, { uri: 'URI already in use, by QR 1.' }],
      [3, { scans: 'Must be 2147483647 or less.' }],
      [4, { updatedAt: instant, createdAt: instant }],
      [8, { line: 'This is not JSON. Each line has to be an object of its own.' }],
    ])
    expect(counts['qrs']).toMatchObject({ refused: 4, waiting: 1 })
    expect(await rowsOf('id, name, uri FROM qrs ORDER BY id')).toEqual([
      { id: 1, name: '', uri: 'u-1' },
      { id: 6, name: 'Later', uri: 'u-6' },
    ])
    expect(await rowsOf(`external_id AS id FROM external_records WHERE resource = 'qrs' ORDER BY 1`)).toEqual([{ id: '1' }, { id: '6' }])
    expect(await rowsOf('uri FROM used_uris')).toEqual([])
    // Its customer never arrives. It is listed with what it needs, and another run does not list it twice.
    const waiting = 'external_id AS id, needs_resource AS resource, needs_id AS needs FROM waiting_rows'
    expect(await rowsOf(waiting)).toEqual([{ id: '5', resource: 'customers', needs: 'nobody' }])
    await load(write('qrs-again.ndjson', ndjson(qr(5, { customer: 'nobody' }))))
    expect(await rowsOf(waiting)).toEqual([{ id: '5', resource: 'customers', needs: 'nobody' }])
  })
})

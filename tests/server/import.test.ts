import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Counts, emptyCounts } from '../../server/product/import/run.ts'
import { ingestResources } from '../../src/contract/ingest/resources.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase, describeEngines, environmentOf } from '../support/database.ts'
import { type ImportRun, ndjson } from '../support/import.ts'
import { at, useImport } from '../support/import-run.ts'
import { sampleRows } from '../support/ingest.ts'

const qrAt = (n: number) => ({ ...sampleRows.qrs, externalId: String(n), uri: `u-${n}`, name: `QR ${n}` })
const csvHeader = 'externalId,updatedAt,createdAt,customer,type,uri,name,stopped,content\n'
const csvRow = (n: number) => `${n},${at},2026-01-31T09:30:00Z,7,url,u-${n},"A ""b"", c\nd",true,"{""url"":""https://a.example/${n}""}"\n`

describeEngines('npm run import', (engine) => {
  const { database, load, rowsOf, folder } = useImport(engine)
  const { write } = folder

  const expectCounts = (some: Partial<Counts>): Counts => ({ ...emptyCounts(), ...some })

  test('imports a folder of all file types in dependency order; a second run changes nothing', async () => {
    for (const resource of ingestResources) write(`${resource}.ndjson`, ndjson(sampleRows[resource]))
    write('qrs-more.csv', csvHeader + csvRow(43))
    write('qrs.part2.csv.gz', gzipSync(csvHeader.replaceAll(',', ';') + `44;${at};${at};7;url;u-44;;0;\n`))
    write('customers_2.jsonl.gz', gzipSync(`\ufeff${ndjson({ ...sampleRows.customers, externalId: 8 })}\n\n`))
    write('notes.txt', 'left out')
    const first = await load([folder.path])
    expect(first.bad).toEqual([])
    expect(first.counts['customers']).toEqual(expectCounts({ new: 2 }))
    expect(first.counts['qrs']).toEqual(expectCounts({ new: 3 }))
    expect(await rowsOf('id, name, stopped, content FROM qrs ORDER BY id')).toEqual([
      { id: 41, name: '', stopped: 0, content: { url: 'https://a.example' } },
      { id: 43, name: 'A "b", c\nd', stopped: 1, content: { url: 'https://a.example/43' } },
      { id: 44, name: '', stopped: 0, content: {} },
    ])
    expect(await rowsOf('FROM waiting_rows')).toEqual([])
    const again = await load([folder.path])
    expect([again.counts['qrs'], again.resumed]).toEqual([expectCounts({ same: 3 }), []])
  })

  if (!engine.testsShared) return

  test('ends with the same data when stopped three times', { timeout: 240_000 }, async () => {
    const many = Array.from({ length: 7000 }, (_, n) => n + 100)
    const files = [
      write('customers.ndjson', ndjson(sampleRows.customers)),
      write('qrs.ndjson', ndjson(...many.slice(0, 5000).map(qrAt))),
      write('qrs.2.csv', csvHeader + many.slice(5000).map(csvRow).join('')),
    ]
    const checksums = async () =>
      rowsOf(`(SELECT md5(string_agg(q::text, ',' ORDER BY id)) FROM qrs q) AS qrs, (SELECT md5(string_agg(c::text, ',' ORDER BY id)) FROM customers c) AS customers,
        (SELECT md5(string_agg(e::text, ',' ORDER BY resource, external_id)) FROM external_records e) AS records`)
    await load(files)
    const expected = await checksums()
    await database.empty()
    const resumed: number[] = []
    for (let stops = 0; ; ) {
      let isStopped = false
      const stop = (rows: number) => {
        if (rows < 2000 || stops >= 3) return
        stops += 1
        isStopped = true
        throw new Error('killed')
      }
      const result = await load(files, { onProgress: stop }).catch((error: Error) => {
        expect(error.message).toBe('killed')
        return null
      })
      if (result) resumed.push(...result.resumed)
      if (!isStopped && result) {
        expect(result.counts['qrs']).toMatchObject({ refused: 0, waiting: 0 })
        break
      }
    }
    // Files that were finished before the stop are not read again.
    expect(resumed.slice(0, 2)).toEqual([1, 5000])
    expect(await checksums()).toEqual(expected)
  })

  test('a dry run reports every bad line and writes nothing', async () => {
    const file = write('customers.ndjson', ndjson(sampleRows.customers, { ...sampleRows.customers, email: 'x', tenantId: 1 }))
    const { bad, counts } = await load([file], { isDry: true })
    expect(bad).toEqual([{ file: 'customers.ndjson', line: 2, problems: { email: 'Enter a valid email.', tenantId: 'Unknown field.' } }])
    expect(counts['customers']).toEqual(expectCounts({ new: 1, refused: 1 }))
    expect(await rowsOf('FROM customers')).toEqual([])
    expect(await rowsOf('FROM imports')).toEqual([])
  })

  describe('a dry run warns', () => {
    const customer = (externalId: unknown, over: object = {}) => ({ ...sampleRows.customers, externalId, ...over })
    const warningsOf = async (files: Record<string, object[]>, run: ImportRun = {}) => {
      const paths = Object.entries(files).map(([name, rows]) => write(name, ndjson(...rows)))
      const { bad, warnings, isCut } = await load(paths, { isDry: true, ...run })
      expect(bad).toEqual([])
      return { warnings, isCut }
    }

    test('of ids and references that differ only in leading zeros, in all files', async () => {
      const { warnings } = await warningsOf({
        'customers.ndjson': [customer('007'), customer('08'), customer('8')],
        'customers-2.ndjson': [customer('0')],
        'qrs.ndjson': [
          { ...sampleRows.qrs, customer: 7 },
          { ...sampleRows.qrs, externalId: '42', uri: 'u-42', customer: '08' },
        ],
      })
      expect(warnings.filter((text) => text.includes('zeros'))).toEqual([
        'customers.ndjson:3: externalId: 8 and 08 (customers.ndjson:2) differ only in leading zeros. These are two records.',
        'qrs.ndjson:1: customer: 7 and 007 (customers.ndjson:1) differ only in leading zeros. These are two records.',
      ])
    })

    test('of one id with different data in a file, and says which stays', async () => {
      const { warnings } = await warningsOf({
        'customers.ndjson': [
          customer('7'),
          customer('7'),
          customer('7', { firstName: 'Ana' }),
          customer('8', { updatedAt: at + 1 }),
          customer('8', { firstName: 'Eva' }),
        ],
        'customers-2.ndjson': [customer('7', { firstName: 'Eva' })],
        'daily-scans.ndjson': [sampleRows['daily-scans'], { ...sampleRows['daily-scans'], visits: 0 }],
      })
      expect(warnings).toEqual([
        'customers.ndjson:3: externalId: 7 is in line 1 too, with other data. They are of one moment: only one of them stays.',
        'customers.ndjson:5: externalId: 8 is in line 4 too, with other data. Only the later one stays, that one.',
        expect.stringMatching(/^daily-scans.ndjson:2: row: 41\/\S+ is in line 1 too, with other data\. They are of one moment/),
      ])
    })

    test('of ids of both kinds for one resource, once', async () => {
      const { warnings } = await warningsOf({
        'customers.ndjson': [customer('u-1'), customer('7'), customer('u-2'), customer('0012')],
        'folders.ndjson': [sampleRows.folders],
      })
      expect(warnings).toEqual([
        'customers.ndjson:2: externalId: 7 is a whole number, but u-1 (customers.ndjson:1) is none. Use one kind of ids for customers, or their numbers may collide.',
      ])
    })

    test('of nothing in rows that are fine, and says if it cannot compare them all', async () => {
      const fine = { 'customers.ndjson': [customer('7'), customer('8')], 'qrs.ndjson': [sampleRows.qrs] }
      expect(await warningsOf(fine)).toEqual({ warnings: [], isCut: false })
      expect(await warningsOf(fine, { idLimit: 2 })).toEqual({ warnings: [], isCut: true })
    })
  })

  test('maps another product’s columns', async () => {
    const map = write(
      'columns.json',
      JSON.stringify({
        'export.csv': {
          resource: 'customers',
          columns: { Id: 'externalId', 'E-mail': 'email', Colour: null },
          values: { updatedAt: at, createdAt: at },
        },
      }),
    )
    const { bad, counts } = await load([write('export.csv', 'Id,E-mail,Colour,country\n7,zoe@example.com,red,ES\n')], { map })
    expect([bad, counts['customers']]).toEqual([[], expectCounts({ new: 1 })])
    expect(await rowsOf('id, email, country FROM customers')).toEqual([{ id: 7, email: 'zoe@example.com', country: 'es' }])
  })

  test.each([
    [[], 'Must be an object with a mapping for each file.'],
    [{ 'a.csv': 1 }, 'a.csv: Must be an object.'],
    [{ 'a.csv': { table: 'x' } }, 'a.csv: Unknown: table. There are resource, columns and values.'],
    [{ 'a.csv': { resource: 'people' } }, 'a.csv.resource: Must be one of customers, folders, '],
    [{ 'a.csv': { columns: { Id: 1 } } }, 'a.csv.columns.Id: Must be a field, or null.'],
    [{ 'a.csv': { values: 'x' } }, 'a.csv.values: Must be an object.'],
  ])('a mapping file with %j is refused in our own words', async (mapping, reason) => {
    const map = write('columns.json', JSON.stringify(mapping))
    await expect(load([write('a.csv', 'Id\n')], { map })).rejects.toThrow(`${map}: ${reason}`)
  })

  // Starts processes, which is slow on a busy machine.
  test('prints a summary or its usage on the command line', { timeout: 180_000 }, async () => {
    const { settings, remove } = await copyDatabase()
    onTestFinished(remove)
    const env = { ...environmentOf(settings), SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
    const moment = Math.floor(Date.now() / 1000) - 100
    const row = { ...sampleRows.customers, updatedAt: moment, createdAt: moment }
    const file = write('customers.ndjson', ndjson(row, { ...row, externalId: '' }))
    const child = startChild('server/product/import/main', [file], env)
    expect([await child.ended, child.output()]).toEqual([
      1,
      `${file}:2: externalId: Must be present.\ncustomers: 2 rows read: 1 new, 0 changed, 0 same, 0 older, 0 waiting, 1 refused.\n`,
    ])
    const wrong = startChild('server/product/import/main', ['--frist'], env)
    expect([await wrong.ended, wrong.errors()]).toEqual([1, expect.stringContaining('Usage: npm run import -- FILE|FOLDER')])
  })
})

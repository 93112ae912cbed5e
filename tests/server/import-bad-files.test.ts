import { mkdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { describeDatabase } from '../support/database.ts'
import { at, useImport } from '../support/import-run.ts'
import { sampleRows } from '../support/ingest.ts'

describeDatabase('npm run import, of bad files', (engine) => {
  const { load, rowsOf, folder } = useImport(engine)
  const { write } = folder

  const good = JSON.stringify({ ...sampleRows.customers, externalId: '1' })
  const customerCsv = 'externalId,updatedAt,createdAt,email\n'
  const instant = 'Must be an instant: ISO 8601 with its zone, such as 2026-01-31T09:30:00Z, or unix seconds.'

  const csvLine = (change: Partial<Record<'id' | 'at' | 'created' | 'email', string>>) => {
    const { id = '2', at: moment = String(at), created = String(at), email = 'a@example.com' } = change
    return `${id},${moment},${created},${email}\n`
  }

  test.each<
    [what: string, name: string, content: string | Buffer, bad: [line: number, problems: Record<string, string>][], stored: number]
  >([
    [
      'a malformed line',
      'customers.ndjson',
      `${good}\n{"externalId": 2,\n[]\n`,
      [
        [2, { line: 'This is not JSON. Each line has to be an object of its own.' }],
        [3, { line: 'This is no JSON object.' }],
      ],
      1,
    ],
    [
      'a line that is cut',
      'customers.ndjson',
      `${good}\n${good.slice(0, 50)}`,
      [[2, { line: 'This is not JSON. Each line has to be an object of its own.' }]],
      1,
    ],
    [
      'another encoding',
      'customers.ndjson',
      Buffer.concat([Buffer.from(`${good}\n{"firstName":"Zo`), Buffer.from([0xeb]), Buffer.from('"}\n')]),
      [[2, { line: 'This is not UTF-8 text.' }]],
      1,
    ],
    ['UTF-16', 'customers.ndjson', Buffer.from(`\ufeff${good}\n`, 'utf16le'), [[1, { file: 'This is UTF-16 text. Save it as UTF-8.' }]], 0],
    [
      'UTF-16 CSV',
      'customers.csv',
      Buffer.from(`\ufeff${customerCsv}`, 'utf16le'),
      [[1, { file: 'This is UTF-16 text. Save it as UTF-8.' }]],
      0,
    ],
    ['an endless line', 'customers.ndjson', `{"a":"${'x'.repeat(9_000_000)}"}\n${good}\n`, [[1, { line: 'This is longer than 4 MB.' }]], 1],
    [
      'a packed file that is cut',
      'customers.ndjson.gz',
      gzipSync(`${good}\n`.repeat(3)).subarray(0, -9),
      [[expect.any(Number) as number, { file: 'The file is cut off.' }]],
      expect.any(Number) as number,
    ],
    ['a file that is not packed', 'customers.ndjson.gz', `${good}\n`, [[1, { file: 'The file is not packed by gzip, or damaged.' }]], 0],
    [
      'numbers past their range',
      'customers.ndjson',
      `${good.replace('"1"', '12345678901234567890')}\n${good.replace(/"createdAt":\d+/, '"createdAt":1e400')}\n`,
      [
        [1, { externalId: 'Must be an id: text, or a whole number of at most 15 digits.' }],
        [2, { createdAt: expect.any(String) as string }],
      ],
      0,
    ],
    [
      'three formats of dates',
      'customers.csv',
      customerCsv + csvLine({ at: '31/12/2025' }) + csvLine({ at: '2025-12-31' }) + csvLine({ created: 'Dec 31 2025' }),
      [
        [2, { updatedAt: instant }],
        [3, { updatedAt: instant }],
        [4, { createdAt: instant }],
      ],
      0,
    ],
    ['too few values', 'customers.csv', `${customerCsv}2,3\n${csvLine({})}`, [[2, { line: '2 values, not 4.' }]], 1],
    [
      'a quote that is not closed',
      'customers.csv',
      `${customerCsv}${csvLine({})}"3,4,5,6\n`,
      [[expect.any(Number) as number, { file: 'This is not CSV: a quote is not closed; the file may be cut off.' }]],
      expect.any(Number) as number,
    ],
    [
      'text after a closing quote',
      'customers.csv',
      `${customerCsv}"2"x,4,5,6\n`,
      [[2, { file: 'This is not CSV: text follows a closing quote.' }]],
      0,
    ],
    [
      'a quote inside a cell',
      'customers.csv',
      `${customerCsv}2,4,5,a"b\n`,
      [[2, { file: 'This is not CSV: a quote stands inside a cell; such a cell has to be quoted, and its quotes doubled.' }]],
      0,
    ],
    [
      'an endless record',
      'customers.csv',
      `${customerCsv}"${'x\n'.repeat(3_000_000)}`,
      [[expect.any(Number) as number, { file: 'This is not CSV: a record is longer than 4 MB; a quote may be missing.' }]],
      0,
    ],
    [
      'columns that nobody knows',
      'customers.csv',
      'externalId,E-mail\n1,2\n',
      [[1, { file: expect.stringContaining('Unknown columns: E-mail. The fields are externalId, updatedAt') as string }]],
      0,
    ],
    ['a column twice', 'customers.csv', 'email,email\n1,2\n', [[1, { file: 'Columns that stand there twice: email.' }]], 0],
    [
      'another encoding in CSV',
      'customers.csv',
      Buffer.concat([Buffer.from(`${customerCsv}1,2,3,`), Buffer.from([0xe9, 10])]),
      [[2, { file: 'This is not UTF-8 text.' }]],
      0,
    ],
    ['one id twice, of the same moment', 'customers.ndjson', `${good}\n${good}\n`, [], 1],
  ])('%s', async (_what, name, content, expected, stored) => {
    const { bad } = await load([write(name, content)])
    expect(bad).toEqual(expected.map(([line, problems]) => ({ file: name, line, problems })))
    expect((await rowsOf('FROM customers')).length).toEqual(stored)
  })

  test('rejects missing or unsupported files before reading anything', async () => {
    await expect(load([folder.pathOf('none.csv')])).rejects.toThrow('none.csv does not exist.')
    await expect(load([write('people.csv', 'a')])).rejects.toThrow('its name does not start with a resource')
    await expect(load([write('customers.xlsx', 'a')])).rejects.toThrow('is neither .csv nor .ndjson')
    mkdirSync(folder.pathOf('empty'))
    await expect(load([folder.pathOf('empty')])).rejects.toThrow('No .csv or .ndjson files were found.')
    await expect(load([write('customers.csv', 'a')], { map: write('map.json', '{"a.csv": {"table": 1}}') })).rejects.toThrow(
      'map.json: a.csv',
    )
  })
})

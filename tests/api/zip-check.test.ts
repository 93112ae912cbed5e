import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { ZipCheck } from '../../src/api/zip-download.ts'

/** A complete zip of some files. */
async function zipOf(contents: readonly Uint8Array[], last?: string): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [index, content] of contents.entries()) zip.addBuffer(Buffer.from(content), `${index}.pdf`, { compress: false })
  if (last !== undefined) zip.addBuffer(Buffer.from('x'), last)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return new Uint8Array(Buffer.concat(parts))
}

function check(bytes: Uint8Array, cuts: readonly number[]): ZipCheck {
  const zip = new ZipCheck()
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((one, other) => one - other)
  let start = 0
  for (const end of ends) {
    zip.push(bytes.subarray(start, end))
    start = end
  }
  return zip
}

const file = fc.uint8Array({ maxLength: 60 }).filter((bytes) => !Buffer.from(bytes).includes('PK'))
const cuts = fc.array(fc.nat(), { maxLength: 8 })

test('recognises a complete zip and counts its files, however it is chunked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 6 }), cuts, async (files, cuts) => {
      const zip = check(await zipOf(files), cuts)
      expect([zip.files, zip.isWhole]).toEqual([files.length, true])
    }),
  )
})

test('tells from the last file’s name whether files are missing, however the zip is chunked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 3 }), cuts, async (files, cuts) => {
      for (const [last, lacksFiles] of [
        ['missing.txt', true],
        ['1.pdf', false],
        ['t', false],
      ] as const) {
        const zip = check(await zipOf(files, last), cuts)
        expect([zip.isWhole, zip.lacksFiles]).toEqual([true, lacksFiles])
      }
    }),
  )
})

test('rejects a zip with bytes missing at the end, at the beginning or within', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 1, maxLength: 6 }),
      cuts,
      fc.nat(),
      fc.integer({ min: 1, max: 30 }),
      async (files, cuts, at, length) => {
        const whole = await zipOf(files)
        const from = at % whole.length
        const cut = new Uint8Array([...whole.subarray(0, from), ...whole.subarray(from + length)])
        expect(check(cut, cuts).isWhole).toBe(false)
      },
    ),
  )
})

test.each([0, 1, 21, 22, 100])('rejects %i zero bytes', (length) => {
  expect(check(new Uint8Array(length), []).isWhole).toBe(false)
})

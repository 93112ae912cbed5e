import { afterAll, describe, expect, test } from 'vitest'
import { drawInvoice } from '../../../server/resources/invoices/document/draw.ts'
import { FontSet } from '../../../server/resources/invoices/document/fonts.ts'
import { type InvoiceDocument, invoiceDocument } from '../../../server/resources/invoices/document/invoice-document.ts'
import { DocumentError, DocumentMaker } from '../../../server/resources/invoices/document/maker.ts'
import { plainText } from '../../../server/resources/invoices/document/text.ts'
import type { InvoiceBilling, InvoiceRecord } from '../../../server/resources/invoices/records.ts'
import { testConfig, testStart } from '../../support/app.ts'
import { readPdf } from './pdf-text.ts'

const { seller } = testConfig
const billing: InvoiceBilling = {
  country: 'de',
  accountType: 'company',
  companyName: 'Müller GmbH',
  vatNumber: 'DE123456789',
  taxId: null,
  firstname: 'Jürgen',
  lastname: 'Müller',
  street: 'Straße des 17. Juni 135',
  zip: '10623',
  city: 'Berlin',
  email: 'juergen@example.com',
}
const invoice: InvoiceRecord = {
  id: 77,
  number: '2026-000123',
  createdAt: testStart,
  link: 'file-77',
  userId: 1,
  paymentId: 5,
  currency: 'eur',
  subtotal: 123_450,
  vatRate: 0,
  vatAmount: 0,
  total: 123_450,
  description: 'Pro, 12 months',
  billing,
  discount: null,
  orderId: 'QD-5',
  customer: { name: 'Ana Ruiz', company: null, email: 'ana@example.com', country: 'es' },
}
const documentOf = (changes: Partial<InvoiceRecord>) => invoiceDocument({ ...invoice, ...changes }, seller)
const textOf = async (document: InvoiceDocument) => (await readPdf((await drawInvoice(document)).pdf)).pages.join('\n')

describe('invoice contents', () => {
  test('a company in another EU country: its data, no VAT and the reason', () => {
    expect(documentOf({ discount: 20 })).toMatchObject({
      number: '2026-000123',
      date: '15-06-2026',
      customer: {
        name: 'Müller GmbH',
        lines: ['Jürgen Müller', 'Straße des 17. Juni 135', '10623 Berlin', 'Germany', 'VAT no. DE123456789', 'juergen@example.com'],
      },
      lines: [
        { text: 'Pro, 12 months', amount: '1.543,13\u00a0€' },
        { text: 'Discount of 20 %', amount: '−308,63\u00a0€' },
      ],
      totals: [
        { label: 'Subtotal', amount: '1.234,50\u00a0€' },
        { label: 'VAT 0 %', amount: '0,00\u00a0€' },
      ],
      total: { label: 'Total', amount: '1.234,50\u00a0€' },
      notes: [expect.stringContaining('Reverse charge') as string, 'Paid. Order QD-5.'],
    })
  })

  test('a fractional VAT rate, without any note', () => {
    const { totals, notes } = documentOf({
      billing: { ...billing, country: 'fi', accountType: 'private', vatNumber: null },
      vatRate: 2550,
      subtotal: 1000,
      vatAmount: 255,
      total: 1255,
      orderId: null,
    })
    expect(totals[1]).toEqual({ label: 'VAT 25,5 %', amount: '2,55\u00a0€' })
    expect(notes).toEqual([])
  })

  test('without billing data: the customer’s name or e-mail, and no VAT outside the EU', () => {
    const { customer, notes } = documentOf({
      billing: null,
      customer: { name: 'Ken', company: null, email: 'ken@example.com', country: 'jp' },
    })
    expect(customer).toEqual({ name: 'Ken', lines: ['ken@example.com', 'Japan'] })
    expect(notes[0]).toMatch(/outside of the European Union/)
    const nobody = documentOf({ billing: null, customer: { name: '', company: null, email: 'x@example.com', country: null } })
    expect(nobody.customer).toEqual({ name: 'x@example.com', lines: [] })
  })

  test.each([
    ['jpy', 123_450, '123.450\u00a0JPY'],
    ['usd', 123_450, '1.234,50\u00a0USD'],
  ])('%s has its own decimals', (currency, total, text) => {
    expect(documentOf({ currency, total }).total.amount).toBe(text)
  })

  test('the date is the day in Madrid', () => {
    // 2026-12-31 23:30 UTC.
    expect(documentOf({ createdAt: Date.UTC(2026, 11, 31, 23, 30) / 1000 }).date).toBe('01-01-2027')
  })
})

describe('the PDF', () => {
  test('fits all contents on one page and is the same each time', async () => {
    const { pdf, spelled } = await drawInvoice(documentOf({}))
    expect(spelled).toEqual([])
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await drawInvoice(documentOf({}))).pdf).toEqual(pdf)
    const { pages, title } = await readPdf(pdf)
    expect(pages).toHaveLength(1)
    expect(title).toBe('Invoice 2026-000123')
    for (const text of ['2026-000123', '15-06-2026', 'Müller GmbH', '1.234,50 €', 'Quaydesk', 'VAT no. ESB00000000', 'Reverse charge'])
      expect(pages[0]).toContain(text)
    expect(pdf.length).toBeLessThan(40_000)
  })

  test.each([
    ['Latin', 'Łódź Ñandú Ğ ı Œuvre'],
    ['Greek', 'Ελληνική Εταιρεία'],
    ['Cyrillic', 'Ромашка Україна'],
    ['Vietnamese', 'Việt'],
    ['Arabic', 'مقهى'],
    ['Hebrew', 'שלום'],
    ['Thai', 'กาแฟไทย'],
    ['Devanagari', 'राजेन्द्र'],
    ['Armenian', 'Երևան'],
    ['Georgian', 'თბილისი'],
    ['Ethiopic', 'አበበ'],
    ['Bengali', 'রবীন্দ্রনাথ'],
    ['Gujarati', 'અમદાવાદ'],
    ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
    ['Oriya', 'ଭୁବନେଶ୍ୱର'],
    ['Tamil', 'தமிழ்'],
    ['Telugu', 'శ్రీ'],
    ['Kannada', 'ಕೃಷ್ಣ'],
    ['Malayalam', 'സ്ത്രീ'],
    ['Sinhala', 'ශ්‍රී'],
    ['Khmer', 'ភ្នំពេញ'],
    ['Lao', 'ຫຼວງພະບາງ'],
    ['Myanmar', 'မြန်မာ'],
    ['Japanese', 'さくらカフェ'],
    ['Chinese', '有限公司'],
    ['Korean', '한국어'],
  ])('draws %s with a glyph for every character', async (_script, name) => {
    const text = (await textOf(documentOf({ billing: { ...billing, companyName: name } }))).replaceAll('|', '')
    // Letter by letter, because PDF readers reorder letters that were shaped to join their neighbours.
    for (const letter of name) expect(text).toContain(letter)
    expect(text).not.toContain('□')
  })

  test('draws a right-to-left name in that order, including digits and brackets', async () => {
    const text = await textOf(documentOf({ billing: { ...billing, companyName: 'חברת (אבג) 9876 שלום' } }))
    // Left to right on paper: the last word, the number, the brackets, the first word.
    const places = ['שלום', '9876', 'אבג', 'חברת'].map((piece) => text.indexOf(piece))
    expect(places[0]).toBeGreaterThan(0)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(text.replaceAll('|', '')).toContain('(אבג)')
  })

  test('drops control characters, and treats markup as plain text', async () => {
    expect(plainText('a\u202Eb\u0000c\nd\u200B  e\uFE0F')).toBe('abc d e')
    const text = await textOf(documentOf({ billing: { ...billing, companyName: '<b>x</b> ${7*7} (\\) %PDF' } }))
    expect(text.replaceAll('|', '')).toContain('<b>x</b> ${7*7} (\\) %PDF')
  })

  test.each([
    ['བཀྲ་ཤིས', 'bkr-shis', ['Tibetan']],
    ['މާލެ ⵣⵉⵔⵉ', 'maale ziri', ['Thaana', 'Tifinagh']],
    ['Café \u{1F355}', 'Café :pizza:', ['signs']],
  ])('spells %s, which no font has, in Latin letters', async (name, spelled, scripts) => {
    const document = documentOf({ billing: { ...billing, companyName: name } })
    expect(await textOf(document)).toContain(spelled)
    expect((await drawInvoice(document)).spelled).toEqual(scripts)
  })

  test('shows the e-mail in place of a name of which nothing can be spelled', async () => {
    const customer = { name: '\u{13430}', lines: ['ana@example.com'] }
    expect((await textOf({ ...documentOf({}), customer })).match(/ana@example\.com/g)).toHaveLength(2)
  })

  // Glyphs and offsets as Chromium places them. The font library's own shaper leaves the tone below the vowel, and the letters apart.
  test.each([
    ['Thai', 'น้ำ', [61, 57, 47, 76], [0, 0, -29, 0]],
    ['Myanmar', 'မန္တ', [29, 262, 254], [0, 0, 1]],
  ])('stacks %s as browsers do', async (_script, text, ids, offsets) => {
    const face = (await FontSet.for([text], false)).faceOf(text.codePointAt(0) ?? 0, 400)
    const { glyphs, positions } = face?.font.layout(text) ?? { glyphs: [], positions: [] }
    expect(glyphs.map(({ id }) => id)).toEqual(ids)
    expect(positions.map(({ xOffset }) => xOffset)).toEqual(offsets)
  })

  test('wraps long names and breaks endless words without losing text', async () => {
    const endless = 'x'.repeat(390)
    const lines: Partial<InvoiceBilling> = { companyName: endless, street: endless, city: endless, firstname: endless }
    const { pages } = await readPdf(
      (await drawInvoice(documentOf({ billing: { ...billing, ...lines }, description: 'a b '.repeat(90) }))).pdf,
    )
    const text = pages.join('').replaceAll('|', '')
    expect(text).toContain(endless)
    expect(text).toContain('1.234,50 €')
  })
})

describe('the document maker', () => {
  const maker = new DocumentMaker()
  afterAll(() => maker.close())

  test('draws in its own thread, urgent documents first', async () => {
    const done: string[] = []
    const order = (number: string, isUrgent: boolean) => maker.make(documentOf({ number }), isUrgent).then(() => void done.push(number))
    await Promise.all([order('1', false), order('2', false), order('3', false), order('4', true)])
    expect(done).toEqual(['1', '4', '2', '3'])
    expect(await maker.make(documentOf({}), true)).toEqual(await drawInvoice(documentOf({})))
  })

  test('only a document that cannot be drawn fails', async () => {
    const broken = { ...documentOf({}), seller: null } as unknown as InvoiceDocument
    const results = await Promise.allSettled([maker.make(broken, false), maker.make(documentOf({}), false)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    await expect(maker.make(broken, false)).rejects.toThrow(DocumentError)
  })

  test('rejects unfinished documents on close, and restarts on the next request', async () => {
    const asked = [maker.make(documentOf({}), false), maker.make(documentOf({}), false)]
    const failed = Promise.allSettled(asked)
    await maker.close()
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await maker.make(documentOf({}), false)).pdf.length).toBeGreaterThan(5_000)
  })
})

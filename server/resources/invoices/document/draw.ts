import Pdf from 'pdfkit'
import type { Weight } from './font-files.ts'
import { FontSet } from './fonts.ts'
import type { InvoiceDocument, Party } from './invoice-document.ts'
import { scriptsOf, spell } from './spell.ts'
import { plainText, type Run, Typesetter } from './text.ts'

/** A4 in points, and the layout grid. */
const page = { width: 595.28, height: 841.89, margin: 56 }
const right = page.width - page.margin
const inner = right - page.margin
const bottom = page.height - 96
const gap = 32
const column = (inner - gap) / 2
const colours = { text: '#1f2328', muted: '#59636e', rule: '#d1d9e0', accent: '#0969da' }
/** Line height relative to font size. */
const leading = 1.45

interface Style {
  size: number
  weight?: Weight
  colour?: string
  align?: 'right'
}

export interface DrawnInvoice {
  pdf: Buffer
  /** Scripts that no font has, spelled in Latin letters. */
  spelled: string[]
}

/** Draws an invoice on A4. Uses no network, and embeds only the glyphs needed. */
export async function drawInvoice(document: InvoiceDocument): Promise<DrawnInvoice> {
  let clean = withTexts(document, plainText)
  let fonts = await FontSet.for(textsOf(clean), clean.isJapanese)
  const { missing } = fonts
  if (missing.size > 0) {
    clean = withTexts(clean, (text) => spell(text, missing))
    fonts = await FontSet.for(textsOf(clean), clean.isJapanese)
  }
  const pdf = new Pdf({
    size: 'A4',
    margin: 0,
    // No default font, which would be embedded needlessly.
    font: '',
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Invoice ${clean.number}`,
      Author: clean.seller.name,
      Creator: clean.seller.name,
      Producer: 'pdfkit',
      CreationDate: new Date(clean.createdAt * 1000),
    },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve())
    pdf.on('error', reject)
  })
  new Sheet(pdf, new Typesetter(fonts), clean).draw()
  pdf.end()
  await ended
  return { pdf: Buffer.concat(chunks), spelled: scriptsOf(missing) }
}

function withTexts(document: InvoiceDocument, change: (text: string) => string): InvoiceDocument {
  const party = ({ name, lines }: Party): Party => ({
    // Of a name of signs alone nothing may remain.
    name: change(name) || (lines.find((line) => line.includes('@')) ?? ''),
    lines: lines.map(change),
  })
  return {
    ...document,
    number: change(document.number),
    seller: party(document.seller),
    customer: party(document.customer),
    lines: document.lines.map(({ text, amount }) => ({ text: change(text), amount })),
    notes: document.notes.map(change),
  }
}

/** All text drawn, including fixed text, to load its fonts. */
function textsOf({ number, date, seller, customer, lines, totals, total, notes }: InvoiceDocument): string[] {
  const parties = [seller, customer].flatMap((party) => [party.name, ...party.lines])
  const amounts = [...lines.map((line) => Object.values(line)), ...[...totals, total].map((line) => Object.values(line))].flat()
  return [number, date, ...parties, ...amounts, ...notes, 'InvoiceNumberDateFromBill toDescriptionAmountPage of 0123456789·']
}

/** Draws from top to bottom. */
class Sheet {
  private y = page.margin

  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    private readonly type: Typesetter,
    private readonly invoice: InvoiceDocument,
  ) {}

  draw(): void {
    this.header()
    this.parties()
    this.table()
    this.totals()
    this.notes()
    this.footer()
  }

  private header(): void {
    const { number, date, seller } = this.invoice
    this.pdf.rect(0, 0, page.width, 6).fill(colours.accent)
    const top = this.y
    this.block(seller.name, page.margin, column, { size: 15, weight: 700 })
    const under = this.y
    this.y = top
    this.block('Invoice', right - column, column, { size: 24, weight: 700, align: 'right' })
    this.y += 4
    for (const [label, value] of [
      ['Number', number],
      ['Date', date],
    ] as const) {
      const line = this.y
      this.block(value, right - 130, 130, { size: 10, weight: 700, align: 'right' })
      const after = this.y
      this.y = line
      this.block(label, right - column, column - 130, { size: 10, colour: colours.muted, align: 'right' })
      this.y = Math.max(this.y, after)
    }
    this.y = Math.max(this.y, under) + 28
  }

  private parties(): void {
    const top = this.y
    let lowest = top
    for (const [label, { name, lines }, x] of [
      ['From', this.invoice.seller, page.margin],
      ['Bill to', this.invoice.customer, page.margin + column + gap],
    ] as const) {
      this.y = top
      this.block(label, x, column, { size: 9, colour: colours.muted })
      this.y += 2
      this.block(name, x, column, { size: 11, weight: 700 })
      for (const line of lines) this.block(line, x, column, { size: 10 })
      lowest = Math.max(lowest, this.y)
    }
    this.y = lowest + 32
  }

  private table(): void {
    this.room(60)
    const amountWidth = 150
    this.row('Description', 'Amount', amountWidth, { size: 9, colour: colours.muted })
    this.rule()
    for (const { text, amount } of this.invoice.lines) {
      this.room(30)
      this.row(text, amount, amountWidth, { size: 10.5 })
      this.rule()
    }
  }

  private totals(): void {
    this.room(90)
    const left = page.margin + column + gap
    const line = (label: string, amount: string, style: Style) => {
      const top = this.y
      this.block(label, left, column - 130, style)
      const after = this.y
      this.y = top
      this.block(amount, right - 130, 130, { ...style, align: 'right' })
      this.y = Math.max(this.y, after) + 4
    }
    this.y += 6
    for (const { label, amount } of this.invoice.totals) line(label, amount, { size: 10.5 })
    this.pdf.moveTo(left, this.y).lineTo(right, this.y).lineWidth(1).strokeColor(colours.text).stroke()
    this.y += 6
    line(this.invoice.total.label, this.invoice.total.amount, { size: 13, weight: 700 })
  }

  private notes(): void {
    this.y += 26
    for (const note of this.invoice.notes) {
      this.room(40)
      this.block(note, page.margin, inner, { size: 9, colour: colours.muted })
      this.y += 3
    }
  }

  private footer(): void {
    const { seller, number } = this.invoice
    this.y = page.height - 64
    this.rule()
    const top = this.y
    const line = this.type.lines([seller.name, ...seller.lines].join(' · '), 8, 400, inner - 130)
    for (const part of line.slice(0, 2)) this.line(part, page.margin, inner - 130, { size: 8, colour: colours.muted })
    this.y = top
    this.block(`Invoice ${number}`, right - 120, 120, { size: 8, colour: colours.muted, align: 'right' })
  }

  /** Starts a new page if less than this is left. */
  private room(height: number): void {
    if (this.y + height <= bottom) return
    this.footer()
    this.pdf.addPage()
    this.y = page.margin
  }

  private rule(): void {
    this.y += 4
    this.pdf.moveTo(page.margin, this.y).lineTo(right, this.y).lineWidth(0.5).strokeColor(colours.rule).stroke()
    this.y += 8
  }

  private row(text: string, amount: string, amountWidth: number, style: Style): void {
    const top = this.y
    this.block(text, page.margin, inner - amountWidth - gap, style)
    const after = this.y
    this.y = top
    this.block(amount, right - amountWidth, amountWidth, { ...style, align: 'right' })
    this.y = Math.max(this.y, after)
  }

  /** Draws text in as many lines as needed. */
  private block(text: string, x: number, width: number, style: Style): void {
    for (const line of this.type.lines(text, style.size, style.weight ?? 400, width)) this.line(line, x, width, style)
  }

  private line(text: string, x: number, width: number, { size, weight = 400, colour = colours.text, align }: Style): void {
    const runs = this.type.runs(text, weight)
    // A common baseline for all fonts, independent of their metrics.
    const base = this.y + size * (0.5 * leading + 0.35)
    let at = align === 'right' ? x + width - this.type.width(text, size, weight) : x
    for (const [index, run] of runs.entries()) {
      this.run(run, at, base, size, colour)
      if (index < runs.length - 1) at += this.type.widthOf(run, size)
    }
    this.y += size * leading
  }

  private run({ text, face }: Run, x: number, base: number, size: number, colour: string): void {
    // Registered by name, or each use would embed the font again. The empty
    // feature list keeps the library from splitting text at spaces.
    this.pdf.registerFont(face.id, face.font as unknown as string)
    this.pdf.font(face.id, size).fillColor(colour).text(text, x, base, { lineBreak: false, baseline: 'alphabetic', features: [] })
  }
}

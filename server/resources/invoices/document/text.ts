import bidiFactory from 'bidi-js'
import type { Weight } from './font-files.ts'
import type { Face, FontSet } from './fonts.ts'

/** Text in one font and direction, in logical order. */
export interface Run {
  text: string
  face: Face
}

const bidi = bidiFactory()
const mark = /\p{Mark}/u
/** Characters of no particular script take the font of the text before. */
const common = /[\p{Script=Common}\p{Script=Inherited}]/u
/** Scripts without spaces between words. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Right-to-left characters. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const closing = /^[\p{Pe}\p{Pf}\p{Po}\p{Lm}\p{Mark}]/u
const maxLength = 400

/** Cleans text for drawing: a single line, without control or direction characters, cut to a maximum. */
export function plainText(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|(?![\u200C\u200D])\p{Cf}|\p{Variation_Selector}/gu, '')
    .trim()
  const characters = Array.from(clean)
  return characters.length <= maxLength ? clean : `${characters.slice(0, maxLength).join('')}…`
}

/** Widths per font size unit. Cached because invoices repeat words. */
const widths = new Map<string, number>()
const maxWidths = 10_000

/** Lays out text in a document's fonts. */
export class Typesetter {
  constructor(private readonly fonts: FontSet) {}

  /** Width of text in points. */
  width(text: string, size: number, weight: Weight): number {
    return this.runs(text, weight).reduce((sum, run) => sum + this.widthOf(run, size), 0)
  }

  /** Width of a run in points. */
  widthOf({ text, face }: Run, size: number): number {
    const key = `${face.id} ${text}`
    let width = widths.get(key)
    if (width === undefined) {
      width = face.font.layout(text).advanceWidth / face.font.unitsPerEm
      if (widths.size >= maxWidths) widths.clear()
      widths.set(key, width)
    }
    return width * size
  }

  /** Breaks text into lines of a given width in points, between words, or within a word wider than the line. */
  lines(text: string, size: number, weight: Weight, width: number): string[] {
    const lines: string[] = []
    let line = ''
    let used = 0
    const end = () => {
      if (line.trim() !== '') lines.push(line.trim())
      line = ''
      used = 0
    }
    const add = (part: string) => {
      const own = this.width(part.trimEnd(), size, weight)
      if (used + own > width) end()
      line += part
      used += part.endsWith(' ') ? own + this.width(' ', size, weight) : own
    }
    for (const part of breakable(text)) {
      if (this.width(part.trimEnd(), size, weight) <= width) add(part)
      else for (const { segment } of graphemes.segment(part)) add(segment)
    }
    end()
    return lines
  }

  /** A line's runs from left to right. */
  runs(line: string, weight: Weight): Run[] {
    const levels = rightToLeft.test(line) ? bidi.getEmbeddingLevels(line, 'auto').levels : []
    const runs: (Run & { level: number })[] = []
    let index = 0
    for (const character of line) {
      const level = levels[index] ?? 0
      index += character.length
      const last = runs.at(-1)
      const face = this.faceIn(character, weight, last?.face)
      if (face === null) continue
      if (last?.face === face.face && last.level === level) last.text += face.text
      else runs.push({ ...face, level })
    }
    return inVisualOrder(runs).map(({ text, face, level }) => ({ face, text: level % 2 === 1 ? mirrored(text) : text }))
  }

  /** A character with its font: the current one if it has shared marks and signs. */
  private faceIn(character: string, weight: Weight, current: Face | undefined): Run | null {
    const codePoint = character.codePointAt(0) ?? 0
    if (current && (mark.test(character) || common.test(character)) && current.font.hasGlyphForCodePoint(codePoint))
      return { text: character, face: current }
    // What no font has was spelled in Latin letters before; joiners and marks that remain are dropped.
    const face = this.fonts.faceOf(codePoint, weight)
    return face && { text: character, face }
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Splits text at possible line breaks; trailing spaces stay with the part before. */
function breakable(text: string): string[] {
  return (text.match(/[^ ]* *|[^ ]+/g) ?? [])
    .flatMap((word) => (spaceless.test(word) ? withinWord(word) : [word]))
    .filter((part) => part !== '')
}

function withinWord(word: string): string[] {
  const parts: string[] = []
  for (const { segment } of words.segment(word)) {
    const before = parts.at(-1)
    const mayBreak =
      before !== undefined && !closing.test(segment) && segment.trim() !== '' && (spaceless.test(segment) || spaceless.test(before))
    if (before === undefined || mayBreak) parts.push(segment)
    else parts[parts.length - 1] = before + segment
  }
  return parts
}

/** Rule L2 of the Unicode bidirectional algorithm, on whole runs. */
function inVisualOrder<Piece extends { level: number }>(pieces: readonly Piece[]): Piece[] {
  const ordered = [...pieces]
  const highest = Math.max(0, ...ordered.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    let start = 0
    while (start < ordered.length) {
      if ((ordered[start]?.level ?? 0) < level) {
        start += 1
        continue
      }
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  }
  return ordered
}

/** Mirrors and reverses signs in right-to-left text if there are only signs; with letters, shaping does so. */
function mirrored(text: string): string {
  const characters = Array.from(text)
  if (!characters.every((character) => common.test(character))) return text
  return characters
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .toReversed()
    .join('')
}

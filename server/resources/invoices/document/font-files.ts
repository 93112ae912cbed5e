import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export type Weight = 400 | 700

/** A file of a font package and its characters. */
export interface FontFile {
  /** Its name within a document. */
  id: string
  ranges: readonly (readonly [first: number, last: number])[]
  file: (weight: Weight) => string
  /** One file for all weights, which must be instantiated. */
  isVariable: boolean
}

const require = createRequire(import.meta.url)

/** All files of a package, from its `unicode.json`. */
function filesOf(family: string, isVariable: boolean): FontFile[] {
  const directory = path.dirname(require.resolve(`${isVariable ? '@fontsource-variable' : '@fontsource'}/${family}/package.json`))
  const subsets = JSON.parse(readFileSync(path.join(directory, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(subsets).map(([key, ranges]) => {
    const subset = key.replace(/[[\]]/g, '')
    const name = `${family}-${subset}`
    return {
      id: name,
      ranges: ranges.split(',').map(readRange),
      file: (weight) => path.join(directory, 'files', isVariable ? `${name}-wght-normal.woff2` : `${name}-${weight}-normal.woff`),
      isVariable,
    }
  })
}

/** `U+4E00-4E8C` or `U+4E00`. */
function readRange(text: string): readonly [number, number] {
  const [first = '0', last = first] = text.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

/** `noto-sans` has Latin, Greek, Cyrillic and Devanagari. */
const otherScripts = [
  'arabic',
  'armenian',
  'bengali',
  'ethiopic',
  'georgian',
  'gujarati',
  'gurmukhi',
  'hebrew',
  'kannada',
  'khmer',
  'lao',
  'malayalam',
  'myanmar',
  'oriya',
  'sinhala',
  'tamil',
  'telugu',
  'thai',
]

const [alphabets, japanese, chinese, korean] = [
  ['noto-sans', ...otherScripts.map((script) => `noto-sans-${script}`)].flatMap((family) => filesOf(family, false)),
  filesOf('noto-sans-jp', true),
  filesOf('noto-sans-sc', true),
  filesOf('noto-sans-kr', true),
] as const

/**
 * Files in order of preference. Japanese and Chinese share code points with different glyphs.
 * @param isJapanese whether the document is for Japan
 */
export function fontFiles(isJapanese: boolean): readonly FontFile[] {
  return isJapanese ? [...alphabets, ...japanese, ...chinese, ...korean] : [...alphabets, ...chinese, ...japanese, ...korean]
}

/** Whether a file covers a code point. */
export function covers({ ranges }: FontFile, codePoint: number): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
}

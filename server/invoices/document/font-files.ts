import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export type Weight = 400 | 700

/** A file of a font package and the characters it is for. */
export interface FontFile {
  /** Names it within a document. */
  id: string
  ranges: readonly (readonly [first: number, last: number])[]
  file: (weight: Weight) => string
  /** One file for all weights: an instance of the wanted weight has to be made of it. */
  isVariable: boolean
}

const require = createRequire(import.meta.url)

/** All files of a package, by what its `unicode.json` says of them. */
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

const [alphabets, japanese, chinese, korean] = [
  ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai'].flatMap((family) => filesOf(family, false)),
  filesOf('noto-sans-jp', true),
  filesOf('noto-sans-sc', true),
  filesOf('noto-sans-kr', true),
] as const

/**
 * The files in which characters are looked for, in order. Japanese and Chinese share characters that each draws its own way.
 * @param isJapanese whether the document is for Japan
 */
export function fontFiles(isJapanese: boolean): readonly FontFile[] {
  return isJapanese ? [...alphabets, ...japanese, ...chinese, ...korean] : [...alphabets, ...chinese, ...japanese, ...korean]
}

/** Whether a file is meant for a character. */
export function covers({ ranges }: FontFile, codePoint: number): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
}

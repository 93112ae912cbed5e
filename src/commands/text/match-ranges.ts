import { mistyped } from '../../contract/typos.ts'
import { fold, foldQuery, subsequenceIn } from './ranking.ts'

/** A matched part of a text, in UTF-16 units; `to` is exclusive. */
export interface Range {
  from: number
  to: number
}

/** Folded text with the source position of each character. */
interface Places {
  folded: string
  from: number[]
  to: number[]
}

/** The parts of a title a query matched: word starts, initials, or letters in order. */
export function titleRanges(query: string, title: string): Range[] {
  const folded = foldQuery(query)
  if (folded === null) return []
  const places = placesOf(title)
  if (places.folded.startsWith(folded)) return rangesOf(places, span(0, folded.length))
  const words = wordsOf(places.folded)
  const initials = words.map(({ word }) => word.charAt(0)).join('')
  const starts = folded.split(' ').map((part) => startIn(words, part))
  if (starts.every((start) => start.length > 0)) return rangesOf(places, starts.flat())
  if (folded.length > 1 && initials.startsWith(folded))
    return rangesOf(
      places,
      words.slice(0, folded.length).map(({ at }) => at),
    )
  const letters = folded.split(' ').flatMap((part) => startOrTypo(words, part))
  return rangesOf(places, letters.length > 0 ? letters : (subsequenceIn(folded.replaceAll(' ', ''), places.folded) ?? []))
}

/** The parts of a record's text a query names: the whole query, or else each word. */
export function textRanges(query: string, text: string): Range[] {
  const folded = foldQuery(query)
  if (folded === null) return []
  const places = placesOf(text)
  const whole = occurrence(places.folded, folded)
  return rangesOf(places, whole.length > 0 ? whole : folded.split(' ').flatMap((part) => occurrence(places.folded, part)))
}

interface Word {
  word: string
  at: number
}

function wordsOf(folded: string): Word[] {
  const words: Word[] = []
  let at = 0
  for (const word of folded.split(' ')) {
    words.push({ word, at })
    at += word.length + 1
  }
  return words
}

const span = (from: number, length: number) => Array.from({ length }, (_, index) => from + index)

function startIn(words: readonly Word[], part: string): number[] {
  const word = words.find((each) => each.word.startsWith(part))
  return word ? span(word.at, part.length) : []
}

function startOrTypo(words: readonly Word[], part: string): number[] {
  const exact = startIn(words, part)
  if (exact.length > 0) return exact
  const closest = words
    .map(({ word, at }) => ({ at, typed: mistyped(part, word) }))
    .filter(({ typed }) => typed !== null)
    .toSorted((a, b) => (a.typed?.typos ?? 0) - (b.typed?.typos ?? 0))[0]
  return closest?.typed ? span(closest.at, closest.typed.length) : []
}

function occurrence(folded: string, part: string): number[] {
  const at = folded.indexOf(part)
  return at < 0 ? [] : span(at, part.length)
}

/** Folds like `fold`, keeping the position of each letter. */
function placesOf(text: string): Places {
  const places: Places = { folded: '', from: [], to: [] }
  let at = 0
  for (const character of text) {
    const end = at + character.length
    // Folded to nothing: an accent of the previous letter, or a word separator.
    const letters = fold(character)
    if (letters !== '') {
      places.folded += letters
      for (let unit = 0; unit < letters.length; unit++) {
        places.from.push(at)
        places.to.push(end)
      }
    } else if (/\p{M}/u.test(character)) {
      if (places.to.length > 0) places.to[places.to.length - 1] = end
    } else if (places.folded !== '' && !places.folded.endsWith(' ')) {
      places.folded += ' '
      places.from.push(at)
      places.to.push(end)
    }
    at = end
  }
  return places
}

/** Maps folded letters back to ranges of the source text, merging neighbours. */
function rangesOf({ from, to }: Places, letters: readonly number[]): Range[] {
  const ranges: Range[] = []
  for (const letter of new Set(letters.toSorted((a, b) => a - b))) {
    const start = from[letter]
    const end = to[letter]
    const last = ranges.at(-1)
    if (start === undefined || end === undefined) continue
    if (last && last.to >= start) last.to = Math.max(last.to, end)
    else ranges.push({ from: start, to: end })
  }
  return ranges
}

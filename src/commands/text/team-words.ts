import { foldText } from '../../contract/fold.ts'
import { WordInput } from '../../contract/words.ts'
import { halvesOf } from './halves.ts'
import type { Token } from './token.ts'
import { maxLength, tokenize } from './tokens.ts'

/** A text as the palette reads it, and which of the team's words stood in it. */
interface PlainText<Word extends WordInput> {
  text: string
  used: readonly Word[]
}

const maxWordsOfOne = 3
const isNote = /(?:^| )notes?(?: |$)/i

/** A token's letters between its punctuation; null if it is anything else than a word. */
function lettersOf({ raw, isQuoted, value }: Token): { before: string; letters: string; behind: string } | null {
  const [, before = '', letters = '', behind = ''] = /^([¿¡]*)([\p{L}\p{M}]+)([.,;!?]*)$/u.exec(raw) ?? []
  return letters === '' || isQuoted || value !== null ? null : { before, letters, behind }
}

/**
 * Puts what the team's words mean in their place. Pure. What is quoted or free text stays as it was written: behind a colon, a dash,
 * 'because' or a note's name, and in brackets. A meaning is not read for words again.
 */
export function inPlainWords<Word extends WordInput>(text: string, words: readonly Word[]): PlainText<Word> {
  const typed = tokenize(text)
  const unchanged = { text, used: [] }
  if (words.length === 0 || text.length > maxLength || declaredIn(text)) return unchanged
  const { tokens } = typed
  const end = halvesOf(typed)?.behind[0]?.from ?? typed.text.length
  const byWord = new Map(words.map((each) => [each.word, each]))
  const used: Word[] = []
  const parts: string[] = []
  let done = 0
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]
    if (!token || token.from >= end || isNote.test(`${used.at(-1)?.meaning ?? ''} ${tokens[at - 1]?.folded ?? ''}`)) break
    const found = wordAt(tokens, at, byWord)
    if (found) {
      parts.push(typed.text.slice(done, token.from), found.before, found.word.meaning, found.behind)
      done = found.to
      used.push(found.word)
    }
    at += found?.count ?? 1
  }
  return used.length === 0 ? unchanged : { text: parts.join('') + typed.text.slice(done), used: [...new Set(used)] }
}

function wordAt<Word>(tokens: readonly Token[], at: number, words: ReadonlyMap<string, Word>) {
  for (let count = maxWordsOfOne; count > 0; count--) {
    const taken = tokens.slice(at, at + count).map(lettersOf)
    const last = taken.at(-1)
    const isOne = taken.length === count && taken.every((part, index) => part && (index === count - 1 || part.behind === ''))
    const word = isOne ? words.get(foldText(taken.map((part) => part?.letters).join(' '))) : undefined
    const to = tokens[at + count - 1]?.to
    if (word !== undefined && last && to !== undefined) return { word, count, to, before: taken[0]?.before ?? '', behind: last.behind }
  }
  return null
}

const declaration = /^\s*[‘'"“]?((?:[\p{L}\p{M}]+ ?){1,3})(?<! )[’'"”]? +(?:means|=) +[‘'"“]?(.+?)[’'"”]?\s*$/u

/** A text that says what a word means, '‘devolver’ means refund'. Null if it doesn't. Pure. */
export function declaredIn(text: string): WordInput | null {
  const [, word, meaning] = (text.length <= maxLength && declaration.exec(text)) || []
  return WordInput.safeParse({ word, meaning }).data ?? null
}

/** '‘devolver’ means refund', for whoever typed it. */
export const saysMeaning = ({ word, meaning }: WordInput) => `‘${word}’ means ${meaning}`

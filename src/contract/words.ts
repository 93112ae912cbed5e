import { z } from 'zod'
import { Done, endpoint, UnixSeconds, Version } from './endpoint.ts'
import { Integer, messages, NullableText, requiredText } from './fields.ts'
import { foldText } from './fold.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply, maxPageSize } from './list.ts'

/** Words that a team adds to those that the palette understands: ‘devolver’ means ‘refund’. */

/** One page, as every console loads them all. */
export const maxWords = maxPageSize

const maxWordLength = 40
const maxMeaningLength = 80

const wordsOfLetters = (max: number) => new RegExp(`^[\\p{L}\\p{M}]+(?: [\\p{L}\\p{M}]+){0,${max - 1}}$`, 'u')

/** One to three words of letters in any script, folded. */
const Word = requiredText
  .overwrite(foldText)
  .max(maxWordLength, messages.tooLong(maxWordLength))
  .regex(wordsOfLetters(3), 'One to three words of letters only.')

/** What would be typed for it. Nothing that begins free text or names a record. */
const Meaning = requiredText
  .trim()
  .max(maxMeaningLength, messages.tooLong(maxMeaningLength))
  .regex(/^[\p{L}\p{M}\p{N} ,.%€’'-]+$/u, 'Words and amounts only: no colons, quotes, brackets or addresses.')

const fields = { word: Word, meaning: Meaning }

/** What a person writes of a word; also what is exported and imported. */
export const WordInput = z.strictObject(fields)
export type WordInput = z.infer<typeof WordInput>

/** A file of exported words. */
export const WordFile = z.strictObject({ words: z.array(WordInput).min(1).max(maxWords) })

export const TeamWord = lazyObject(() => ({
  ...fields,
  id: Integer,
  version: Integer,
  /** Who wrote it last; null once the account is gone. */
  authorName: NullableText,
  updatedAt: UnixSeconds,
}))
export type TeamWord = z.infer<typeof TeamWord>

const padded = (text: string) => ` ${foldText(text)} `

/** Whether a text has a word, or several in their order. */
export const hasWord = (text: string, word: string): boolean => padded(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')).includes(padded(word))

/**
 * Why a word can't be added beside others: it is there already, or one would be explained by another, which nobody could follow.
 * Null if it can.
 */
export function whyNotWord({ word, meaning }: WordInput, others: readonly WordInput[]): string | null {
  if (others.some((other) => other.word === word)) return `‘${word}’ is a word of the team already.`
  const own = [...others.map((other) => other.word), word].find((each) => hasWord(meaning, each))
  if (own !== undefined) return `‘${own}’ is itself a word of the team: say what it means instead.`
  const user = others.find((other) => hasWord(other.meaning, word))
  return user ? `‘${user.word}’ is explained by ‘${user.meaning}’: change that first.` : null
}

const shared = { feature: 'words' } as const
const managed = { ...shared, access: 'words.manage' } as const

export const WordListQuery = listQuery({
  sorts: ['word', 'updatedAt', 'id'],
  defaultSort: { field: 'word', direction: 'asc' },
  perPage: 50,
  filters: () => ({}),
})
export type WordListQuery = z.output<typeof WordListQuery>

export const listWords = endpoint({
  path: '/words',
  ...shared,
  access: 'session',
  query: WordListQuery,
  reply: listReply(TeamWord),
})

/** Undoable. 409 `conflict` if it is there already, is explained by another word, or there are `maxWords`. */
export const addWord = endpoint({
  method: 'POST',
  path: '/words',
  ...managed,
  body: WordInput,
  reply: Done.extend({ id: Integer }),
})

/** Undoable. 409 `stale`; `conflict` as for `addWord`. */
export const editWord = endpoint({ method: 'PUT', path: '/words/{id}', ...managed, body: WordInput.extend({ version: Version }) })

/** Undoable. */
export const deleteWord = endpoint({ method: 'DELETE', path: '/words/{id}', ...managed })

/** A text that may be reported: one to four words of letters, so neither an address nor a number, folded. */
export const MissingText = z
  .string()
  .overwrite(foldText)
  .max(maxMeaningLength, messages.tooLong(maxMeaningLength))
  .regex(wordsOfLetters(4), 'One to four words of letters only.')

/** Counts a text for which the palette found nothing: once an hour and person. Kept for 30 days. */
export const reportMissing = endpoint({
  method: 'POST',
  path: '/words/missing',
  ...shared,
  access: 'session',
  byItself: true,
  body: z.strictObject({ text: MissingText }),
})

/** How often within a week a text found nothing, before it is listed. */
export const minMissing = 3

/** What found nothing at least `minMissing` times within the last seven days and is no word of the team, most often first. */
export const listMissing = endpoint({
  path: '/words/missing',
  ...managed,
  reply: z.object({ rows: z.array(z.object({ text: z.string(), times: Integer })) }),
})

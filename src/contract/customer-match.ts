import { foldText } from './fold.ts'
import { mistyped } from './typos.ts'

/** Why a customer is found, best reason first (design/feel.md, 'Records as people rank them'). */
export const customerMatches = ['full-name', 'name', 'company', 'email', 'inside', 'similar'] as const
export type CustomerMatch = (typeof customerMatches)[number]

/** What a customer is found by, besides the id. */
export interface NamedCustomer {
  fullName: string
  companyName: string | null
  email: string
}

/** Most words of a search term that count, and most letters of a word. */
export const maxWords = 8
export const maxWordLength = 64

/** The words of a folded text: whatever stands between white space and ASCII punctuation, as `search_words` in SQL. */
export function wordsOf(folded: string): string[] {
  return folded
    .split(/[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\n]+/)
    .filter((word) => word !== '')
    .map((word) => (word.length > maxWordLength ? Array.from(word).slice(0, maxWordLength).join('') : word))
}

/** Scripts without spaces between words: a word counts as begun at each of its letters. */
export const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af]/

/** The different words of a search term. */
export const termWords = (term: string): string[] => [...new Set(wordsOf(foldText(term)))].slice(0, maxWords)

/**
 * The strongest reason why a term finds a customer, or null: each word begins a word of the name, then of the company,
 * then of the email, in any order; the term stands inside one of them; or a whole word of four letters or more has a typo.
 */
export const matchCustomer = (customer: NamedCustomer, term: string): CustomerMatch | null =>
  matchFields(fieldsOf(customer), parseTerm(term))

/** Name, company and email, folded, and their words. */
function fieldsOf({ fullName, companyName, email }: NamedCustomer) {
  return [fullName, companyName ?? '', email].map((field) => {
    const folded = foldText(field)
    return { folded, words: wordsOf(folded) }
  })
}

const parseTerm = (term: string) => ({ folded: foldText(term), parts: termWords(term) })

function matchFields(fields: ReturnType<typeof fieldsOf>, { folded, parts }: ReturnType<typeof parseTerm>): CustomerMatch | null {
  if (parts.length === 0) return null
  if (fields[0]?.folded === folded) return 'full-name'
  const words: string[] = []
  for (const [index, field] of fields.entries()) {
    words.push(...field.words)
    if (parts.every((part) => words.some((word) => begins(word, part)))) return reasons[index] ?? null
  }
  if (fields.some((field) => field.folded.includes(folded))) return 'inside'
  // An address may have another ending: 'ana@cafesol.net'.
  const ending = folded.includes('@') ? parts.at(-1) : undefined
  return parts.every((part) => part === ending || words.some((word) => beginsOrTypo(word, part))) ? 'similar' : null
}

/** Whether each word of a term begins a word of a text, in any order. */
export function beginsWords(text: string, term: string): boolean {
  const words = wordsOf(foldText(text))
  return termWords(term).every((part) => words.some((word) => begins(word, part)))
}

/** Whether two names have the same words, in any order. */
export const isSameName = (name: string, other: string) => inOrder(name) === inOrder(other)

const inOrder = (name: string) => wordsOf(foldText(name)).toSorted().join(' ')

const reasons = ['name', 'company', 'email'] as const

const begins = (word: string, part: string) => (unspaced.test(word) ? word.includes(part) : word.startsWith(part))
const beginsOrTypo = (word: string, part: string) => begins(word, part) || mistyped(part, word)?.length === word.length

/** Sorts the best reason first; among equals those of just these words, then those with the very words, then those whose name begins with the term. */
export function inMatchOrder<Found extends NamedCustomer>(customers: readonly Found[], term: string): Found[] {
  const { parts, folded } = parseTerm(term)
  const rankOf = (customer: Found) => {
    const fields = fieldsOf(customer)
    const match = matchFields(fields, { parts, folded })
    if (match === null) return null
    const words = fields[0]?.words ?? []
    const isWhole = parts.every((part) => words.includes(part))
    const isInOrder = parts.every((part, index) => beginsOrTypo(words[index] ?? '', part))
    const likeness = !isWhole ? 2 : words.length === parts.length ? 0 : 1
    return 6 * customerMatches.indexOf(match) + 2 * likeness + (isInOrder ? 0 : 1)
  }
  return customers
    .map((customer) => ({ customer, rank: rankOf(customer) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ customer }) => customer)
}

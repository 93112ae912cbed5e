import { and, arrayContains, eq, like, or, type SQL, sql } from 'drizzle-orm'
import type { CustomerListQuery } from '../../src/contract/customers.ts'
import { foldText } from '../../src/contract/fold.ts'
import { termWords, unspaced } from '../../src/contract/customer-match.ts'
import { longestMistyped, shortestMistyped } from '../../src/contract/typos.ts'
import type { Db } from '../db/connect.ts'
import { customers } from '../db/schema/customers.ts'
import { escapeLike } from '../escape-like.ts'
import { byBytes, idFromText, isSubstringSearchable } from '../list.ts'

/** What a list's search term asks for. Normal search forgives a typo only if it finds nobody otherwise. */
export async function searchCondition(db: Db, query: Pick<CustomerListQuery, 'searchTerm' | 'exactSearch'>): Promise<SQL | undefined> {
  const { searchTerm: term, exactSearch } = query
  if (!term) return undefined
  if (exactSearch) return exactCondition(term)
  const plainly = normalCondition(term)
  if (!mayHaveTypos(term)) return plainly
  const { rows } = await db.execute(sql`${idsOf(plainly, 1)}`)
  if (rows.length > 0) return plainly
  return sql`${customers.id} in (${idsOf(await typosCondition(db, term), mostSimilar)})`
}

/** Most customers that are found in spite of a typo. */
export const mostSimilar = 300

/**
 * SQL for the ids that meet a condition, up to so many. Being materialized it is answered by an index; in the hope of meeting
 * enough soon PostgreSQL would read the table otherwise.
 */
export function idsOf(where: SQL | undefined, most: number): SQL | undefined {
  return where && sql`with found as materialized (select id from ${customers} where ${where}) select id from found limit ${most}`
}

/** Exact search: the whole id, e-mail, full name, company or provider id (ruling 18). */
export function exactCondition(term: string): SQL {
  const folded = foldText(term)
  return folded === '' ? sql`false` : arrayContains(customers.searchKeys, [folded])
}

/**
 * Normal search: a part of one of these (ruling 18), or words that begin words of name, company or e-mail, in any order. Below
 * three characters, which the index does not find within words: the start of name or e-mail, or the id.
 */
export function normalCondition(term: string): SQL {
  const folded = foldText(term)
  if (folded === '') return sql`false`
  const inside = insideCondition(term)
  if (inside !== undefined) return (folded.includes(' ') ? or(inside, wordsCondition(term)) : inside) ?? inside
  const id = idFromText(folded)
  const pattern = `${escapeLike(folded)}%`
  const starts = or(nameStarts(term), like(byBytes(customers.email), pattern), id === null ? undefined : eq(customers.id, id))
  return or(starts, unspaced.test(folded) ? wordsCondition(term) : undefined) ?? sql`false`
}

export const nameStarts = (term: string): SQL => like(byBytes(customers.nameKey), `${escapeLike(foldText(term))}%`)

/**
 * The term within a value; undefined if it is too short for the index, or in a script without spaces: those have their own way,
 * and where the database's locale does not know them as letters, the index does not have them.
 */
export function insideCondition(term: string): SQL | undefined {
  const folded = foldText(term)
  const spaced = Array.from(folded, (letter) => (unspaced.test(letter) ? ' ' : letter)).join('')
  if (!isSubstringSearchable(folded) || !isSubstringSearchable(spaced)) return undefined
  const holds = (column: SQL | typeof customers.searchText, part: string) => like(column, `%${escapeLike(part)}%`)
  const name = folded.slice(0, folded.indexOf('@') + 1)
  if (!isSubstringSearchable(name)) return holds(customers.searchText, folded)
  // Many share the domain of an address: the index would put all of them together only to find one. '||' keeps it from that.
  return and(holds(customers.searchText, name), holds(sql`(${customers.searchText} || '')`, folded))
}

/** Whether a term is an address, or all but the end of one: only parts of it would find others than were meant. */
export const isAddress = (term: string): boolean => /^\s*[^\s@]+@\S*\s*$/.test(term)

/** The words of name, company and e-mail, as indexed. */
const words = sql`search_words(${customers.nameKey}, ${customers.email})`

/**
 * Customers with a word that begins so for each word of the term; undefined if that would be too many to look up: one word of
 * one letter, or only single letters.
 */
export function wordsCondition(term: string): SQL | undefined {
  const parts = termWords(term)
  if (!parts.some((part) => part.length > 1 || unspaced.test(part))) return undefined
  return condition(parts, (word) => [begun(word)])
}

/**
 * The same for candidates, perhaps with some too many: the index would put together a large part of the table for one or two
 * letters, so beside longer words they are looked for in what those find.
 */
export function candidatesCondition(term: string): SQL | undefined {
  const parts = termWords(term)
  const long = parts.filter((part) => part.length > 2 || unspaced.test(part))
  if (long.length === 0 || long.length === parts.length) return wordsCondition(term)
  return and(
    condition(long, (word) => [begun(word)]),
    ...parts.filter((part) => !long.includes(part)).map((part) => like(customers.searchText, `%${escapeLike(part)}%`)),
  )
}

/** Customers that are looked through for words that many have. */
const latestCustomers = 5_000

/** SQL for the ids of the latest customers that hold each word somewhere, up to so many. */
export function latestWith(term: string, most: number): SQL {
  const holds = termWords(term).map((part) => sql`search_text like ${`%${escapeLike(part)}%`}`)
  const latest = sql`select id, search_text from ${customers} order by id desc limit ${latestCustomers}`
  return sql`select id from (${latest}) as latest where ${and(...holds) ?? sql`false`} limit ${most}`
}

/** Whether a word of the term is long enough for a typo. Signs that no name has were meant: '%example' is no mistyped 'example'. */
export const mayHaveTypos = (term: string): boolean => !/[^\p{L}\p{N}\s.'’@-]/u.test(term) && termWords(term).some(mayBeMistyped)

/** The same, with one typo forgiven in each word of four letters or more. */
export async function typosCondition(db: Db, term: string): Promise<SQL> {
  const [start = '', domain = ''] = isAddress(term) ? term.split('@') : [term]
  const begins = termWords(start)
  // Of a domain the words are whole, and its last says nothing: to put together all that begin so takes long.
  const wholes = termWords(domain).slice(0, -1)
  const parts = [...new Set([...begins, ...wholes])]
  const forgiving = async (mistyped: readonly string[]) => {
    const meant = await Promise.all(parts.map(async (part) => (mistyped.includes(part) ? wordsUsed(db, mistypingsOf(part)) : [])))
    const lexemes = (part: string) => [begins.includes(part) ? begun(part) : exactly(part), ...(meant[parts.indexOf(part)] ?? [])]
    return condition(parts, lexemes) ?? sql`false`
  }
  // A domain is mostly a known one, and right.
  if (wholes.length > 0) {
    const inName = await forgiving(begins.filter(mayBeMistyped))
    const { rows } = await db.execute(sql`${idsOf(inName, 1)}`)
    if (rows.length > 0) return inName
  }
  return forgiving(parts.filter(mayBeMistyped))
}

/**
 * Those of these lexemes that customers have as a word. The index knows no similarity, so all that one typo can make of a word are
 * looked up, one by one: in a single condition each customer found would be compared with all of them.
 */
async function wordsUsed(db: Db, lexemes: readonly string[]): Promise<string[]> {
  if (lexemes.length === 0) return []
  const used = sql`with found as materialized (select 1 from ${customers} where ${words} @@ lexeme::tsquery) select 1 from found limit 1`
  const { rows } = await db.execute<{ lexeme: string }>(
    sql`select lexeme from unnest(${sql.param(lexemes)}::text[]) as lexeme cross join lateral (${used}) as used`,
  )
  return rows.map(({ lexeme }) => lexeme)
}

function condition(parts: readonly string[], lexemes: (word: string) => string[]): SQL | undefined {
  if (parts.length === 0) return undefined
  const query = parts.map((part) => `(${lexemes(part).join('|')})`).join('&')
  return sql`${words} @@ ${query}::tsquery`
}

// Words have no quotes or backslashes: they end at ASCII punctuation.
const begun = (word: string) => `${exactly(word)}:*`
const exactly = (word: string) => `'${word}'`

const mayBeMistyped = (word: string) => word.length >= shortestMistyped && word.length <= longestMistyped

const alphabets = ['abcdefghijklmnopqrstuvwxyz0123456789', 'αβγδεζηθικλμνξοπρστυφχψω', 'абвгдежзийклмнопрстуфхцчшщъыьэюяії']

/** The whole words that a letter too many, too few, wrong or swapped may have made `word` of. */
function mistypingsOf(word: string): string[] {
  const letters = alphabets.find((alphabet) => alphabet.includes(word.charAt(0))) ?? ''
  const found = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
    found.add(before + after)
    found.add(before + after.charAt(0) + letter + after.slice(1))
    for (const other of letters) found.add(before + other + letter + after).add(before + other + after)
  }
  return [...found].map(exactly)
}

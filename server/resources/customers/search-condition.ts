import { and, arrayOverlaps, eq, like, or, type SQL, sql } from 'drizzle-orm'
import { termWords, unspaced } from '../../../src/contract/customer-match.ts'
import type { CustomerListQuery } from '../../../src/contract/customers.ts'
import { emailIdentity, emailSpellings } from '../../../src/contract/email-identity.ts'
import { foldText } from '../../../src/contract/fold.ts'
import { maxTypoLength, minTypoLength } from '../../../src/contract/typos.ts'
import type { Db } from '../../db/connect.ts'
import { escapeLike } from '../../db/list/escape-like.ts'
import { byBytes, idFromText, isSubstringSearchable } from '../../db/list/list.ts'
import { customers } from '../../db/schema/customers.ts'

/** The condition for a list's search term. Normal search forgives a typo only if it finds nobody otherwise. */
export async function searchCondition(db: Db, query: Pick<CustomerListQuery, 'searchTerm' | 'exactSearch'>): Promise<SQL | undefined> {
  const { searchTerm: term, exactSearch } = query
  if (!term) return undefined
  if (exactSearch) return exactCondition(db, term)
  const plainly = normalCondition(term)
  if (!mayHaveTypos(term)) return plainly
  const { rows } = await db.execute(sql`${idsOf(plainly, 1)}`)
  if (rows.length > 0) return plainly
  return sql`${customers.id} in (${idsOf(await typosCondition(db, term), maxSimilar)})`
}

/** Most customers found by forgiving a typo. */
export const maxSimilar = 300

/**
 * SQL for the ids that meet a condition, up to a limit. It is materialized so that an index is used: otherwise
 * PostgreSQL might scan the table, hoping to reach the limit soon.
 */
export function idsOf(where: SQL | undefined, max: number): SQL | undefined {
  return where && sql`with found as materialized (select id from ${customers} where ${where}) select id from found limit ${max}`
}

/** The whole id, e-mail, full name, company or provider id, folded: for finding, not for telling apart. */
export function wholeCondition(term: string): SQL {
  const keys = [term, ...emailSpellings(term)].map(foldText).filter((key) => key !== '')
  return keys.length === 0 ? sql`false` : arrayOverlaps(customers.searchKeys, [...new Set(keys)])
}

/** Exact search: the same, ignoring case alone (rulings 18 and 62). */
async function exactCondition(db: Db, term: string): Promise<SQL> {
  const { id, firstName, lastName, companyName, email, stripeCustomerId } = customers
  const found = await db
    .select({ id, firstName, lastName, companyName, email, stripeCustomerId })
    .from(customers)
    .where(wholeCondition(term))
  const [wanted, address] = [inLowerCase(term), emailIdentity(term)]
  const isMeant = (row: (typeof found)[number]) =>
    emailIdentity(row.email) === address ||
    [String(row.id), `${row.firstName} ${row.lastName}`, row.companyName, row.stripeCustomerId].some(
      (value) => value !== null && inLowerCase(value) === wanted,
    )
  const ids = found.filter(isMeant).map((row) => row.id)
  return sql`${customers.id} = any(${sql.param(ids)}::int[])`
}

const inLowerCase = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Normal search: a part of one of these fields (ruling 18), or words that begin words of name, company or e-mail, in any order.
 * The index cannot find fewer than three characters within words, so shorter terms match the start of name or e-mail, or the id.
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
 * The term as part of a value. Undefined if it is too short for the index, or in a script without spaces. Such
 * scripts are searched by words: if the database's locale does not know them as letters, the index lacks them.
 */
export function insideCondition(term: string): SQL | undefined {
  const folded = foldText(term)
  const spaced = Array.from(folded, (letter) => (unspaced.test(letter) ? ' ' : letter)).join('')
  if (!isSubstringSearchable(folded) || !isSubstringSearchable(spaced)) return undefined
  const holds = (column: SQL | typeof customers.searchText, part: string) => like(column, `%${escapeLike(part)}%`)
  const name = folded.slice(0, folded.indexOf('@') + 1)
  if (!isSubstringSearchable(name)) return holds(customers.searchText, folded)
  // Search the index only for the part before the domain: many customers share a domain. '||' keeps the rest off the index.
  return and(holds(customers.searchText, name), holds(sql`(${customers.searchText} || '')`, folded))
}

/** Whether a term is an e-mail address, possibly without its end. Searching for parts of it would find other customers. */
export const isAddress = (term: string): boolean => /^\s*[^\s@]+@\S*\s*$/.test(term)

/** The words of name, company and e-mail, as indexed. */
const words = sql`search_words(${customers.nameKey}, ${customers.email})`

/**
 * Customers who have, for each word of the term, a word that begins with it. Undefined if too many would match: if
 * all words are single letters.
 */
export function wordsCondition(term: string): SQL | undefined {
  const parts = termWords(term)
  if (!parts.some((part) => part.length > 1 || unspaced.test(part))) return undefined
  return condition(parts, (word) => [beginning(word)])
}

/**
 * The same for candidates, possibly with some extra ones. For one or two letters the index would collect a large
 * part of the table, so short words are only searched among the matches of longer ones.
 */
export function candidatesCondition(term: string): SQL | undefined {
  const parts = termWords(term)
  const long = parts.filter((part) => part.length > 2 || unspaced.test(part))
  if (long.length === 0 || long.length === parts.length) return wordsCondition(term)
  return and(
    condition(long, (word) => [beginning(word)]),
    ...parts.filter((part) => !long.includes(part)).map((part) => like(customers.searchText, `%${escapeLike(part)}%`)),
  )
}

/** The newest customers, which are scanned if many match. */
const latestCustomers = 5_000

/** SQL for the ids of the newest customers that contain each word anywhere, up to a limit. */
export function latestWith(term: string, max: number): SQL {
  const holds = termWords(term).map((part) => sql`search_text like ${`%${escapeLike(part)}%`}`)
  const latest = sql`select id, search_text from ${customers} order by id desc limit ${latestCustomers}`
  return sql`select id from (${latest}) as latest where ${and(...holds) ?? sql`false`} limit ${max}`
}

/** Whether any word is long enough for a typo. Characters that no name has were typed on purpose: '%example' is not 'example'. */
export const mayHaveTypos = (term: string): boolean => !/[^\p{L}\p{N}\s.'’@-]/u.test(term) && termWords(term).some(mayBeMistyped)

/** The same, with one typo forgiven in each word that is long enough. */
export async function typosCondition(db: Db, term: string): Promise<SQL> {
  const [start = '', domain = ''] = isAddress(term) ? term.split('@') : [term]
  const begins = termWords(start)
  // A domain's words are complete. Its last one is left out: it distinguishes nobody and takes long to look up.
  const wholes = termWords(domain).slice(0, -1)
  const parts = [...new Set([...begins, ...wholes])]
  const forgiving = async (mistyped: readonly string[]) => {
    const corrections = await Promise.all(parts.map(async (part) => (mistyped.includes(part) ? wordsUsed(db, mistypingsOf(part)) : [])))
    const lexemes = (part: string) => [begins.includes(part) ? beginning(part) : exactly(part), ...(corrections[parts.indexOf(part)] ?? [])]
    return condition(parts, lexemes) ?? sql`false`
  }
  // Most domains are common ones and typed correctly, so forgive typos in the name first.
  if (wholes.length > 0) {
    const inName = await forgiving(begins.filter(mayBeMistyped))
    const { rows } = await db.execute(sql`${idsOf(inName, 1)}`)
    if (rows.length > 0) return inName
  }
  return forgiving(parts.filter(mayBeMistyped))
}

/**
 * Those of the lexemes that are words of some customer. The index knows no similarity, so every result of one typo
 * is looked up. One by one, because a single condition would compare each customer found with all of them.
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

// Words contain no quotes or backslashes: ASCII punctuation ends a word.
const beginning = (word: string) => `${exactly(word)}:*`
const exactly = (word: string) => `'${word}'`

const mayBeMistyped = (word: string) => word.length >= minTypoLength && word.length <= maxTypoLength

const alphabets = ['abcdefghijklmnopqrstuvwxyz0123456789', 'αβγδεζηθικλμνξοπρστυφχψω', 'абвгдежзийклмнопрстуфхцчшщъыьэюяії']

/** The whole words that are one typo away from `word`: a letter too many, too few, wrong or swapped. */
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

import { call } from '../../../api/client.ts'
import { apiHas } from '../../../api/features.ts'
import { shortUrl } from '../../../commands/engine/target-name.ts'
import { type AbuseRow, abuseStatuses, listAbuse } from '../../../contract/abuse.ts'
import { listWebrisk, type WebriskRow, webriskStatuses } from '../../../contract/webrisk.ts'
import { anyValue } from '../../list/list-search.ts'
import { type Finder, type Finding, inTurn } from './finder.ts'
import { bestMatch, type Match, matchIdentifier } from './match.ts'
import { hostOf, idIn, isEmailStart, isHostStart, isLink } from './shapes.ts'

const isAddress = (text: string) => isHostStart(text) || isLink(text)

/** The documents have no list of one row. */
const mayNameById = (text: string, words: RegExp, isTypeKnown: boolean) => {
  const named = idIn(text, words)
  return apiHas('fields') && named !== null && (named.isLabelled || isTypeKnown)
}

type ReviewQuery = { id: number } | { whole: string } | { searchTerm: string; perPage: number }

/** What is requested for a text, one after another: one row, or whole values, then the newest that contain it. */
function queriesFor(text: string, words: RegExp): ReviewQuery[] {
  const named = apiHas('fields') ? idIn(text, words) : null
  if (named) return [{ id: named.id }]
  return [...(apiHas('fields') ? [{ whole: text }] : []), { searchTerm: text, perPage: 50 }]
}

/** Its list with only this row, or those of the same address. */
function hrefOf(list: string, { id, url }: { id: number; url: string }): string {
  const search = new URLSearchParams(apiHas('fields') ? { id: String(id) } : { searchTerm: url })
  search.set('status', anyValue)
  return `${list}?${search.toString()}`
}

/** An address by its whole, by its host or by a part. */
const matchAddress = (url: string, text: string): Match | null =>
  bestMatch(matchIdentifier(url, text), isHostStart(text) ? matchIdentifier(hostOf(url) ?? '', text) : null)

const matchOf = (row: { id: number; url: string; email: string | null }, text: string, words: RegExp): Match | null =>
  idIn(text, words)?.id === row.id ? 'exact' : bestMatch(matchAddress(row.url, text), matchIdentifier(row.email ?? '', text))

const webriskWords = /^web[ -]?risk(?: (?:entry|row|address))?/i

/** Addresses judged by the web-risk check, by id, address or host. */
export const webriskFinder: Finder = {
  type: 'webrisk',
  heading: 'Web-risk entries',
  needs: 'security.manage',
  mayName: (text, isTypeKnown = false) => isAddress(text) || mayNameById(text, webriskWords, isTypeKnown),
  query: (text) => ({
    queryKey: ['webrisk', 'found', text],
    queryFn: async ({ signal }) => {
      const request = async (query: ReviewQuery) => {
        const { rows } = await call(listWebrisk, { query, signal })
        return rows.flatMap((row) => webriskFinding(row, text) ?? [])
      }
      return inTurn(queriesFor(text, webriskWords).map((query) => () => request(query)))
    },
  }),
}

function webriskFinding(row: WebriskRow, text: string): Finding | null {
  const match = matchOf(row, text, webriskWords)
  if (match === null) return null
  const detail = [`#${row.id}`, webriskStatuses[row.status], row.email].filter(Boolean).join(', ')
  return { target: { type: 'webrisk', record: row }, label: shortUrl(row.url), detail, href: hrefOf('/security/webrisk', row), match }
}

const abuseWords = /^(?:abuse[ -]?reports?|reports?|abuse)/i

/** Abuse reports, by id, address or who reported. */
export const abuseFinder: Finder = {
  type: 'abuse',
  heading: 'Abuse reports',
  needs: 'security.manage',
  mayName: (text, isTypeKnown = false) => isAddress(text) || isEmailStart(text) || mayNameById(text, abuseWords, isTypeKnown),
  query: (text) => ({
    queryKey: ['abuse', 'found', text],
    queryFn: async ({ signal }) => {
      const request = async (query: ReviewQuery) => {
        const { rows } = await call(listAbuse, { query, signal })
        return rows.flatMap((row) => abuseFinding(row, text) ?? [])
      }
      return inTurn(queriesFor(text, abuseWords).map((query) => () => request(query)))
    },
  }),
}

function abuseFinding(row: AbuseRow, text: string): Finding | null {
  const match = matchOf(row, text, abuseWords)
  if (match === null) return null
  const detail = `#${row.id}, ${abuseStatuses[row.status]}, reported by ${row.email}`
  return { target: { type: 'abuse', record: row }, label: shortUrl(row.url), detail, href: hrefOf('/security/abuse', row), match }
}

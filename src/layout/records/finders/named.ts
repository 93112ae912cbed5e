import { bareWord } from '../../../commands/text/word-kinds.ts'
import { isSameName, termWords } from '../../../contract/customer-match.ts'
import type { RecentRecord } from '../../commands/recent.ts'
import type { RecordRow } from './found-rows.ts'
import type { LookUps } from './look-ups.ts'

/** Words that a row doesn't use, unless they are the record's own: 'Ana Ruiz — Café Sol' names her company, and an order its customer. */
export function withUnused({ label, detail }: RecentRecord, unused: readonly string[]): { unused?: readonly string[] } {
  const own = [...termWords(label), ...termWords(detail)]
  // Another address of the same words is not theirs.
  const isOwn = (raw: string) =>
    raw.includes('@')
      ? ` ${label} ${detail} `.toLowerCase().includes(` ${bareWord(raw).toLowerCase()} `)
      : termWords(raw).length > 0 && termWords(raw).every((word) => own.includes(word))
  const others = unused.filter((raw) => !isOwn(raw))
  // 'Café Sol' is in 'ana@cafesol.es'.
  const left = own.includes(others.flatMap(termWords).join('')) ? [] : others
  return left.length > 0 ? { unused: left } : {}
}

/** Whether a text is the whole of a record's name. */
export const isNamed = ({ label, type }: RecentRecord, text: string) => {
  const [name = ''] = type === 'customer' ? label.split(' — ') : [label]
  return isSameName(name, text)
}

/** The only record that is found by its name, and has these words. Not what only begins one, 'second' of Secondina, nor a part of a company's. */
export function onlyWithWords(lookUps: readonly LookUps[], name: string): RecordRow | null {
  if (lookUps.some((each) => [...each.exact, ...each.prefix].some(({ state }) => state === 'searching' || state === 'failed'))) return null
  const [only, another] = lookUps.flatMap(({ exact, prefix }) => [...exact, ...prefix].flatMap(({ rows }) => rows))
  if (!only || another) return null
  const [person = '', company = ''] = only.record.label.split(' — ')
  const own = termWords(`${person} ${only.record.detail}`)
  if (company !== '' && !isSameName(company, name) && !termWords(name).some((word) => own.includes(word))) return null
  return termWords(name).every((word) => own.includes(word) || termWords(company).includes(word)) ? only : null
}

/** All look-ups of a type, the surest first. */
export const lookUpsOf = ({ exact, prefix, loose }: LookUps) => [...exact, ...prefix, ...loose]

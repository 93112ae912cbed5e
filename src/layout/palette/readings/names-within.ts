import type { CommandContext } from '../../../commands/engine/context.ts'
import { nameOf, othersThan, withIdentifier } from '../../../commands/text/names-among.ts'
import type { Token, Tokens } from '../../../commands/text/token.ts'
import { isUnclear, type VerbReading } from '../../../commands/text/verb-reading.ts'
import { isFiller } from '../../../commands/text/word-kinds.ts'
import { isSameName } from '../../../contract/customer-match.ts'
import { useCodesAmong, useCodesOf } from '../../records/finders/codes.ts'
import type { RecordRow } from '../../records/finders/found-rows.ts'
import { withUnused } from '../../records/finders/named.ts'
import { useNamedCustomers } from '../../records/finders/names.ts'
import type { Row } from '../rows.ts'
import { commandOf } from '../use-run-on.ts'
import { type Claim, type Reading, unusedBy } from './reading.ts'
import { rowOn } from './verb-rows.ts'
import { useLoadedFor } from './verbs.ts'

/**
 * The customers whose whole name stands in a text, and what the rest says to do as if their email stood there: 'ban ana ruiz for phishing'.
 * @param isWanted nothing else was found
 */
export function useNamesWithin(
  typed: Tokens,
  isWanted: boolean,
  read: (typed: Tokens) => readonly VerbReading[],
  context: CommandContext,
): Reading[] {
  const { tokens } = typed
  const { named, isSettled } = useNamedCustomers(tokens, isWanted)
  const rowOf = (row: RecordRow, run: readonly Token[], identifier: string) => {
    const reading = read(withIdentifier(typed, run, identifier)).find(
      ({ type, object, isWhole, unused }) => type === row.record.type && object?.isSure && isWhole && !unused.some(isOfTheirs),
    )
    return { run, reading, row: reading ? rowOn(row, reading, context) : { ...row, ...withUnused(row.record, othersThan(run, tokens)) } }
  }
  const ofCode = (run: readonly Token[], id: number) => read(withIdentifier(typed, run, `#${id}`)).filter(({ type }) => type === 'qr')
  const codes = useCodesAmong(tokens, isWanted, ofCode).map(({ row, run }) => rowOf(row, run, `#${row.record.id}`))
  const isOwned = codes.length === 1 && codes.every(({ row, reading }) => unusedBy(row) === 0 && reading && !isUnclear(reading))
  const rows = named.map(({ run, customer: { id, email }, row }) => ({ id, ...rowOf(row, run, email || `#${id}`) }))
  const [only, another] = rows
  useLoadedFor(only?.reading && commandOf(only.reading, 'customer'), only?.id ?? 0, context)
  // 'block listino of ana ruiz' is about her code of that name.
  const rest = { ...typed, tokens: tokens.filter((token) => !only?.run.includes(token) && !isFiller(token)) }
  const deed = only && read(rest).find(({ type, object, unused }) => type === 'qr' && object?.isSure === false && unused.length === 0)
  const name = deed?.object?.text ?? nameOf(rest.tokens)
  const ofName = useCodesOf(another ? undefined : only?.id, name)
  const ofOwner = ofName.map((row) => ({ row: deed ? rowOn(row, deed, context) : row }))
  const isOne = ofName.length === 1 && ofName.every(({ record }) => isSameName(record.label, name)) && !(deed && isUnclear(deed))
  // Another name may still be found.
  const isClear = isSettled && !another && only && unusedBy(only.row) === 0 && !(only.reading && isUnclear(only.reading))
  const reading = (heading: string, claim: Claim, own: readonly { row: Row }[]): Reading => {
    return { id: `records:${heading}`, heading, claim, rows: own.map(({ row }) => row), couldStill: null, isOpen: claim === 'guess' }
  }
  return [
    reading('Customers', isClear ? 'exact' : 'guess', rows),
    reading('QR codes', isOne ? 'exact' : 'guess', ofOwner),
    reading('QR codes', isOwned ? 'exact' : 'guess', codes),
  ]
}

/** 'delete ana ruiz's qr codes' deletes nobody. */
const isOfTheirs = (word: string) => /^(qrs?|codes?|folders?|domains?)$/i.test(word)

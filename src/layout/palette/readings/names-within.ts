import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { customerSearchQuery } from '../../../api/customer-search.ts'
import { foundRecordQuery } from '../../../api/find-record.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { codesAmong, hasWords, nameOf, namesAmong, withId } from '../../../commands/text/names-among.ts'
import type { Token, Tokens } from '../../../commands/text/token.ts'
import { isUnclear, type VerbReading } from '../../../commands/text/verb-reading.ts'
import { isFiller } from '../../../commands/text/word-kinds.ts'
import { isSameName } from '../../../contract/customer-match.ts'
import { qrRow, suggestedCustomerRow } from '../../records/finders/found-rows.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import { commandOf } from '../use-run-on.ts'
import { type Reading, unusedBy } from './reading.ts'
import { rowOn } from './verb-rows.ts'
import { useLoadedFor } from './verbs.ts'

const perRun = 3

/**
 * The customers whose whole name stands in a text that nothing else understands: 'ana ruiz wants to know more'. What the rest says to do
 * is read as if their id stood there: 'ban ana ruiz for phishing'.
 * @param isWanted nothing else was found
 */
export function useNamesWithin(
  typed: Tokens,
  isWanted: boolean,
  read: (typed: Tokens) => readonly VerbReading[],
  context: CommandContext,
): Reading[] {
  const { tokens } = typed
  const runs = useMemo(() => (isWanted ? namesAmong(tokens) : []), [tokens, isWanted])
  const found = useQueries({
    queries: runs.map((run) => ({ ...customerSearchQuery(nameOf(run), perRun), ...lookupOptions, retry: false })),
  })
  const codes = useMemo(() => (isWanted ? codesAmong(tokens) : []), [tokens, isWanted])
  const ofCodes = useQueries({
    queries: codes.map(({ raw: uri }) => ({ ...foundRecordQuery([{ kind: 'qr-uri', uri }]), ...lookupOptions })),
  })
  const othersThan = (own: readonly Token[]) => tokens.filter((token) => !own.includes(token) && !isFiller(token)).map(({ raw }) => raw)
  const qrRows = ofCodes.flatMap(({ data }, at) =>
    data?.type === 'qr' ? { ...qrRow(data.record, ''), unused: othersThan(codes.slice(at, at + 1)) } : [],
  )
  const rows = runs.flatMap((run, at) =>
    (found[at]?.data?.rows ?? [])
      .filter(({ fullName }, _, all) => isSameName(fullName, nameOf(run)) || (all.length === 1 && hasWords(fullName, run)))
      .map((row) => {
        const record = { ...suggestedCustomerRow(row, nameOf(run)), query: nameOf(run) }
        const reading = read(withId(typed, run, row.id)).find(
          ({ type, object, isWhole }) => type === 'customer' && object?.isSure && isWhole,
        )
        return { row: reading ? rowOn(record, reading, context) : { ...record, unused: othersThan(run) }, reading, id: row.id }
      }),
  )
  const [only, another] = rows
  useLoadedFor(only?.reading && commandOf(only.reading, 'customer'), only?.id ?? 0, context)
  const ofQrs: Reading[] =
    qrRows.length > 0 ? [{ id: 'records:qr', heading: 'QR codes', claim: 'guess', rows: qrRows, couldStill: null, isOpen: true }] : []
  if (!only) return ofQrs
  // Another name may still be found.
  const isSettled = found.every(({ isSuccess }) => isSuccess)
  const isClear = isSettled && !another && only.reading && unusedBy(only.row) === 0 && !isUnclear(only.reading)
  const claim = isClear ? 'exact' : 'guess'
  return [
    { id: 'records:within', heading: 'Customers', claim, rows: rows.map(({ row }) => row), couldStill: null, isOpen: !isClear },
    ...ofQrs,
  ]
}

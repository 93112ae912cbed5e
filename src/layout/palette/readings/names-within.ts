import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { customerSearchQuery } from '../../../api/customer-search.ts'
import { foundRecordQuery } from '../../../api/find-record.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { codesAmong, hasWords, nameOf, namesAmong, othersThan, withId } from '../../../commands/text/names-among.ts'
import type { Tokens } from '../../../commands/text/token.ts'
import { isUnclear, type VerbReading } from '../../../commands/text/verb-reading.ts'
import { isSameName } from '../../../contract/customer-match.ts'
import { qrRow, suggestedCustomerRow } from '../../records/finders/found-rows.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import type { Row } from '../rows.ts'
import { commandOf } from '../use-run-on.ts'
import { type Claim, type Reading, unusedBy } from './reading.ts'
import { withUnused } from './records.ts'
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
  const qrRows = ofCodes.flatMap(({ data }, at) =>
    data?.type === 'qr' ? { ...qrRow(data.record, ''), unused: othersThan(codes.slice(at, at + 1), tokens) } : [],
  )
  const rows = runs.flatMap((run, at) =>
    (found[at]?.data?.rows ?? [])
      .filter(({ fullName }, _, all) => isSameName(fullName, nameOf(run)) || (all.length === 1 && hasWords(fullName, run)))
      .map((row) => {
        const record = { ...suggestedCustomerRow(row, nameOf(run)), query: nameOf(run) }
        const reading = read(withId(typed, run, row.id)).find(
          ({ type, object, isWhole }) => type === 'customer' && object?.isSure && isWhole,
        )
        const named = { ...record, ...withUnused(record.record, othersThan(run, tokens)) }
        return { row: reading ? rowOn(record, reading, context) : named, reading, id: row.id }
      }),
  )
  const [only, another] = rows
  useLoadedFor(only?.reading && commandOf(only.reading, 'customer'), only?.id ?? 0, context)
  // Another name may still be found.
  const isSettled = found.every(({ isSuccess }) => isSuccess)
  const isClear = isSettled && !another && only && unusedBy(only.row) === 0 && !(only.reading && isUnclear(only.reading))
  const reading = (heading: string, claim: Claim, own: readonly Row[]): Reading[] =>
    own.length === 0 ? [] : [{ id: `records:${heading}`, heading, claim, rows: own, couldStill: null, isOpen: claim === 'guess' }]
  const ofCustomers = rows.map(({ row }) => row)
  return [...reading('Customers', isClear ? 'exact' : 'guess', ofCustomers), ...reading('QR codes', 'guess', qrRows)]
}

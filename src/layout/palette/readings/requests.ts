import { useMemo } from 'react'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { isFor, requestsOf } from '../../../commands/text/several-words.ts'
import type { Tokens } from '../../../commands/text/token.ts'
import type { VerbReading } from '../../../commands/text/verb-reading.ts'
import type { RecentRecord } from '../../commands/recent.ts'
import { recordRow } from '../../records/finders/found-rows.ts'
import { recordQueryOf, useRowsOfEach } from '../../records/finders/look-ups.ts'
import { recordOfPage } from '../../records/finders/use-meant.ts'
import { useFacts } from '../../records/record-facts.ts'
import type { Row } from '../rows.ts'
import { commandOf, loadOf } from '../use-run-on.ts'
import { type Reading, unusedBy } from './reading.ts'
import { type FoundRow, rowOn } from './verb-rows.ts'
import { useLoadedFor, type Verbs } from './verbs.ts'

/**
 * What a text asks for that no single command does, on the only customer it names: 'cancel ana ruiz and refund 5', or the sentences of a
 * mail. None is chosen.
 */
export function useRequests(typed: Tokens, readings: readonly Reading[], { read }: Verbs, context: CommandContext): Reading[] {
  const isWanted = readings.every(({ rows }) => rows.every((row) => unusedBy(row) > 0))
  const { isLetter, requests } = useMemo(() => (isWanted ? requestsOf(typed, read) : none), [typed, read, isWanted])
  // 'cancel 397 and refund 5': each half by itself tells the number from the amount.
  const rowsOfEach = useRowsOfEach(requests)
  const named = rowsOfEach.flatMap((each) => (each?.row.record.type === 'customer' ? each.row.record : []))
  const here = requests.every(({ object }) => object === null) ? recordOfPage(context) : []
  const customers = requests.some(namesCustomer) ? named : here.length > 0 ? here : readings.flatMap(({ rows }) => rows.flatMap(customerOn))
  const isOne =
    (requests.length > 0 || isLetter) &&
    customers.every(({ id }) => id === customers[0]?.id) &&
    requests.every((each) => isFor(each, customers[0]?.id))
  const [only = null] = isOne ? customers : []
  const rows = useRowsOn(only, requests, context)
  if (only && isLetter) return [{ ...requestsReading([recordRow(only, 'in the text'), ...rows]), id: letterId }]
  // 'ban 12, unban 5'
  const ofEach = requests.flatMap((each, at) => (rowsOfEach[at] ? rowOn(rowsOfEach[at].row, each, context) : []))
  const all = only ? rows : ofEach.length === requests.length ? ofEach : []
  return all.length === 0 ? [] : [requestsReading(all)]
}

const none = { isLetter: false, requests: [] }

export const requestsId = 'several:requests'
/** Of a mail in one line. */
export const letterId = 'several:letter'

/** What is asked for, on its customer as soon as their facts are known, and on what is theirs. */
export function useRowsOn(on: RecentRecord | null, requests: readonly VerbReading[], context: CommandContext): FoundRow[] {
  const facts = useFacts({ type: 'customer', id: on?.id ?? 0 }, on !== null)
  useLoadedFor(requests.flatMap((each) => (each.type === 'customer' ? commandOf(each, 'customer') : [])).find(loadOf), on?.id ?? 0, context)
  const rowsOfEach = useRowsOfEach(requests)
  if (!on || facts.state !== 'ready') return []
  return requests.flatMap((reading, at) => {
    if (reading.type === 'customer') return rowOn(recordRow(on, 'in the text', facts.facts), reading, context)
    const theirs = rowsOfEach[at]
    return theirs?.owner === on.id ? rowOn(theirs.row, reading, context) : []
  })
}

const namesCustomer = (each: VerbReading) => each.type === 'customer' && recordQueryOf(each).length > 0

export const requestsReading = (rows: readonly Row[]): Reading => ({
  id: requestsId,
  heading: 'The text speaks of',
  claim: 'inside',
  rows,
  couldStill: null,
  isOpen: true,
})

/** The customer of a row, by itself or with a command. */
const customerOn = (row: Row) => {
  const record = row.kind === 'record' ? row.record : row.kind === 'command' ? row.found?.record : undefined
  return record?.type === 'customer' ? [record] : []
}

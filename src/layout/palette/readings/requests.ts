import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { foundRecordQuery } from '../../../api/find-record.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { NamedObject } from '../../../commands/text/named-records.ts'
import { requestsOf } from '../../../commands/text/several-words.ts'
import type { Tokens } from '../../../commands/text/token.ts'
import type { VerbReading } from '../../../commands/text/verb-reading.ts'
import type { RecentRecord } from '../../commands/recent.ts'
import { foundCustomerRow, recordRow } from '../../records/finders/found-rows.ts'
import { lookupOptions, useFacts } from '../../records/record-facts.ts'
import type { Row } from '../rows.ts'
import { commandOf, loadOf } from '../use-run-on.ts'
import { isUnderstood, type Reading } from './reading.ts'
import { type FoundRow, rowOn } from './verb-rows.ts'
import { useLoadedFor, type Verbs } from './verbs.ts'

/**
 * What a text asks for that no single command does, on the only customer it names: 'cancel ana ruiz and refund 5', or the sentences of a
 * mail. None is chosen.
 */
export function useRequests(typed: Tokens, readings: readonly Reading[], { read }: Verbs, context: CommandContext): Reading[] {
  const isWanted = !isUnderstood(readings)
  const { isLetter, requests } = useMemo(() => (isWanted ? requestsOf(typed, read) : none), [typed, read, isWanted])
  // 'cancel 397 and refund 5': each half by itself tells the number from the amount.
  const keys = requests.flatMap(({ object }) => (object?.isSure ? customerIn(object) : []))
  const { data } = useQuery({ ...foundRecordQuery(keys.slice(0, 1)), ...lookupOptions, enabled: keys.length > 0 })
  const onKey = data?.type === 'customer' ? [foundCustomerRow(data.record, null, '').record] : []
  const named = keys.length > 0 ? onKey : readings.flatMap(({ rows }) => rows.flatMap(customerOn))
  const [only = null] =
    (requests.length > 0 || isLetter) && named.every(({ id }) => id === named[0]?.id) && requests.every(isFor(named[0])) ? named : []
  const rows = useRowsOn(only, requests, context)
  return only === null || (rows.length === 0 && !isLetter)
    ? []
    : [isLetter ? { ...requestsReading([recordRow(only, 'in the text'), ...rows]), id: letterId } : requestsReading(rows)]
}

const none = { isLetter: false, requests: [] }

const customerIn = ({ recognised }: NamedObject) =>
  recognised.shapes.flatMap((shape) => (shape.kind === 'email' || shape.kind === 'customer-id' ? shape : []))

/** The amount of another request is nobody's id: 'ban 395 and refund 5'. */
const isFor =
  (on: RecentRecord | undefined) =>
  ({ object }: VerbReading) =>
    !object?.isSure || !/^#?\d+$/.test(object.text) || object.text.replace('#', '') === String(on?.id)

export const requestsId = 'several:requests'
/** Of a mail in one line. */
export const letterId = 'several:letter'

/** What is asked for, on its customer as soon as their facts are known. */
export function useRowsOn(on: RecentRecord | null, requests: readonly VerbReading[], context: CommandContext): FoundRow[] {
  const facts = useFacts({ type: 'customer', id: on?.id ?? 0 }, on !== null)
  useLoadedFor(requests.map((reading) => commandOf(reading, 'customer')).find(loadOf), on?.id ?? 0, context)
  if (!on || facts.state !== 'ready') return []
  return requests.map((reading) => rowOn(recordRow(on, 'in the text', facts.facts), reading, context))
}

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

import { useMemo } from 'react'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { requestsIn } from '../../../commands/text/several-words.ts'
import type { Tokens } from '../../../commands/text/tokens.ts'
import { recentRow } from '../../records/finders/found-rows.ts'
import { useFacts } from '../../records/record-facts.ts'
import type { Row } from '../rows.ts'
import { commandOf, loadOf } from '../use-run-on.ts'
import { type Reading, unusedBy } from './reading.ts'
import { type FoundRow, rowOn } from './verb-rows.ts'
import { useLoadedFor, type Verbs } from './verbs.ts'

/** What a text asks for that no single command does, on the only customer it names: 'cancel ana ruiz and refund 5'. None is chosen. */
export function useRequests({ text }: Tokens, readings: readonly Reading[], { read }: Verbs, context: CommandContext): Reading[] {
  const rows = readings.flatMap((reading) => reading.rows)
  const isUnderstood = rows.some((row) => unusedBy(row) === 0)
  const requests = useMemo(() => (isUnderstood ? [] : requestsIn(text, false, read)), [text, read, isUnderstood])
  const named = rows.flatMap(customerOn)
  const [only = null] = requests.length > 1 && named.every(({ id }) => id === named[0]?.id) ? named : []
  const facts = useFacts({ type: 'customer', id: only?.id ?? 0 }, only !== null)
  useLoadedFor(requests.map((reading) => commandOf(reading, 'customer')).find(loadOf), only?.id ?? 0, context)
  if (!only || facts.state !== 'ready') return []
  const on = { ...recentRow(only), target: facts.facts }
  return [requestsReading(requests.map((reading) => rowOn(on, reading, context)))]
}

export const requestsReading = (rows: readonly FoundRow[]): Reading => ({
  id: 'several:requests',
  heading: 'The text speaks of',
  claim: 'guess',
  rows,
  couldStill: null,
  isOpen: true,
})

/** The customer of a row, by itself or with a command. */
const customerOn = (row: Row) => {
  const record = row.kind === 'record' ? row.record : row.kind === 'command' ? row.found?.record : undefined
  return record?.type === 'customer' ? [record] : []
}

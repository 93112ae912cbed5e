import { useMemo, useState } from 'react'
import type { Target } from '../../commands/command.ts'
import { useCurrentTarget } from '../../layout/commands/use-commands.ts'

/**
 * Makes the row of a panel that the focus is in the record that keys act on.
 * @param targetOf must keep its identity
 * @returns what a row calls with its id when it gets the focus, and with null when it loses it
 */
export function useFocusedRow<Row extends { id: number }>(rows: readonly Row[] | undefined, targetOf: (row: Row) => Target) {
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const focused = rows?.find(({ id }) => id === focusedId)
  useCurrentTarget(useMemo(() => (focused ? targetOf(focused) : null), [focused, targetOf]))
  return setFocusedId
}

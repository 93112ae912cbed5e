import { useMemo, useState } from 'react'
import type { Target } from '../../commands/command.ts'
import { useCurrentTarget } from '../../layout/commands/use-commands.ts'

/**
 * Makes a panel's focused row the record that keys act on.
 * @param targetOf must be stable
 * @returns callback for rows: their id on focus, null on blur
 */
export function useFocusedRow<Row extends { id: number }>(rows: readonly Row[] | undefined, targetOf: (row: Row) => Target) {
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const focused = rows?.find(({ id }) => id === focusedId)
  useCurrentTarget(useMemo(() => (focused ? targetOf(focused) : null), [focused, targetOf]))
  return setFocusedId
}

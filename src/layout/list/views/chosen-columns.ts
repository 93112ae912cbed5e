import type { ColumnChoice } from '../../../contract/preferences.ts'
import { hasLink, type ListColumn } from '../list-definition.ts'

type Column = Pick<ListColumn<never>, 'id' | 'phone' | 'width'>

/**
 * All columns in a person's order. Columns the choice doesn't know (new ones) go after their neighbour in the list; ids
 * of removed columns are ignored.
 */
export function orderedColumns<Each extends Column>(columns: readonly Each[], choice: ColumnChoice | undefined): Each[] {
  const known = new Map(columns.map((column) => [column.id, column]))
  const ordered = [...new Set(choice?.order)].map((id) => known.get(id)).filter((column) => column !== undefined)
  columns.forEach((column, index) => {
    if (ordered.includes(column)) return
    const before = columns[index - 1]
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column)
  })
  return ordered
}

/** The visible columns in order. The row's link always shows, and takes the remaining width if no column would. */
export function chosenColumns<Each extends Column>(columns: readonly Each[], choice: ColumnChoice | undefined): readonly Each[] {
  if (!choice) return columns
  const ordered = orderedColumns(columns, choice)
  const visible = ordered.filter((column) => hasLink(column) || !choice.hidden.includes(column.id))
  const shown = visible.length === 0 ? ordered.slice(0, 1) : visible
  if (shown.some(({ width }) => width === undefined)) return shown
  const widest = shown.find(hasLink) ?? shown[0]
  return shown.map((column) => (column === widest ? { ...column, width: undefined } : column))
}

export function moved(columns: readonly Column[], choice: ColumnChoice | undefined, id: string, by: 1 | -1): ColumnChoice {
  const order = orderedColumns(columns, choice).map((column) => column.id)
  const from = order.indexOf(id)
  const to = Math.min(order.length - 1, Math.max(0, from + by))
  order.splice(to, 0, ...order.splice(from, 1))
  return { order, hidden: choice?.hidden ?? [] }
}

export function toggled(choice: ColumnChoice | undefined, id: string): ColumnChoice {
  const { order, hidden } = choice ?? { order: [], hidden: [] }
  return { order, hidden: hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id] }
}

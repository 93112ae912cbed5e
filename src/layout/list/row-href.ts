import type { AnyRouter } from '@tanstack/react-router'
import { besideHref, type SidePanelType } from '../session/side-panel-address.ts'

interface Linked<Row> {
  href?: (row: Row) => string | null
  panel?: SidePanelType
  linksToPanel?: true
}

/** Where a row's link and Enter lead; null if they open its menu. */
export function rowHref<Row extends { id: number }>(
  router: AnyRouter,
  { href, panel, linksToPanel }: Linked<Row>,
  row: Row,
): string | null {
  const own = linksToPanel ? null : href?.(row)
  return own ?? (panel ? besideHref(router, panel, row.id) : null)
}

import { useRouter, useRouterState } from '@tanstack/react-router'
import { type CSSProperties, type MouseEvent, useLayoutEffect, useState } from 'react'
import { openRowMenu } from '../commands/menu-state.ts'
import { useKeyHint } from '../commands/use-commands.ts'
import { isPlainClick } from '../kit/plain-click.ts'
import { RowMenu } from '../menus/row-menu.tsx'
import { besideHref, follow } from '../session/side-panel-address.ts'
import { cellOf, hasLink, type ListColumn } from './list-definition.ts'
import styles from './list-table.module.css'
import actionStyles from './row-actions.module.css'
import { RowCheckbox } from './row-checkbox.tsx'
import { RowButton, RowLink, rowHref } from './row-link.tsx'
import table from './table.module.css'
import { TableHead } from './table-head.tsx'
import type { ListState } from './use-list-view.ts'
import wide from './wide-table.module.css'

const checkboxWidth = 36
const actionsWidth = '72px'

/** Pixels that a column without a width of its own needs to be read; more if it is what people judge. */
const minFlexibleWidth = 120
const minTextWidth = 220

/** Pixels that a table has in the smallest window that isn't a phone's, and in one of 1,280. */
const smallRoom = 620
const laptopRoom = 990

/** The pixels below which a table's columns cannot be read, up to each of them. */
function minTableWidths<Row extends { id: number }>({ list: { action }, columns, selection }: ListState<Row>): number[] {
  let sum = (selection ? checkboxWidth : 0) + pixelsOf(action?.width ?? actionsWidth)
  return columns.map(({ width, wraps, phone }) => {
    sum += width === undefined ? (wraps || phone === 'title' ? minTextWidth : minFlexibleWidth) : pixelsOf(width)
    return sum
  })
}

/** The first number: of '96px' and of a growing width. */
const pixelsOf = (width: string) => Number(/\d+/.exec(width)?.[0])

/** Pixels, with its distance from the table. */
const sidePanelWidth = 448 + 12

/** The pixels that the side panel over the page leaves of the table; null without one. */
function useRoomBesidePanel({ tableRef, isPhone }: Pick<ListState<{ id: number }>, 'tableRef' | 'isPhone'>): number | null {
  const isPanelOpen = useRouterState({ select: ({ location }) => 'panel' in location.search })
  const [room, setRoom] = useState<number | null>(null)
  const isMeasured = isPanelOpen && !isPhone
  useLayoutEffect(() => {
    if (!isMeasured) return
    const measure = () => setRoom(innerWidth - sidePanelWidth - (tableRef.current?.getBoundingClientRect().left ?? 0))
    measure()
    addEventListener('resize', measure)
    return () => {
      removeEventListener('resize', measure)
      setRoom(null)
    }
  }, [isMeasured, tableRef])
  return room
}

/** A list's table. Explicit roles, because browsers drop table semantics when phones lay rows out in two lines. */
export function ListTable<Row extends { id: number }>({ view: whole }: { view: ListState<Row> }) {
  const room = useRoomBesidePanel(whole)
  const widths = minTableWidths(whole)
  // Of the only column that shares the rest, more can be read.
  const isOnlyOne = whole.columns.filter(({ width }) => width === undefined).length === 1
  const spare = isOnlyOne ? minTextWidth - minFlexibleWidth : 0
  const fits = (place: number) => room === null || (widths[place] ?? 0) + spare <= room
  const view = { ...whole, columns: whole.columns.filter((column, place) => fits(place) || hasLink(column)) }
  const { list, columns, rows, skeletonRows, isStale, selection, focused, tableRef } = view
  const minWidth = room === null ? (widths.at(-1) ?? 0) : 0
  const keys = useKeyHint('list.open-in-new-tab')
  const newTab = `in a new tab${keys ? ` (${keys})` : ''}`
  return (
    <div
      className={`${styles.frame} ${wide.frame}`}
      data-stale={isStale || undefined}
      data-wide={minWidth > laptopRoom ? 'very' : minWidth > smallRoom || undefined}
      style={{ '--min-width': `${minWidth}px`, maxWidth: room ?? undefined } as CSSProperties}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only tracks where the focus is */}
      <table
        ref={tableRef}
        role="table"
        aria-label={list.title}
        aria-busy={isStale || skeletonRows > 0}
        className={styles.table}
        onFocus={focused.onFocus}
        onBlur={focused.onBlur}
      >
        <colgroup>
          {selection ? <col style={{ width: checkboxWidth }} /> : null}
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
          <col style={{ width: list.action?.width ?? actionsWidth }} />
        </colgroup>
        <TableHead view={view} />
        <tbody translate="no" role="rowgroup" className={skeletonRows > 0 ? 'breathing' : undefined}>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the next page reuses the rows and keeps the focus
            <BodyRow key={index} view={view} row={row} index={index} newTab={newTab} />
          ))}
          {Array.from({ length: skeletonRows }, (_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the places are all alike and never change
            <SkeletonRow key={index} columns={columns} index={index} hasCheckbox={selection != null} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface BodyRowProps<Row extends { id: number }> {
  view: ListState<Row>
  row: Row
  index: number
  /** 'in a new tab', with its key. */
  newTab: string
}

function BodyRow<Row extends { id: number }>({ view, row, index, newTab }: BodyRowProps<Row>) {
  const { columns, focused, selection, held } = view
  const list = view.isPhone && view.list.panel ? { ...view.list, linksToPanel: true, linkLabel: undefined } : view.list
  const router = useRouter()
  const href = list.href?.(row) ?? undefined
  const link = rowHref(router, list, row)
  const target = list.target(row)
  const linked = columns.findIndex(hasLink)

  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const at = event.target as Element
    // Events of the row's dialogs bubble up here too.
    const isControl = at.closest('a, button, input, label, [role=menu]') !== null || !event.currentTarget.contains(at)
    // Selecting text to copy also ends with a click.
    const isSelecting = (window.getSelection()?.toString() ?? '') !== ''
    if (isControl || isSelecting) return
    focused.note(index)
    const pressed = list.panel ? besideHref(router, list.panel, row.id) : link
    if (pressed === null) {
      if (target && event.button === 0) openRowMenu(selection?.target ?? target, event.currentTarget, target)
      return
    }
    const isPlain = isPlainClick(event)
    if (isPlain && !list.opensNewTab) follow(router, pressed)
    else if (isPlain || event.ctrlKey || event.metaKey || event.button === 1) window.open(pressed, '_blank', 'noopener')
  }

  const actions = (
    <>
      {href === undefined ? null : (
        <a
          className={actionStyles.action}
          href={href}
          target="_blank"
          rel="noopener"
          aria-label={`Open ${list.opens(row)} in a new tab`}
          title={`${list.action ? `${list.action.text(row)}: open` : 'Open'} ${newTab}`}
        >
          {list.action ? (
            <bdi translate="no" className="clip">
              {list.action.text(row)}
            </bdi>
          ) : null}
        </a>
      )}
      {target ? <RowMenu target={target} selected={selection?.target ?? null} /> : null}
    </>
  )

  return (
    // Keyboards and screen readers use the row's link; the row only enlarges the mouse target.
    <tr
      role="row"
      className={styles.row}
      data-focused={index === focused.index || undefined}
      data-selected={selection?.has(row.id) || undefined}
      data-left={held?.left.has(row.id) || undefined}
      onClick={open}
      onAuxClick={open}
      onFocus={() => focused.note(index)}
    >
      {selection ? (
        <td role="cell" className={styles.cell} data-phone="checkbox">
          <RowCheckbox id={row.id} label={list.nameOf?.(row) ?? list.opens(row)} selection={selection} />
        </td>
      ) : null}
      {columns.map((column, at) => (
        <td
          key={column.id}
          role="cell"
          className={styles.cell}
          data-align={column.align}
          data-phone={column.phone}
          data-wraps={column.wraps}
          data-exact={column.exact?.(row)}
          title={column.text?.(row)}
        >
          {at === linked && link === null && target ? (
            <RowButton target={selection?.target ?? target} label={list.linkLabel?.(row)}>
              {cellOf(column, row)}
            </RowButton>
          ) : at === linked && link !== null ? (
            <RowLink href={link} label={list.linkLabel?.(row)} opensNewTab={list.opensNewTab}>
              {cellOf(column, row)}
            </RowLink>
          ) : (
            cellOf(column, row)
          )}
        </td>
      ))}
      <td role="cell" className={styles.cell} data-phone="actions">
        {list.action ? <div className="row can-shrink spread">{actions}</div> : actions}
      </td>
    </tr>
  )
}

function SkeletonRow<Row>({ columns, index, hasCheckbox }: { columns: readonly ListColumn<Row>[]; index: number; hasCheckbox: boolean }) {
  return (
    <tr role="row" className={styles.row} aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden from all who read */}
      {hasCheckbox ? <td role="cell" className={styles.cell} data-phone="checkbox" /> : null}
      {columns.map((column, at) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden from all who read
        <td key={column.id} role="cell" className={styles.cell} data-align={column.align} data-phone={column.phone}>
          <span className={table.skeleton} style={{ width: `${45 + ((index * 17 + at * 29) % 40)}%` }} />
        </td>
      ))}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden from all who read */}
      <td role="cell" className={styles.cell} data-phone="actions" />
    </tr>
  )
}

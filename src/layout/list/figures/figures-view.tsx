import type { ReactNode } from 'react'
import { ScrollBox } from '../../kit/scroll-box.tsx'
import { ListResults } from '../list-results.tsx'
import { RowLink } from '../row-link.tsx'
import table from '../table.module.css'
import { ariaSort, SortButton } from '../table-head.tsx'
import { rowLinkAttribute } from '../use-focused-row.ts'
import type { ListState } from '../use-list-view.ts'
import { Definition } from './definition.tsx'
import styles from './figures.module.css'

interface Heading {
  id: string
  header: string
  /** What the figure is, in a sentence. */
  hint?: string
}

/** A column of figures, sorted by its id. */
export interface FigureColumn<Row> extends Heading {
  cell: (row: Row) => string
}

interface FiguresViewProps<Row extends { id: number }, Totals> {
  view: ListState<Row>
  /** The sticky first column; its name is the row's link if the row has one. */
  head: Heading & { name: (row: Row) => string }
  columns: readonly (FigureColumn<Row> & { total?: (totals: Totals) => ReactNode })[]
  /** The totals of all pages; no totals row without them. */
  totals?: Totals | undefined
}

/** '0', '0,00 €', '0,00 %': paler, so that the rest stands out. */
const isNothing = (figure: string) => !/[1-9]/.test(figure)

/** A list of figures without a page: table, paging, loading, error and empty states, with the usual list keys. */
export function FiguresView<Row extends { id: number }, Totals = never>(props: FiguresViewProps<Row, Totals>) {
  return <ListResults view={props.view} table={<FiguresTable {...props} />} />
}

/**
 * A wide table that scrolls in its own box, with sticky header, first column
 * and totals. It stays a table on phones, so figures can be compared.
 */
function FiguresTable<Row extends { id: number }, Totals>({ view, head, columns, totals }: FiguresViewProps<Row, Totals>) {
  const { list, rows, skeletonRows, isStale, sort, sortBy, focused, tableRef } = view
  // The figures decide how wide the columns are, so the headers come with them, in a table of their own.
  const isLoading = rows.length === 0 && skeletonRows > 0
  return (
    <div className={table.frame} data-stale={isStale || undefined}>
      <ScrollBox className={styles.scroll} aria-label={`${list.title}, scrolls`}>
        <table
          key={String(isLoading)}
          ref={tableRef}
          aria-label={list.title}
          aria-busy={isStale || skeletonRows > 0}
          className={`${table.table} ${styles.table}`}
        >
          <thead>
            <tr>
              {[head, ...columns].map((column: Heading, at) => {
                const sorted = !isLoading && sort.field === column.id ? sort.direction : undefined
                const button = (
                  <SortButton sorted={sorted} arrow="desc" onClick={() => sortBy(column.id)}>
                    {column.header}
                  </SortButton>
                )
                return (
                  <th
                    key={column.id}
                    scope="col"
                    aria-sort={sorted && ariaSort[sorted]}
                    className={table.header}
                    data-align={at === 0 ? undefined : 'end'}
                  >
                    {isLoading ? (
                      <span className="visually-hidden">{column.header}</span>
                    ) : column.hint === undefined ? (
                      button
                    ) : (
                      <Definition text={column.hint}>{button}</Definition>
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody className={isLoading ? 'breathing' : undefined}>
            {rows.map((row, index) => (
              <tr
                key={row.id}
                data-focused={index === focused.index || undefined}
                onFocus={(event) => {
                  focused.onFocus(event)
                  focused.note(index)
                }}
                onBlur={focused.onBlur}
              >
                <th scope="row">
                  <RowName name={head.name(row)} opens={list.opens(row)} href={list.href?.(row) ?? null} />
                </th>
                {columns.map(({ id, cell }) => {
                  const figure = cell(row)
                  return (
                    <td key={id} className={isNothing(figure) ? 'muted' : undefined}>
                      {figure}
                    </td>
                  )
                })}
              </tr>
            ))}
            {[...Array(skeletonRows).keys()].map((index) => (
              <tr key={index} aria-hidden="true">
                {[head, ...columns].map((column, at) => (
                  <td key={column.id}>
                    <span className={table.skeleton} style={{ width: `${35 + ((index * 17 + at * 29) % 40)}%` }}>
                      {'\u00a0'}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {totals === undefined || rows.length === 0 ? null : (
            <tfoot>
              <tr>
                <th scope="row">Totals</th>
                {columns.map((column) => (
                  <td key={column.id}>{column.total?.(totals)}</td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </ScrollBox>
    </div>
  )
}

function RowName({ name, opens, href }: { name: string; opens: string; href: string | null }) {
  if (href === null)
    return (
      <span tabIndex={-1} {...{ [rowLinkAttribute]: '' }}>
        {name}
      </span>
    )
  return (
    <RowLink href={href} label={`${name}: open ${opens}`}>
      {name}
    </RowLink>
  )
}

import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { customerParts } from '../../commands/customers/parts.ts'
import type { Pagination } from '../../contract/list.ts'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'

type Paged<Row> = { rows: readonly Row[]; pagination?: Pagination }
type Answer<Row> = Paged<Row> | readonly Row[]

interface QueryRowsProps<Row extends { id: number }, Reply, Key extends QueryKey>
  extends Omit<ComponentProps<typeof PanelRows<Row>>, 'result' | 'onPage'> {
  query: (page: number) => UseQueryOptions<Reply, Error, Reply, Key>
}

/** A panel's rows as a query answers them: all at once, or page by page. */
export function QueryRows<Row extends { id: number }, Reply extends Answer<Row>, Key extends QueryKey>({
  query,
  ...rest
}: QueryRowsProps<Row, Reply, Key>) {
  const [page, setPage] = useState(1)
  const result = useQuery({ ...query(page), select: rowsOf<Row> })
  return <PanelRows {...rest} result={result} onPage={setPage} />
}

const rowsOf = <Row,>(answer: Answer<Row>): Paged<Row> => ('rows' in answer ? answer : { rows: answer })

interface QueryPanelProps<Row extends { id: number }, Reply, Key extends QueryKey> extends QueryRowsProps<Row, Reply, Key> {
  /** Titles it. */
  part: keyof typeof customerParts
  aside?: ReactNode
}

/** One of a customer's lists, of which nothing else is shown. */
export function QueryPanel<Row extends { id: number }, Reply extends Answer<Row>, Key extends QueryKey>({
  part,
  aside,
  ...rows
}: QueryPanelProps<Row, Reply, Key>) {
  return (
    <Panel title={customerParts[part].title} aside={aside}>
      {() => <QueryRows {...rows} />}
    </Panel>
  )
}

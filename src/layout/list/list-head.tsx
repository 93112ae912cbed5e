import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListRequest } from '../../contract/list.ts'
import { totalText } from './count-text.ts'
import type { ListReply } from './list-definition.ts'
import { ListExportButton } from './list-export-button.tsx'
import styles from './list-page.module.css'
import type { useListView } from './use-list-view.ts'
import { ViewsControl } from './views-control.tsx'

interface ListHeadProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> {
  /** The list's path. */
  path: string
  view: ReturnType<typeof useListView<Query, Reply, Key>>
  /** Buttons for the whole list. */
  children?: ReactNode
}

/** Beside a list's heading: the total and actions on the whole list. Their space is reserved while loading. */
export function ListHead<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>({
  path,
  view,
  children,
}: ListHeadProps<Query, Reply, Key>) {
  return (
    <div className={styles.head}>
      <span className={styles.count}>{view.pagination ? `${totalText(view.pagination)} found` : null}</span>
      <ListExportButton isOffered={view.list.exportAs !== undefined} />
      <ViewsControl path={path} view={view} />
      {children}
    </div>
  )
}

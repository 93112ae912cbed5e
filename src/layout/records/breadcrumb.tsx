import { ChevronRightIcon } from '@primer/octicons-react'
import { lastListHref } from '../list/last-list.ts'
import { WalkNav } from '../list/walk/walk-nav.tsx'
import { useWalkPlace } from '../list/walk/walk-place.ts'
import { RecordLink } from './record-link.tsx'

interface BreadcrumbProps {
  /** The record's own list and its name, used if it wasn't opened from another list. */
  list: string
  name: string
  /** What the record is called in it. */
  children: string
}

/** The head of a record's page: back to the list it was opened from, as it was left, and steps through it. */
export function Breadcrumb({ list, name, children }: BreadcrumbProps) {
  const place = useWalkPlace()
  return (
    <div className="row gap-16 fine below-8 small-high">
      <nav aria-label="Breadcrumb" className="row gap-4 can-shrink muted">
        <RecordLink href={place?.listHref ?? lastListHref(list)} className="reach rigid muted">
          {place?.listHref ? place.walk.title : name}
        </RecordLink>
        <ChevronRightIcon size={12} />
        <bdi translate="no" aria-current="page" className="truncate" title={children}>
          {children}
        </bdi>
      </nav>
      <WalkNav place={place} />
    </div>
  )
}

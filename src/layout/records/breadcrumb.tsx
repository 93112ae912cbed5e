import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { lastListHref } from '../list/last-list.ts'
import { useWalkPlace } from '../list/walk/use-walk.ts'
import { WalkNav } from '../list/walk/walk-nav.tsx'
import styles from './breadcrumb.module.css'
import { RecordLink } from './record-link.tsx'

interface BackToProps {
  /** The record's own list and its name, used if it wasn't opened from another list. */
  list: string
  name: string
}

/** The head of a record's page: back to the list it was opened from, as it was left, and steps through it. */
export const BackTo = (list: BackToProps) => <Head {...list} className={styles.back} icon={<ChevronLeftIcon />} />

/** The same with the record's name at the end. */
export const Breadcrumb = ({ children, ...list }: BackToProps & { children: string }) => (
  <Head {...list} className={`${styles.link} rigid muted`}>
    <ChevronRightIcon size={12} />
    <bdi translate="no" aria-current="page" className="truncate" title={children}>
      {children}
    </bdi>
  </Head>
)

interface HeadProps extends BackToProps {
  className: string | undefined
  icon?: ReactNode
  children?: ReactNode
}

function Head({ list, name, className, icon, children }: HeadProps) {
  const place = useWalkPlace()
  return (
    <div className={styles.head}>
      <nav aria-label="Breadcrumb" className="row gap-4 can-shrink muted">
        <RecordLink href={place?.listHref ?? lastListHref(list)} className={className}>
          {icon}
          <span>{place?.listHref ? place.walk.title : name}</span>
        </RecordLink>
        {children}
      </nav>
      <WalkNav place={place} />
    </div>
  )
}

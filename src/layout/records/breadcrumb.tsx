import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import styles from './breadcrumb.module.css'
import { RecordLink } from './record-link.tsx'
import { lastListHref } from '../list/last-list.ts'
import { useWalkPlace } from '../list/walk/use-walk.ts'
import { WalkNav } from '../list/walk/walk-nav.tsx'

interface BackToProps {
  /** The path of the list that the record belongs to, and what it is called: where one came from no other list. */
  list: string
  name: string
}

/** The head of a record's page: the way back to the list it was opened from, as one left it, and along that list. */
export function BackTo({ list, name }: BackToProps) {
  const place = useWalkPlace()
  return (
    <div className={styles.head}>
      <nav aria-label="Breadcrumb" className={styles.breadcrumb}>
        <RecordLink href={place?.listHref ?? lastListHref(list)} className={styles.back}>
          <ChevronLeftIcon />
          {place?.listHref ? place.walk.title : name}
        </RecordLink>
      </nav>
      <WalkNav place={place} />
    </div>
  )
}

/** The same with what of the list is on screen. */
export function Breadcrumb({ list, name, children }: BackToProps & { children: string }) {
  const place = useWalkPlace()
  return (
    <div className={styles.head}>
      <nav aria-label="Breadcrumb" className={styles.breadcrumb}>
        <RecordLink href={place?.listHref ?? lastListHref(list)} className={styles.link}>
          {place?.listHref ? place.walk.title : name}
        </RecordLink>
        <ChevronRightIcon size={12} className={styles.separator} />
        <bdi aria-current="page" className={styles.current} title={children}>
          {children}
        </bdi>
      </nav>
      <WalkNav place={place} />
    </div>
  )
}

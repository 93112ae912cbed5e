import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'
import { formatDateTime } from '../../contract/dates.ts'
import { entryWords } from './timeline-words.ts'
import type { Line } from './timeline-lines.ts'
import styles from './timeline.module.css'
import { TimelineEntry } from './timeline-entry.tsx'

interface TimelineListProps {
  lines: readonly Line[]
  /** Whether the oldest entry is loaded. */
  isComplete: boolean
  /** Called when scrolling nears the end. */
  onNearEnd: () => void
}

const dayHeight = 32
const entryHeight = 44
const overscan = 8

/** Scroll areas must be reachable by keyboard. */
const scrollable = { tabIndex: 0 }

/** A virtualised feed; each entry has its position for screen readers. Heights are estimated, then measured. */
export function TimelineList({ lines, isComplete, onNearEnd }: TimelineListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.day == null ? entryHeight : entryHeight + dayHeight),
    getItemKey: (index) => lines[index]?.entry.id ?? index,
    overscan,
  })
  const items = virtualizer.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  const isNearEnd = lastShown >= lines.length - overscan * 2
  const nearEnd = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (isNearEnd) nearEnd()
  }, [isNearEnd, lines.length])

  return (
    <div ref={scroller} className={styles.scroller} role="region" aria-label="Entries of the time line" {...scrollable}>
      <div role="feed" aria-label="Timeline" aria-busy="false" className={styles.feed} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const line = lines[index]
          if (!line) return null
          return (
            <article
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={styles.line}
              style={{ transform: `translateY(${start}px)` }}
              aria-posinset={index + 1}
              aria-setsize={isComplete ? lines.length : -1}
              aria-label={`${entryWords(line.entry).title}, ${formatDateTime(line.entry.at)}`}
            >
              {line.day === null ? null : <h3 className={styles.day}>{line.day}</h3>}
              <TimelineEntry entry={line.entry} />
            </article>
          )
        })}
      </div>
    </div>
  )
}

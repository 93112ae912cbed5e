import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { type SelectionType, selectionNoun } from '../../../commands/engine/record-types.ts'
import { formatCount } from '../../../contract/count.ts'
import { ScrollBox } from '../../kit/scroll-box.tsx'
import styles from './bulk.module.css'
import type { RowState } from './bulk-rows.ts'
import type { Bulk } from './use-bulk.ts'

const stateWords: Record<RowState, string> = {
  unseen: 'not checked',
  possible: 'possible',
  refused: 'not possible',
  done: 'done',
  failed: 'failed',
  undone: 'undone',
}
const states = ['failed', 'refused', 'unseen', 'possible', 'done', 'undone'] as const

const sentence = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1)

/** Every record of a bulk change with its preview or outcome; virtualised. */
export function BulkList({ bulk: { rows, counts }, of }: { bulk: Bulk; of: SelectionType }) {
  const [filter, setFilter] = useState<RowState | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  // An empty state has no filter button, so show all.
  const state = filter !== null && counts[filter] > 0 ? filter : null
  const shown = state === null ? rows : rows.filter((row) => row.state === state)
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: 8,
  })
  return (
    <>
      <div role="group" aria-label="Show" className="flex wrap gap-4">
        {[null, ...states.filter((each) => counts[each] > 0)].map((each) => (
          <button key={each ?? 'all'} type="button" className="pill" aria-pressed={state === each} onClick={() => setFilter(each)}>
            <span>{sentence(each === null ? 'all' : stateWords[each])}</span>{' '}
            <span className="tabular">{formatCount(each === null ? rows.length : counts[each])}</span>
          </button>
        ))}
      </div>
      <ScrollBox ref={scroller} className={styles.scroller} role="region" aria-label={`${sentence(selectionNoun(of, 2))}, one by one`}>
        <ul className="plain-list relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = shown[index]
            if (!row) return null
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={shown.length}
              >
                <span className={styles.label} title={`${row.name} ${row.uri}`.trim()}>
                  <bdi translate="no">{row.name || `${sentence(selectionNoun(of, 1))} ${row.id}`}</bdi>{' '}
                  {row.uri !== '' && <span className="muted">{row.uri} </span>}
                  <span className="muted rigid">{row.uri === '' ? `#${row.id}` : `· #${row.id}`}</span>
                </span>
                <span className={styles.state} data-state={row.state}>
                  {`${stateWords[row.state]}${row.why === null ? '' : `: ${row.why}`}`}
                </span>
              </li>
            )
          })}
        </ul>
      </ScrollBox>
    </>
  )
}

import { customerParts } from '../../commands/customers/parts.ts'
import { LazyComponent, useLazy } from '../../layout/kit/lazy-component.ts'
import { sayNotLoaded } from '../../layout/kit/notice.ts'
import { Panel } from '../../layout/list/panel/panel.tsx'
import styles from './timeline-panel.module.css'

/** Loaded after the page, as it needs much code: it keeps its place. */
const lazyTimeline = new LazyComponent<{ customerId: number }>(() => import('./timeline.tsx').then((module) => module.Timeline))

/** A customer's timeline, loaded when scrolled to. */
export function TimelinePanel({ customerId }: { customerId: number }) {
  return (
    <div className={styles.place} data-reads="timeline">
      <Panel title={customerParts.timeline.title}>{() => <LoadedTimeline customerId={customerId} />}</Panel>
    </div>
  )
}

function LoadedTimeline({ customerId }: { customerId: number }) {
  const Timeline = useLazy(lazyTimeline, true, sayNotLoaded)
  return Timeline ? <Timeline customerId={customerId} /> : <div aria-busy="true" />
}

import { SyncIcon } from '@primer/octicons-react'
import { Banner } from '@primer/react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { ErrorBoundary, faultTitle, reload } from '../../kit/error-boundary.tsx'
import { describeError } from '../../kit/error-panel.tsx'
import { loadError } from '../use-failure-toast.ts'
import styles from './panel.module.css'

/** Distance from the window that counts as in view, to load before scrolling there. */
const ahead = '240px'

/** Whether an element has ever been in view. */
function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (isSeen || !watched) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
      },
      { rootMargin: ahead },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, isSeen])
  return isSeen
}

interface PanelProps {
  title: string
  /** Beside the title: counts, filters, links. */
  aside?: ReactNode
  /** Takes a full row of its grid. */
  isWide?: boolean
  /** What it shows is there already, so that nothing moves when it comes. */
  isReady?: boolean
  /** Rendered once the panel has come into view; nothing is fetched before. */
  children: () => ReactNode
}

/** A part of a page that loads when it comes into view and fails on its own. */
export function Panel({ title, aside, isWide = false, isReady = false, children }: PanelProps) {
  const ref = useRef<HTMLElement>(null)
  const isSeen = useSeen(ref) || isReady
  const headingId = useId()
  return (
    <section ref={ref} aria-labelledby={headingId} className={styles.panel} data-wide={isWide || undefined}>
      <div className="row wrap spread gap-8 high-28">
        <h2 id={headingId} className="card-title">
          {title}
        </h2>
        {aside}
      </div>
      {isSeen ? <PanelBoundary>{children()}</PanelBoundary> : <PanelSkeleton />}
    </section>
  )
}

/** Confines a fault to its part of a page. */
export function PanelBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={faulty}>{children}</ErrorBoundary>
}

const faulty = (error: unknown, retry: () => void) => <PanelError error={error} onRetry={retry} title={faultTitle} />

/** A loading placeholder, by default as tall as an empty panel. */
export function PanelSkeleton({ lines = 2 }: { lines?: number }) {
  return (
    <div className={styles.skeletons} aria-hidden="true">
      {[...Array(lines).keys()].map((line) => (
        <span key={line} className="skeleton" style={{ width: `${55 + ((line * 29) % 40)}%` }} />
      ))}
    </div>
  )
}

/** A panel's load error; the rest of the page isn't affected. */
export function PanelError({ error, onRetry, title = loadError }: { error: unknown; onRetry: () => void; title?: string }) {
  const isFault = title === faultTitle
  const { status, text, advice } = describeError(error, isFault)
  return (
    <Banner variant="critical" role="alert">
      <Banner.Title as="h3">
        <span>{title}</span>
        <span>{` (${[status, text].filter((part) => part !== null).join(' ')})`}</span>
      </Banner.Title>
      {advice ? <Banner.Description className="breaks">{advice}</Banner.Description> : null}
      <div className="flex wrap gap-8">
        <Button size="small" leadingVisual={SyncIcon} onClick={onRetry}>
          Retry
        </Button>
        {isFault && status === null ? (
          <Button size="small" onClick={reload}>
            Reload
          </Button>
        ) : null}
      </div>
    </Banner>
  )
}

export function PanelEmpty({ children }: { children: ReactNode }) {
  return <p className={styles.empty}>{children}</p>
}

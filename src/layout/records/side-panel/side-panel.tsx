import { ArrowLeftIcon, XIcon } from '@primer/octicons-react'
import { Blankslate } from '@primer/react/experimental'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import type { ListHandle } from '../../../commands/engine/context.ts'
import type { Target } from '../../../commands/engine/targets.ts'
import { openPageMenu } from '../../commands/menu-state.ts'
import { listsOnScreen, targetsOnScreen } from '../../commands/on-screen.ts'
import { useComing } from '../../commands/use-commands.ts'
import { keyPlaceOf } from '../../keyboard/key-place.ts'
import { pendingKeys } from '../../keyboard/pending-keys.ts'
import { ErrorPanel } from '../../kit/error-panel.tsx'
import { IconButton } from '../../kit/icon-button.tsx'
import { useIsPhone } from '../../kit/is-phone.ts'
import { useListener } from '../../kit/use-listener.ts'
import { useRested } from '../../kit/use-rested.ts'
import { PanelSkeleton } from '../../list/panel/panel.tsx'
import { loadError } from '../../list/use-failure-toast.ts'
import { PageMenu } from '../../menus/page-menu.tsx'
import { PresenceBar } from '../presence.tsx'
import { useFacts } from '../record-facts.ts'
import { ViewedBy } from '../viewed-by.tsx'
import { InvoiceSide, invoiceHead } from './invoice-side.tsx'
import type { Head, SideProps } from './parts.tsx'
import { PaymentSide, paymentHead } from './payment-side.tsx'
import { QrSide, qrHead } from './qr-side.tsx'
import { isPanelled, type Shown } from './shown.ts'
import styles from './side-panel.module.css'
import { Steps, useSteps } from './steps.tsx'
import { useOverPage } from './use-over-page.ts'

/** Ahead of whatever else is on screen: the panel lies over it. */
const topmost = Number.MAX_SAFE_INTEGER

/** Milliseconds until anything is fetched for a row that is known, so that walking past it costs no calls. */
const rest = 120

interface SidePanelProps {
  shown: Shown
  /** Takes it off the address. */
  close: () => void
}

/** A QR, a payment or an invoice over the page it was opened from, which stays usable: no dialog, except on phones. */
export function SidePanel({ shown, close }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null)
  const isPhone = useIsPhone()
  const list = useListBeneath()
  const step = useSteps(shown, list)
  const row = rowOf(list, shown)
  const at = list?.targets?.().findIndex((each) => isShown(each, shown)) ?? -1

  useOverPage(panel, isPhone, `${shown.type}-${shown.id} ${list !== null}`)
  useClosingKey(close)

  // The list's keys go through the panel; the focused row follows.
  const over = useMemo((): ListHandle | null => {
    if (!list) return null
    const { selection, ...rest } = list
    const handle: ListHandle = {
      ...rest,
      // Escape closes the panel first.
      ...(selection ? { selection: { ...selection, count: 0 } } : {}),
      move: step,
      peek: close,
      hasFocus: () => true,
      openRowMenu: () => {
        const button = document.querySelector<HTMLElement>('[data-side-panel] [data-page-menu]')
        const target = targetsOnScreen.all()[0]
        if (button && target) openPageMenu(target, button)
      },
    }
    ours.add(handle)
    return handle
  }, [list, step, close])
  useLayoutEffect(() => (over ? listsOnScreen.enter(topmost, over) : undefined), [over])

  const noteRow = useEffectEvent(() => {
    if (at >= 0) list?.rowFocus?.note(at)
  })
  useEffect(() => {
    noteRow()
    keepRowInView()
  }, [shown.type, shown.id, at])

  // The focus goes back to the row, or to what had it before.
  const before = useRef<Element | null>(null)
  const giveBack = useEffectEvent((own: HTMLElement | null) => {
    if (!own?.contains(document.activeElement) && document.activeElement !== document.body) return
    if (at >= 0 && list?.rowFocus) list.rowFocus.focus(at)
    else if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    before.current = document.activeElement
    const own = panel.current
    return () => giveBack(own)
  }, [])

  return createPortal(
    <section ref={panel} className={styles.panel} aria-labelledby="side-panel-heading" data-side-panel="">
      <SidePanelRecord
        key={`${shown.type}-${shown.id}`}
        shown={shown}
        row={row}
        isPhone={isPhone}
        steps={list && <Steps step={step} />}
        close={close}
      />
    </section>,
    document.getElementById('main') ?? document.body,
  )
}

interface RecordProps extends SidePanelProps {
  /** The record as the list beneath shows it. */
  row: Target | null
  isPhone: boolean
  steps: ReactNode
}

/** One record, remounted for each: shows the row's data at once, and fetches the rest once the person stays on it. */
function SidePanelRecord({ shown, row, isPhone, steps, close }: RecordProps) {
  const { type, id } = shown
  // Lists of findings know only what the actions of a record need.
  const whole = row && 'createdAt' in row.record ? row.record : null
  const isRested = useRested(rest, whole === null)
  const answer = useFacts(shown, isRested)
  const record = answer.state === 'ready' ? answer.facts.record : whole
  const known = useMemo(() => (record ? ({ type, record } as Target<Shown['type']>) : null), [type, record])
  useLayoutEffect(() => (known ? targetsOnScreen.enter(topmost, known) : undefined), [known])
  useComing(known === null && answer.state === 'loading')
  const heading = useFocusOnHeading()
  const { noun, headOf, Side } = sides[type]
  const { title, detail, badge } = known
    ? headOf(known.record)
    : { title: `${noun} ${id}`, detail: answer.state === 'missing' ? 'Not found' : ' ', badge: null }
  return (
    <>
      <div className={styles.bar}>
        {isPhone && (
          <button type="button" className={styles.back} onClick={close}>
            <ArrowLeftIcon /> Back
          </button>
        )}
        <span className={`${styles.kind} grow truncate muted small`}>{noun}</span>
        <PresenceBar record={shown} />
        {known && <PageMenu target={known} />}
        {steps}
        {!isPhone && <IconButton icon={XIcon} label="Close the side panel" keyHint="Esc" onClick={close} />}
      </div>
      <div className={styles.top}>
        <h2 ref={heading} id="side-panel-heading" tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <span data-fact="Status">{badge}</span>
        <p className="note breaks">{detail}</p>
      </div>
      {known ? (
        // It replaces the skeleton, rather than pushing it around.
        <div key="record" className={styles.content}>
          <Side record={known.record} isRested={isRested} />
        </div>
      ) : (
        <div className={styles.content}>
          {answer.state === 'missing' && (
            <Blankslate size="small" border spacious>
              <Blankslate.Description>{`There is no ${noun} ${id}. It may have been removed.`}</Blankslate.Description>
            </Blankslate>
          )}
          {answer.state === 'failed' && <ErrorPanel error={answer.error} title={loadError} onRetry={answer.retry} />}
          {answer.state === 'loading' && (
            <div role="status" aria-label={`Loading ${noun} ${id}`}>
              <PanelSkeleton lines={8} />
            </div>
          )}
        </div>
      )}
      {known && <ViewedBy type={type} id={id} className={styles.foot} />}
    </>
  )
}

/** How a record is shown here. Its row and what is fetched by its id have what its side needs. */
interface SideOf<Record> {
  noun: string
  headOf: (record: Record) => Head
  Side: ComponentType<SideProps<Record>>
}

const sides = {
  qr: { noun: 'QR code', headOf: qrHead, Side: QrSide },
  payment: { noun: 'Payment', headOf: paymentHead, Side: PaymentSide },
  invoice: { noun: 'Invoice', headOf: invoiceHead, Side: InvoiceSide },
} as unknown as Record<Shown['type'], SideOf<unknown>>

const isShown = (target: Target | null, { type, id }: Shown) => target?.type === type && target.record.id === id
const rowOf = (list: ListHandle | null, shown: Shown) => list?.targets?.().find((each) => isShown(each, shown)) ?? null

/** The handles that stand for a list while a panel is over it. */
const ours = new WeakSet<ListHandle>()
const listBeneath = () => listsOnScreen.all().find((list) => !ours.has(list) && isPanelled(list)) ?? null
const useListBeneath = () => useSyncExternalStore(listsOnScreen.subscribe, listBeneath)

/** Scrolls the page, and never the list sideways, if the row is not in it. */
function keepRowInView() {
  const row = document.querySelector('#main tr[data-focused]')
  if (!row) return
  const { top, bottom } = row.getBoundingClientRect()
  const first = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const by = Math.min(0, top - first) + Math.max(0, bottom - window.innerHeight)
  if (by !== 0) window.scrollBy({ top: by })
}

/** The heading of what has come takes the focus, so that it is read out and keys are the panel's. */
function useFocusOnHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (keyPlaceOf(document.activeElement) === 'page') heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

/** Escape closes it unless something nearer takes it: an open menu, keys that were begun, a field. */
function useClosingKey(close: () => void) {
  const hadBegun = useRef(false)
  const note = () => {
    hadBegun.current = pendingKeys.get() !== null
  }
  useListener(document, 'keydown', note, true)
  useListener(document, 'keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || hadBegun.current || keyPlaceOf(event.target) !== 'page')
      return
    event.preventDefault()
    close()
  })
}

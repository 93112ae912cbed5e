import { PlusIcon, XIcon } from '@primer/octicons-react'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { buttonKeys, useKeys } from '../../commands/use-commands.ts'
import { DayStep } from '../../kit/date-range/day-step.tsx'
import type { DateRange } from '../../kit/date-range/range.ts'
import type { FilterProps, ListFilter } from '../filter-definition.ts'
import styles from './filter-bar.module.css'
import { loadFilterPanel } from './filter-popover.tsx'
import { pillText, removalOf, wrongValue } from './pill-state.ts'

interface FilterPillProps extends FilterProps {
  filter: ListFilter
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** A filter: its name, or what it is set to with a button that takes it off. */
export function FilterPill({ filter, search, change, isOpen, onToggle, children }: FilterPillProps) {
  const problemId = useId()
  const { control } = filter
  const wrong = wrongValue(filter, search)
  const text = wrong?.text ?? pillText(filter, search)
  const removal = text === null ? null : removalOf(filter, search)
  const remove = (event: MouseEvent<HTMLElement>) => {
    focusBeside(event.currentTarget, control !== undefined && !filter.isRare)
    if (removal) void change(removal)
  }
  if (!control)
    return (
      <span className={styles.pill} data-set="">
        <button type="button" className={styles.name} title="Remove this filter" aria-label={`Remove filter ${text}`} onClick={remove}>
          <span className="truncate">{text}</span>
          <XIcon size={12} />
        </button>
      </span>
    )
  const days = control.kind === 'dates' && {
    range: control.range(search),
    latestDay: control.latestDay?.(),
    className: styles.part,
    iconSize: 12 as const,
    onStep: (day: DateRange) => void change(control.changes(day)),
  }
  return (
    <span className={styles.pill} data-set={text === null ? undefined : ''} data-wrong={wrong ? '' : undefined}>
      {days ? <DayStep by={-1} {...days} /> : null}
      {control.kind === 'switch' ? (
        <button
          type="button"
          className={styles.name}
          role="switch"
          aria-checked={text !== null}
          onClick={() => void change(removal ?? control.changes)}
        >
          {control.label}
        </button>
      ) : (
        <button
          type="button"
          className={styles.name}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-describedby={wrong ? problemId : undefined}
          title={text ?? undefined}
          onPointerEnter={loadFilterPanel}
          onFocus={loadFilterPanel}
          onClick={onToggle}
        >
          <span className="truncate">{text ?? control.label}</span>
        </button>
      )}
      {days ? <DayStep by={1} {...days} /> : null}
      {removal ? (
        <button type="button" className={styles.part} title="Remove this filter" aria-label={`Remove filter ${text}`} onClick={remove}>
          <XIcon size={12} />
        </button>
      ) : null}
      {wrong && !isOpen ? (
        <span id={problemId} role="alert" className="floating dropdown small danger unbroken pad-4-8">
          {wrong.problem}
        </span>
      ) : null}
      {children}
    </span>
  )
}

/** From a filter that goes, to what stays: its own name, or the last pill before it. */
function focusBeside(button: HTMLElement, isStaying: boolean) {
  const pill = button.parentElement
  const next = isStaying ? pill : (pill?.previousElementSibling ?? pill?.nextElementSibling)
  const to = next?.matches('input, button') ? next : next?.querySelector('input, button')
  if (to instanceof HTMLElement) to.focus({ preventScroll: true })
}

interface MorePillProps {
  /** Whether there are filters that have no pill of their own now. */
  isShown: boolean
  isOpen: boolean
  onToggle: () => void
  /** The choice among all filters, which also opens by key. */
  children: ReactNode
}

/** All filters, by name or value. */
export function MorePill({ isShown, isOpen, onToggle, children }: MorePillProps) {
  const keys = useKeys('list.filter')
  if (!isShown && !isOpen) return null
  return (
    <span className={styles.pill}>
      {isShown ? (
        <button
          type="button"
          className={styles.name}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          {...buttonKeys(keys, 'Filter by name or value')}
          onPointerEnter={loadFilterPanel}
          onFocus={loadFilterPanel}
          onClick={onToggle}
        >
          <PlusIcon size={12} />
          More
        </button>
      ) : null}
      {children}
    </span>
  )
}

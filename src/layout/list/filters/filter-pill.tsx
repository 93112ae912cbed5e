import { ChevronLeftIcon, ChevronRightIcon, PlusIcon, XIcon } from '@primer/octicons-react'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { buttonKeys, useKeys } from '../../commands/use-commands.ts'
import { isOneDay, neighbour } from '../../kit/date-range/range.ts'
import type { DatesControl, FilterProps, ListFilter } from '../filter-definition.ts'
import styles from './filter-bar.module.css'
import { loadFilterPanel } from './filter-popover.tsx'
import { pillText, removalOf, wrongValue } from './pill-state.ts'

interface FilterPillProps extends FilterProps {
  filter: ListFilter
  isOpen: boolean
  onToggle: () => void
  /** Its popover. */
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
  return (
    <span className={styles.pill} data-set={text === null ? undefined : ''} data-wrong={wrong ? '' : undefined}>
      {control.kind === 'dates' ? <StepButton by={-1} control={control} search={search} change={change} /> : null}
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
      {control.kind === 'dates' ? <StepButton by={1} control={control} search={search} change={change} /> : null}
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

/** Beside a single day: to the day before or after it. */
function StepButton({ by, control, search, change }: FilterProps & { by: 1 | -1; control: DatesControl }) {
  const range = control.range(search)
  if (!range || !isOneDay(range)) return null
  const next = neighbour(range, by, control.latestDay?.())
  return (
    <button
      type="button"
      className={styles.part}
      aria-label={by === 1 ? 'Next day' : 'Previous day'}
      disabled={next === null}
      onClick={() => next && void change(control.changes(next))}
    >
      {by === 1 ? <ChevronRightIcon size={12} /> : <ChevronLeftIcon size={12} />}
    </button>
  )
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

import { CheckIcon } from '@primer/octicons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { beginsWords } from '../../../contract/customer-match.ts'
import { isPhone } from '../../kit/is-phone.ts'
import styles from './filter-panel.module.css'

export interface PickItem {
  id: string
  label: string
  /** What it is of, or set to. */
  detail?: string | undefined
  isChosen?: boolean
  pick: () => void
}

interface PickListProps {
  label: string
  items: readonly PickItem[]
  /** A field that narrows the items; without one, typed letters go to the item that begins so. */
  field?: { text: string; onText: (text: string) => void } | undefined
  emptyText: string
}

/** How long letters count as one word, in milliseconds. */
const typingPause = 700
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => /^\S$/u.test(key) && !ctrlKey && !metaKey && !altKey
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** A list to pick one of, with the keyboard from wherever it opened. */
export function PickList({ label, items, field, emptyText }: PickListProps) {
  const listId = useId()
  // There, a keyboard would cover the list.
  const focusesField = field !== undefined && !isPhone()
  const [activeId, setActive] = useState<string | null>(null)
  const typed = useRef({ text: '', at: 0 })
  const isNarrowed = field !== undefined && field.text !== ''
  const active = items.find(({ id }) => id === activeId) ?? (isNarrowed ? undefined : items.find(({ isChosen }) => isChosen)) ?? items[0]
  const optionId = (item: PickItem) => `${listId}-${item.id}`
  const activeOption = active && optionId(active)
  useEffect(() => {
    if (activeOption !== undefined) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption])

  const begunWith = (event: KeyboardEvent) => {
    const isGoingOn = event.timeStamp - typed.current.at < typingPause
    typed.current = { text: (isGoingOn ? typed.current.text : '') + event.key, at: event.timeStamp }
    return items.find((item) => beginsWords(item.label, typed.current.text))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const at = active ? items.indexOf(active) : -1
    const step = steps[event.key]
    const to =
      step !== undefined ? items[(at + step + items.length) % items.length] : !field && isLetter(event) ? begunWith(event) : undefined
    if (to) setActive(to.id)
    else if (event.key === 'Enter' || (event.key === ' ' && !field)) active?.pick()
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.pick}>
      {field ? (
        <input
          ref={focusesField ? focus : undefined}
          type="text"
          className="control"
          role="combobox"
          aria-label={label}
          placeholder={`${label}…`}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={activeOption}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          value={field.text}
          onChange={(event) => {
            setActive(null)
            field.onText(event.target.value)
          }}
        />
      ) : null}
      <div
        id={listId}
        ref={focusesField ? undefined : focus}
        role="listbox"
        aria-label={label}
        className={styles.options}
        tabIndex={field ? -1 : 0}
        {...(field ? {} : { 'aria-activedescendant': activeOption, onKeyDown })}
      >
        {items.map((item) => (
          <div
            key={item.id}
            id={optionId(item)}
            role="option"
            aria-selected={item.isChosen === true}
            tabIndex={-1}
            className={styles.option}
            data-active={item === active || undefined}
            // The focus stays where the keys are.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => item !== active && setActive(item.id)}
            onClick={item.pick}
          >
            <span className="rigid row icon-wide">{item.isChosen ? <CheckIcon /> : null}</span>
            <span className="truncate">{item.label}</span>
            {item.detail === undefined ? null : <span className="muted truncate pushed most">{item.detail}</span>}
          </div>
        ))}
      </div>
      {items.length === 0 ? (
        <p className="note" role="status">
          {emptyText}
        </p>
      ) : null}
    </div>
  )
}

import { ChevronDownIcon, ChevronUpIcon } from '@primer/octicons-react'
import { Checkbox } from '@primer/react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ColumnChoice } from '../../../contract/preferences.ts'
import { Button } from '../../kit/button.tsx'
import { IconButton } from '../../kit/icon-button.tsx'
import { savePreferences, usePreferences } from '../../session/preferences.ts'
import { hasLink, type ListColumn } from '../list-definition.ts'
import styles from '../list-panel.module.css'
import { moved, orderedColumns, toggled } from './chosen-columns.ts'

const moves = [
  { by: -1, word: 'up', icon: ChevronUpIcon },
  { by: 1, word: 'down', icon: ChevronDownIcon },
] as const

interface ColumnsPanelProps {
  listId: string
  columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'phone' | 'width'>[]
}

/** Shows, hides and orders columns. Changes apply at once and are saved with the account. */
export function ColumnsPanel({ listId, columns }: ColumnsPanelProps) {
  const choice = usePreferences().columns?.[listId]
  const items = useRef<HTMLUListElement>(null)
  const [message, setMessage] = useState('')
  const ordered = orderedColumns(columns, choice)
  const save = (next: ColumnChoice | null) => void savePreferences({ columns: { [listId]: next } })

  // A moved element loses the focus, so restore it.
  const toFocus = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (toFocus.current !== null) items.current?.querySelector<HTMLElement>(toFocus.current)?.focus()
    toFocus.current = null
  })
  useEffect(() => items.current?.querySelector<HTMLElement>('input:not(:disabled)')?.focus(), [])

  const move = (id: string, header: string, by: 1 | -1, control: string) => {
    const next = moved(columns, choice, id, by)
    const place = next.order.indexOf(id) + 1
    setMessage(`${header} is column ${place} of ${next.order.length}.`)
    toFocus.current = `[data-column="${CSS.escape(id)}"] [data-control="${control}"]`
    save(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, id: string, header: string) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const control = event.target instanceof HTMLElement ? event.target.dataset['control'] : undefined
    move(id, header, event.key === 'ArrowUp' ? -1 : 1, control ?? 'shown')
  }

  return (
    <>
      <div className="row spread gap-8 semibold small-high">
        Columns
        <Button
          size="small"
          variant="invisible"
          inactive={choice === undefined}
          aria-disabled={choice === undefined || undefined}
          onClick={() => save(null)}
        >
          Reset
        </Button>
      </div>
      <ul ref={items} className={styles.items}>
        {ordered.map((column, index) => {
          const { id, header } = column
          const isShown = hasLink(column) || choice?.hidden.includes(id) !== true
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Alt and an arrow on its controls move the column
            <li
              key={id}
              className={styles.item}
              data-column={id}
              data-hidden={!isShown || undefined}
              onKeyDown={(event) => onKeyDown(event, id, header)}
            >
              <label className={styles.choice} title={hasLink(column) ? 'It contains the row’s link, so it is always shown.' : undefined}>
                <Checkbox data-control="shown" checked={isShown} disabled={hasLink(column)} onChange={() => save(toggled(choice, id))} />
                <span className="truncate">{header}</span>
              </label>
              {moves.map(({ by, word, icon }) => (
                <IconButton
                  key={word}
                  icon={icon}
                  label={`Move ${header} ${word}`}
                  size="small"
                  data-control={word}
                  aria-disabled={ordered[index + by] === undefined || undefined}
                  onClick={() => move(id, header, by, word)}
                />
              ))}
            </li>
          )
        })}
      </ul>
      <p className="note above-8 key-hint">
        <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move the focused column.
      </p>
      <p role="status" className="visually-hidden">
        {message}
      </p>
    </>
  )
}

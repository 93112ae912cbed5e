import type { Icon } from '@primer/octicons-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Engine } from './engine.ts'
import { Combobox } from '../kit/combobox.tsx'
import { destination, isModifier, noRow, useActiveDescendant, useCmdkValue } from '../kit/list-keys.ts'
import { useEscape } from './own-keys.ts'
import styles from './palette.module.css'
import rowStyles from './palette-list.module.css'
import stepStyles from './palette-steps.module.css'
import { LevelHints } from './palette-hints.tsx'
import { PaletteInput } from './palette-input.tsx'
import { PaletteList } from './palette-list.tsx'
import { PreviewPane } from './preview-pane.tsx'
import type { Previewed } from './previewed.ts'
import type { Row, RowGroup } from './rows.ts'

interface Props {
  icon: Icon
  heading: ReactNode
  detail: string | null
  label: string
  placeholder: string
  engine: Engine
  groups: readonly RowGroup[]
  /** The row Enter takes if none was chosen by hand. */
  first: string | null
  choose: (row: Row) => void
  /** Enter without a row. */
  onNothing: () => void
  /** A key that changes what is chosen or typed. */
  onChange: () => void
  said: string | null
  /** Why the list is empty. */
  empty: ReactNode
  /** What stands beside the list: absent for the selected row's own preview. */
  previewed: Previewed | null
  prefetch: (href: string) => void
  /** What is listed: 'action'. */
  noun: string
}

/**
 * A level of the palette with a list. Typing filters; Escape, Shift+Tab or Backspace on empty input goes one step back,
 * with the text as it was.
 */
export function LevelFrame({ icon: LevelIcon, heading, detail, label, placeholder, engine, groups, first, choose, ...props }: Props) {
  const { text } = engine
  const { onNothing, onChange, said, empty, previewed, prefetch, noun } = props
  const rows = groups.flatMap((group) => group.rows)
  const selected = rows.find((row) => row.value === (engine.chosen ?? first)) ?? null
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const value = useCmdkValue(selected?.value ?? noRow)

  useEscape(engine.back)
  useLayoutEffect(() => {
    input.current?.focus()
    const end = input.current?.value.length ?? 0
    input.current?.setSelectionRange(end, end)
  }, [])
  useActiveDescendant(input, list, selected?.value ?? null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || isModifier(event.key)) return
    const isBack = event.key === 'Tab' ? event.shiftKey : event.key === 'Backspace' && text === '' && !event.repeat
    if (isBack) {
      event.preventDefault()
      return engine.back()
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (event.repeat) return
      if (selected) choose(selected)
      else onNothing()
      return
    }
    onChange()
    const to = destination(event, rows, selected)
    if (to) engine.choose(to.value)
  }

  return (
    <Combobox className={`${styles.root} ${styles.browse} ${rowStyles.level}`} label={label} value={value} onKeyDown={onKeyDown}>
      <div className={stepStyles.doing}>
        <span className={stepStyles.icon}>
          <LevelIcon size={16} />
        </span>
        <div className={stepStyles.doingText}>
          <h2>{heading}</h2>
          <p>{detail}</p>
        </div>
      </div>
      <div className={styles.head}>
        <PaletteInput
          ref={input}
          label={label}
          placeholder={placeholder}
          value={text}
          onChange={(typed) => {
            onChange()
            engine.setText(typed)
          }}
        />
      </div>
      <div className={styles.main}>
        <div className={styles.results}>
          <PaletteList ref={list} groups={groups} onChoose={choose} />
          {rows.length === 0 && empty}
        </div>
        <PreviewPane of={previewed} prefetch={prefetch} />
      </div>
      <LevelHints selected={selected} rows={rows} said={said} back={engine.back} noun={noun} />
    </Combobox>
  )
}

import type { Icon } from '@primer/octicons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { CommandContext } from '../../commands/engine/context.ts'
import { Combobox } from '../kit/combobox.tsx'
import { useBrowserBack } from '../kit/use-browser-back.ts'
import { isEscape, useKeyAhead } from '../kit/use-key-ahead.ts'
import type { Engine } from './engine.ts'
import styles from './palette.module.css'
import { Hint, HintBar, verbOf } from './palette-hints.tsx'
import { PaletteInput } from './palette-input.tsx'
import rowStyles from './palette-list.module.css'
import { PaletteList } from './palette-list.tsx'
import stepStyles from './palette-steps.module.css'
import { type Previewed, PreviewPane, previewOf } from './preview-pane.tsx'
import type { Row, RowGroup } from './rows.ts'
import type { RunOn } from './use-run-on.ts'

/** What all levels are given. */
export interface LevelProps {
  engine: Engine
  context: CommandContext
}

interface Props extends LevelProps {
  icon: Icon
  heading: ReactNode
  detail: string | null
  label: string
  placeholder: string
  runOn: RunOn
  groups: readonly RowGroup[]
  /** The row Enter takes if none was chosen by hand. */
  first: string | null
  choose: (row: Row) => void
  /** Enter without a row. */
  onNothing: () => void
  /** A key that changes what is chosen or typed. */
  onChange?: () => void
  /** Message in place of why the last key did nothing. */
  message?: string | null
  /** Why the list is empty. */
  empty: ReactNode
  /** Shown beside the list; by default the selected row's own preview. */
  previewed?: Previewed | null
  /** What is listed: 'action'. */
  noun: string
}

/**
 * A level of the palette with a list. Typing filters; Escape, Shift+Tab or Backspace on empty input goes one step back,
 * with the text as it was.
 */
export function LevelFrame({ icon, heading, detail, label, placeholder, engine, context, runOn, groups, first, choose, ...props }: Props) {
  const { onNothing, onChange, message, empty, previewed, noun } = props
  const rows = groups.flatMap((group) => group.rows)
  const selected = rows.find((row) => row.value === (engine.chosen ?? first)) ?? null

  // Before the palette, which would close.
  useKeyAhead(isEscape, engine.back)
  useBrowserBack(engine.back)

  const change = () => {
    runOn.forget()
    onChange?.()
  }
  const onKey = (event: KeyboardEvent) => {
    const isBack = event.key === 'Tab' ? event.shiftKey : event.key === 'Backspace' && engine.text === '' && !event.repeat
    if (!isBack) return change()
    event.preventDefault()
    engine.back()
    return true
  }

  return (
    <Combobox
      className={`${styles.root} ${styles.browse} ${rowStyles.level}`}
      rows={rows}
      selected={selected}
      onEnter={() => (selected ? choose(selected) : onNothing())}
      onKey={onKey}
      onMove={({ value }) => engine.choose(value)}
    >
      <Doing icon={icon} heading={heading} detail={detail} />
      <div className={styles.head}>
        <PaletteInput
          label={label}
          placeholder={placeholder}
          value={engine.text}
          onChange={(typed) => {
            change()
            engine.setText(typed)
          }}
        />
      </div>
      <div className={styles.main}>
        <div className="column can-shrink grow">
          <PaletteList groups={groups} onChoose={choose} />
          {rows.length === 0 && empty}
        </div>
        <PreviewPane of={previewed === undefined ? previewOf(selected, context) : previewed} />
      </div>
      <HintBar
        message={message ?? runOn.message}
        summary={`${rows.length} ${noun}${rows.length === 1 ? '' : 's'}`}
        close={{ text: 'back', onClick: engine.back }}
      >
        {selected && <Hint stroke="Enter" text={selected.kind === 'record' ? 'continue' : verbOf(selected)} />}
        {rows.length > 1 && <Hint stroke="ArrowDown" text="choose" />}
      </HintBar>
    </Combobox>
  )
}

interface DoingProps {
  icon: Icon
  heading: ReactNode
  detail: string | null
  children?: ReactNode
}

/** The command and its record, on top of what is asked. */
export function Doing({ icon: Icon, heading, detail, children }: DoingProps) {
  return (
    <div className={stepStyles.doing}>
      <span className={stepStyles.icon}>
        <Icon size={16} />
      </span>
      <div className="can-shrink grow breaks">
        <h2>{heading}</h2>
        <p>{detail}</p>
      </div>
      {children}
    </div>
  )
}

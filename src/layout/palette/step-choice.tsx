import { CommandList } from 'cmdk'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Answer } from '../../commands/answers.ts'
import type { Choice } from '../../commands/command.ts'
import { fold } from '../../commands/ranking.ts'
import { errorText } from '../kit/toasts.tsx'
import { BlockableItem } from '../kit/blockable-item.tsx'
import type { Question } from '../commands/questions.ts'
import { useChoices } from '../questions/use-choices.ts'
import { Combobox } from '../kit/combobox.tsx'
import { destination, isModifier, noRow, useActiveDescendant, useCmdkValue } from '../kit/list-keys.ts'
import styles from './palette.module.css'
import rowStyles from './palette-list.module.css'
import stepStyles from './palette-steps.module.css'

interface Props {
  question: Question
  answer: Answer
  say: (message: string | null) => void
  onChoose: (value: string) => void
}

/** A choice step: typing filters, Enter takes the selected option. Blocked options stay and say why. */
export function StepChoice({ question, answer: { step, typed }, say, onChoose }: Props) {
  const { state, choices, error, retry } = useChoices(question, step)
  const [filter, setFilter] = useState('')
  const [own, setOwn] = useState(typed)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const shown = choices.filter(({ label }) => fold(label).includes(fold(filter)))
  // A given value that isn't on offer: Enter must not take another instead.
  const isLost = state === 'ready' && filter === '' && own !== '' && !choices.some(({ value }) => value === own)
  const marked = isLost ? null : (shown.find(({ value }) => value === own) ?? shown.find(({ refusal }) => !refusal) ?? shown[0] ?? null)
  const value = useCmdkValue(marked?.value ?? noRow)
  const isLacking = state === 'failed' || (state === 'ready' && choices.length === 0)

  useLayoutEffect(() => input.current?.focus(), [])
  useActiveDescendant(input, list, marked?.value ?? null)

  const choose = ({ value, refusal }: Choice) => (refusal ? say(`Unavailable: ${refusal}`) : onChoose(value))

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || isModifier(event.key)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (event.repeat) return
      if (isLacking) retry()
      else if (marked) choose(marked)
      else say(state === 'loading' ? 'Still loading…' : isLost ? `‘${own}’ is not offered. Choose with ↓.` : 'Nothing to choose.')
      return
    }
    say(null)
    const to = destination(event, shown, marked)
    if (to) setOwn(to.value)
  }

  return (
    <Combobox className={`${stepStyles.step} ${rowStyles.choices}`} label={step.title} value={value} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <span aria-hidden="true">{step.title}</span>
        <input
          ref={input}
          data-step-focus=""
          className={styles.input}
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls="palette-choices"
          aria-label={step.title}
          placeholder="Type to filter…"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="next"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          // Home and End move the caret; cmdk would move through the list.
          onKeyDown={(event) => (event.key === 'Home' || event.key === 'End') && event.stopPropagation()}
        />
      </div>
      <CommandList ref={list} className={rowStyles.list} label={step.title}>
        {shown.map((choice) => (
          <BlockableItem
            key={choice.value}
            isBlocked={Boolean(choice.refusal)}
            value={choice.value}
            className={rowStyles.row}
            onSelect={() => choose(choice)}
          >
            <span className={rowStyles.label}>{choice.label}</span>
            {choice.refusal && <span className={rowStyles.why}>unavailable: {choice.refusal}</span>}
          </BlockableItem>
        ))}
      </CommandList>
      {shown.length === 0 && (
        <p className={rowStyles.empty} role="status">
          {state === 'loading' && 'Loading…'}
          {state === 'ready' && !isLacking && `No match for ‘${filter}’.`}
          {isLacking && (
            <>
              {state === 'failed' ? `Could not be loaded. ${errorText('', error)}` : 'There is nothing to choose from.'}{' '}
              <button type="button" className={styles.close} onClick={retry}>
                Load again
              </button>
            </>
          )}
        </p>
      )}
    </Combobox>
  )
}

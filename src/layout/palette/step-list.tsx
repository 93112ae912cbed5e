import { type ReactNode, useRef, useState } from 'react'
import type { Answer } from '../../commands/engine/answers.ts'
import type { Choice, Step } from '../../commands/engine/steps.ts'
import { fold } from '../../commands/text/ranking.ts'
import type { Question } from '../commands/questions.ts'
import { Combobox, ComboboxInput } from '../kit/combobox.tsx'
import { errorText } from '../kit/toasts.tsx'
import { useSelected } from '../kit/use-selected.ts'
import { ChoiceList } from '../questions/choice-list.tsx'
import { useChoices } from '../questions/use-choices.ts'
import { useRecordPicker } from '../questions/use-record-picker.ts'
import styles from './palette.module.css'
import rowStyles from './palette-list.module.css'
import { EmptyList } from './palette-list.tsx'
import stepStyles from './palette-steps.module.css'

interface StepProps {
  question: Question
  answer: Answer
  say: (message: string | null) => void
}

/** A choice step: typing filters, Enter takes the selected option. Blocked options stay and say why. */
export function StepChoice({ question, answer: { step, typed }, say, onChoose }: StepProps & { onChoose: (value: string) => void }) {
  const { state, choices, error, retry } = useChoices(question, step)
  const [filter, setFilter] = useState('')
  const [own, setOwn] = useState(typed)
  const shown = choices.filter(({ label }) => fold(label).includes(fold(filter)))
  // A given value that isn't on offer: Enter must not take another instead.
  const isLost = state === 'ready' && filter === '' && own !== '' && !choices.some(({ value }) => value === own)
  const marked = isLost ? null : (shown.find(({ value }) => value === own) ?? shown.find(({ refusal }) => !refusal) ?? shown[0] ?? null)
  const isLacking = state === 'failed' || (state === 'ready' && choices.length === 0)
  const choose = ({ value, refusal }: Choice) => (refusal ? say(`Unavailable: ${refusal}`) : onChoose(value))

  const enter = () => {
    if (isLacking) retry()
    else if (marked) choose(marked)
    else say(state === 'loading' ? 'Still loading…' : isLost ? `‘${own}’ is not offered. Choose with ↓.` : 'Nothing to choose.')
  }
  return (
    <StepList
      step={step}
      say={say}
      placeholder="Type to filter…"
      list={{ text: filter, type: setFilter, choices: shown, marked, choose, enter, move: ({ value }) => setOwn(value) }}
    >
      <EmptyList retry={isLacking ? retry : null}>
        {state === 'loading'
          ? 'Loading…'
          : state === 'failed'
            ? `Could not be loaded. ${errorText('', error)}`
            : isLacking
              ? 'There is nothing to choose from.'
              : `No match for ‘${filter}’.`}
      </EmptyList>
    </StepList>
  )
}

/** A step answered by a record, picked by typing. */
export function StepRecord({ question, answer, say, onNext }: StepProps & { onNext: () => void }) {
  const { step } = answer
  const picker = useRecordPicker({ question, answer, say, onPick: onNext, onEnter: onNext })
  return (
    <StepList step={step} say={say} placeholder={question.target ? step.hint?.(question.target.record) : undefined} list={picker}>
      <EmptyList retry={picker.state === 'failed' ? picker.retry : null} retryLabel="Search again">
        {picker.picked ? picker.picked.detail : picker.status}
      </EmptyList>
    </StepList>
  )
}

interface StepListProps {
  step: Step
  say: StepProps['say']
  placeholder: string | undefined
  list: Pick<ReturnType<typeof useRecordPicker>, 'text' | 'type' | 'choices' | 'marked' | 'choose' | 'enter' | 'move'>
  /** Why there is nothing to choose. */
  children: ReactNode
}

function StepList({ step: { title }, say, placeholder, list, children }: StepListProps) {
  const { text, type, choices, marked, choose, enter, move } = list
  const input = useRef<HTMLInputElement>(null)
  useSelected(input)
  return (
    <Combobox
      className={`${stepStyles.step} ${rowStyles.choices}`}
      rows={choices}
      selected={marked}
      onEnter={enter}
      onKey={() => say(null)}
      onMove={move}
    >
      <div className={styles.head}>
        <span aria-hidden="true">{title}</span>
        <ComboboxInput
          ref={input}
          data-step-focus=""
          className={styles.input}
          aria-expanded={choices.length > 0}
          aria-label={title}
          placeholder={placeholder}
          maxLength={320}
          enterKeyHint="next"
          value={text}
          onChange={type}
        />
      </div>
      <ChoiceList label={title} choices={choices} onChoose={choose} styles={rowStyles} />
      {choices.length === 0 && children}
    </Combobox>
  )
}

import { ArrowLeftIcon } from '@primer/octicons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { type Answer, readAnswers } from '../../../commands/answers.ts'
import { describeTarget } from '../../../commands/target-name.ts'
import { paletteInput } from '../palette-state.ts'
import { answer, leave, type Question, typeInto } from '../questions.ts'
import { useChoices } from '../use-choices.ts'
import styles from './palette.module.css'
import { Hint } from './palette-hints.tsx'
import { StepChoice } from './step-choice.tsx'
import { StepConfirm } from './step-confirm.tsx'
import { StepInput } from './step-input.tsx'
import { StepRecord } from './step-record.tsx'

/**
 * Asks for the arguments of a command step by step, in the palette's own frame: what is being done, and to whom, stays on top;
 * Escape goes one step back and leaves from the first; the last step says what will happen and has it confirmed.
 */
export function PaletteQuestion({ question }: { question: Question }) {
  const { id, command, target } = question
  const { answers, values } = readAnswers(command, target, question.typed)
  const [step, setStep] = useState(0)
  const [said, setSaid] = useState<string | null>(null)
  const at = Math.min(step, answers.length)
  const current = answers[at]
  const Icon = command.icon
  useTakeKeys()

  const go = (to: number) => {
    setSaid(null)
    setStep(to)
  }
  // While it runs there is no way back: leaving tells the rest by a toast.
  const back = () => (at === 0 || question.answer === null ? leave(id) : go(at - 1))
  const confirm = () => values && answer(id, values)

  useEscape(back)

  return (
    <div className={styles.root}>
      <div className={styles.doing}>
        <span className={styles.icon}>
          <Icon size={16} />
        </span>
        <div className={styles.doingText}>
          <h2>{command.title(target)}</h2>
          <p>{target && describeTarget(target)}</p>
        </div>
        <output className={styles.shape}>
          Step {at + 1} of {answers.length + 1}
        </output>
      </div>
      {at > 0 && (
        <dl className={styles.answered}>
          {answers.slice(0, at).map((each) => (
            <Answered key={each.step.name} question={question} answer={each} />
          ))}
        </dl>
      )}
      {current?.step.kind === 'choice' ? (
        <StepChoice
          key={current.step.name}
          question={question}
          answer={current}
          say={setSaid}
          onChoose={(value) => {
            typeInto(id, current.step.name, value)
            go(at + 1)
          }}
        />
      ) : current?.step.kind === 'record' ? (
        <StepRecord key={current.step.name} question={question} answer={current} say={setSaid} onNext={() => go(at + 1)} />
      ) : current ? (
        <StepInput key={current.step.name} question={question} answer={current} onNext={() => go(at + 1)} />
      ) : (
        <StepConfirm question={question} danger={values && command.danger?.(target, values)} onConfirm={confirm} />
      )}
      <div className={styles.hints}>
        <output className={said === null ? styles.unseen : styles.said}>{said}</output>
        {said === null && <Hint stroke="Enter" text={current ? 'next' : 'do it'} />}
        {said === null && (current?.step.kind === 'choice' || current?.step.kind === 'record') && <Hint stroke="ArrowDown" text="choose" />}
        <button type="button" className={styles.close} onClick={back}>
          <ArrowLeftIcon size={12} /> <kbd aria-hidden="true">Esc</kbd> {at === 0 ? 'leave' : 'back'}
        </button>
      </div>
    </div>
  )
}

/** Keys typed now are for the question's own input, not for the palette's. */
function useTakeKeys() {
  useLayoutEffect(() => {
    paletteInput.isReady = true
    return () => {
      paletteInput.isReady = false
    }
  }, [])
}

/** Escape, before the dialog around hears it: that would close the whole palette. */
function useEscape(onEscape: () => void) {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat) escape()
    }
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [])
}

/** A step that lies behind, in one line. */
function Answered({ question, answer }: { question: Question; answer: Answer }) {
  return (
    <div>
      <dt>{answer.step.title}</dt>
      <dd>{answer.step.kind === 'choice' ? <ChosenLabel question={question} answer={answer} /> : textOf(answer)}</dd>
    </div>
  )
}

function textOf({ step, typed }: Answer): string {
  const picked = step.picked?.(typed)
  return picked ? [picked.label, picked.detail].filter((part) => part !== undefined).join(' · ') : typed.trim() || '–'
}

function ChosenLabel({ question, answer: { step, typed } }: { question: Question; answer: Answer }) {
  return useChoices(question, step).choices.find(({ value }) => value === typed)?.label ?? typed
}

import { useEffect, useEffectEvent, useState } from 'react'
import { type Answer, readAnswers } from '../../commands/answers.ts'
import { type Danger, isFinal } from '../../commands/command.ts'
import { strokeLabel } from '../../commands/key-labels.ts'
import { asksFirst } from '../../commands/run.ts'
import { answer, type Question } from '../commands/questions.ts'
import { isMac } from '../kit/platform.ts'

/** A question's answers as read, and the one way to confirm it. */
export interface Confirmation {
  answers: Answer[]
  /** What it will do; null until every answer is valid. */
  danger: Danger | null
  /** Nothing has changed yet that could be sent. */
  isUntouched: boolean
  isBusy: boolean
  isFinal: boolean
  label: string
  /** Tells how something final is confirmed, once a plain Enter was pressed for it. */
  hint: string | null
  /** Does it. */
  confirm: () => void
  /** Enter where there is no next field: does what can be reversed, and says how to do what is final. */
  enter: () => void
}

/**
 * Decides for dialog and palette alike what confirms a question: Enter what can be reversed, and only Ctrl+Enter or its
 * own button what is final.
 * @param onRefused an attempt while this step's answer is missing or invalid
 */
export function useConfirmation(question: Question, onRefused: (step: string) => void): Confirmation {
  const { id, command, target, typed, failure } = question
  const [hintedAt, setHintedAt] = useState<unknown>(null)
  const { answers, values } = readAnswers(command, target, typed)
  const danger = (values && command.danger?.(target, values)) ?? null
  const isFinalNow = danger !== null && isFinal(danger)
  const isBusy = question.answer === null
  const isUntouched =
    target !== null && answers.some(({ step, typed }) => step.needsChange && typed === (step.initial?.(target.record) ?? ''))
  const label = failure === null ? (danger?.confirmLabel ?? (asksFirst(command) ? command.title(target) : 'Run it')) : 'Try again'

  const confirm = () => {
    if (isBusy || isUntouched) return
    if (values) return answer(id, values)
    const refused = answers.find(({ read }) => read.refusal !== null)
    if (refused) onRefused(refused.step.name)
  }
  return {
    answers,
    danger,
    isUntouched,
    isBusy,
    isFinal: isFinalNow,
    label,
    hint: isFinalNow && hintedAt === typed ? `Confirm with ${strokeLabel('$mod+Enter', isMac)} or the button.` : null,
    confirm,
    enter: () => (isFinalNow ? setHintedAt(typed) : confirm()),
  }
}

/** Hears Ctrl+Enter (⌘ Enter on a Mac) wherever the focus is. Holding it counts once. */
export function useConfirmKey(onPress: () => void) {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(isMac ? event.metaKey : event.ctrlKey) || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat) press()
    }
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [])
}

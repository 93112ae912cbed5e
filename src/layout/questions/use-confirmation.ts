import { type RefObject, useState, useSyncExternalStore } from 'react'
import { giveReason } from '../../api/client.ts'
import { readAnswers } from '../../commands/engine/answers.ts'
import { isGuarded, isProven } from '../../commands/engine/danger.ts'
import { asksFirst, newestOf, whyNotNow } from '../../commands/engine/run.ts'
import type { Arguments } from '../../commands/engine/steps.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { targetsOnScreen } from '../commands/on-screen.ts'
import { answer, type Question } from '../commands/questions.ts'
import { isMac } from '../kit/platform.ts'
import { useKeyAhead } from '../kit/use-key-ahead.ts'
import { useListener } from '../kit/use-listener.ts'

/** The answer that says why, for whoever decides. */
export const approvalReason = 'approval-reason'

/**
 * Decides for dialog and palette alike what confirms a question: Enter what can be reversed, and only Ctrl+Enter or its
 * own button what is final or guarded.
 * @param onRefused an attempt while this step's answer, of all that were asked, is missing or invalid
 */
export function useConfirmation(question: Question, onRefused: (step: string, asked: readonly string[]) => void) {
  const { id, command, target, typed, proof, failure } = question
  const [hintedAt, setHintedAt] = useState<unknown>(null)
  const { answers, values } = readAnswers(command, target, typed)
  const danger = (values && command.danger?.(target, values)) ?? null
  const isBusy = question.answer === null
  const needsProof = danger !== null && !isProven(danger, proof)
  const isUntouched =
    target !== null && answers.some(({ step, typed }) => step.needsChange && typed === (step.initial?.(target.record) ?? ''))
  const context = question.contextNow()
  const policy = values && context.forecast ? context.forecast(command, target, context, { args: values }) : null
  const changed = useWhyNot(question, values)
  const whyNot = policy?.verdict === 'block' ? policy.text : changed
  const isRequest = policy?.verdict === 'ask'
  // Nothing changes before somebody else agrees.
  const needsKey = danger !== null && isGuarded(danger) && !isRequest
  const label = isRequest
    ? 'Ask for approval'
    : failure === null
      ? (danger?.confirmLabel ?? (asksFirst(command) ? command.title(target) : 'Run it'))
      : 'Try again'

  const confirm = () => {
    if (isBusy || isUntouched || whyNot !== null) return
    if (needsProof) return setHintedAt(typed)
    if (values && isRequest) giveReason(question.typed[approvalReason] ?? '')
    if (values) return answer(id, values)
    const refused = answers.find(({ read }) => read.refusal !== null)
    if (refused)
      onRefused(
        refused.step.name,
        answers.map(({ step }) => step.name),
      )
  }
  const hintNow = () => {
    if (whyNot !== null) return 'Nothing changed.'
    return needsProof ? `Nothing changed. Type ${danger?.mustType} first.` : unconfirmed(label, failure === null)
  }
  return {
    answers,
    /** What it will do; null until every answer is valid. */
    danger,
    /** All that it needs is there; until then it looks like what it can't do yet. */
    isReady: values !== null,
    /** Nothing has changed yet that could be sent. */
    isUntouched,
    /** Why it can't be done any more, as somebody changed the record meanwhile; null if it can. */
    whyNot,
    isBusy,
    /** The policy that wants a second person, and whether no answer is the reason for it. */
    request: isRequest ? { text: policy.text, wantsReason: answers.every(({ step }) => step.name !== 'reason') } : null,
    /** The record's email has yet to be typed. */
    needsProof,
    isGuarded: needsKey,
    label,
    /** Tells how something final is confirmed, once a plain Enter was pressed for it. */
    hint: needsKey && !isBusy && hintedAt === typed ? hintNow() : null,
    confirm,
    /** Enter where there is no next field: does what can be reversed, and says how to do what is final. */
    enter: () => (needsKey ? setHintedAt(typed) : confirm()),
    /** The same on text, where Enter has nothing else to do; null if it leaves what can be reversed alone. */
    enterOnText: needsKey ? () => setHintedAt(typed) : null,
  }
}
export type Confirmation = ReturnType<typeof useConfirmation>

/** Why the question can't be confirmed any more, according to live updates or the page; or what it would be by now. */
function useWhyNot({ command, target, contextNow, answer, since, mayBeDone }: Question, values: Arguments | null): string | null {
  const reasonNow = () => {
    const context = contextNow()
    const now = newestOf(since?.target ?? target, context)
    const wordsOf = (on: Target | null) => (values && command.danger?.(on, values)?.confirmLabel) ?? command.title(on)
    return whyNotNow(command, context, now) ?? (wordsOf(now) === wordsOf(target) ? null : `It would now be “${wordsOf(now)}”.`)
  }
  const reason = useSyncExternalStore(targetsOnScreen.subscribe, reasonNow)
  const [atFirst] = useState(reason)
  // While it runs, the change under way may be what makes it impossible; and so after a try of which nobody knows the outcome.
  if (reason === atFirst || answer === null || mayBeDone) return null
  return since === undefined ? reason : `${since.by ?? 'Somebody'} changed this in the meantime. ${reason}`
}

/** What a plain Enter says of something final, in the words of its button. */
export function unconfirmed(label: string, isFirstTry = true): string {
  const what = label === 'Yes' ? 'for “Yes”' : `to ${label.charAt(0).toLowerCase()}${label.slice(1)}`
  return `${isFirstTry ? 'Nothing changed' : 'Not tried again'}. Press ${isMac ? '⌘ ' : 'Ctrl+'}Enter ${what}.`
}

/** Ctrl+Enter, ⌘ Enter on a Mac. */
export const isConfirm = ({ key, metaKey, ctrlKey }: KeyboardEvent) => key === 'Enter' && (isMac ? metaKey : ctrlKey)

/** A surface's element. Beneath an open palette it is inert, and its keys are the palette's. */
type Surface = RefObject<HTMLElement | null>
const isBeneath = (surface: Surface) => surface.current?.closest('[inert]') !== null

/** Hears Ctrl+Enter (⌘ Enter on a Mac) wherever the focus is. */
export const useConfirmKey = (surface: Surface, onPress: () => void) =>
  useKeyAhead((event) => isConfirm(event) && !isBeneath(surface), onPress)

const ownEnter = 'a[href], button, input, textarea, select, summary, [role=combobox], [contenteditable]'

/** Hears a plain Enter on whatever has no Enter of its own: text, or the page if the focus was lost. */
export function useEnterOnText(surface: Surface, onPress: (() => void) | null) {
  useListener(document, 'keydown', (event) => {
    const { key, target, repeat, isComposing, defaultPrevented } = event
    if (key !== 'Enter' || repeat || isComposing || defaultPrevented || onPress === null || isConfirm(event) || isBeneath(surface)) return
    if (!(target instanceof Element) || target.closest(ownEnter)) return
    event.preventDefault()
    onPress()
  })
}

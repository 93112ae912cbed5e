import { ArrowLeftIcon, LinkIcon } from '@primer/octicons-react'
import { useEffect, useRef, useState } from 'react'
import type { Answer, Typed } from '../../commands/engine/answers.ts'
import { describeTarget } from '../../commands/engine/record-types.ts'
import { leave, type Question, typeInto } from '../commands/questions.ts'
import { useBrowserBack } from '../kit/use-browser-back.ts'
import { isEscape, useKeyAhead } from '../kit/use-key-ahead.ts'
import { CopyLink } from '../questions/copy-link.tsx'
import { useChoices } from '../questions/use-choices.ts'
import { useConfirmation, useConfirmKey } from '../questions/use-confirmation.ts'
import { Doing } from './level-frame.tsx'
import styles from './palette.module.css'
import { Hint, HintBar } from './palette-hints.tsx'
import stepStyles from './palette-steps.module.css'
import { StepConfirm } from './step-confirm.tsx'
import { StepInput } from './step-input.tsx'
import { StepChoice, StepRecord } from './step-list.tsx'

/**
 * Asks for a command's arguments step by step in the palette, with the command and its record on top. Escape goes back
 * a step, then leaves; the last step confirms.
 */
export function PaletteQuestion({ question, onLeave }: { question: Question; onLeave: () => void }) {
  const { id, command, target } = question
  const confirmation = useConfirmation(question, () => {})
  const { answers, isGuarded, hint } = confirmation
  const [step, setStep] = useState(() => firstOpen(answers, question.opening.given))
  const [hasMoved, setMoved] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const refused = answers.findIndex(({ read }) => read.refusal !== null)
  // Never past an invalid step.
  const at = Math.min(step, refused < 0 ? answers.length : refused)
  const current = answers[at]
  const isFromLink = question.opening.isLink && !hasMoved
  const frame = useRef<HTMLDivElement>(null)
  // A step opened together with the palette isn't in the document when it takes the focus; the dialog would focus a button.
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-step-focus]')?.focus(), [])

  const go = (to: number) => {
    setMessage(null)
    setMoved(true)
    setStep(to)
  }
  // A running command can't go back; leaving reports the outcome in a toast.
  const back = () => {
    if (at > 0 && question.answer !== null) return go(at - 1)
    leave(id)
    onLeave()
  }

  // Never before its consequences were shown.
  useConfirmKey(frame, () => {
    if (!current) return confirmation.confirm()
    if (current.read.refusal === null) go(answers.length)
    else setMessage(current.step.kind === 'choice' ? `${current.read.refusal} Enter takes the marked one.` : current.read.refusal)
  })
  // Before the palette, which would close.
  useKeyAhead(isEscape, back)
  useBrowserBack(back)

  return (
    <div ref={frame} className={styles.root}>
      <Doing icon={command.icon} heading={command.title(target)} detail={target && describeTarget(target)}>
        <output className={styles.shape}>{`Step ${at + 1} of ${answers.length + 1}`}</output>
      </Doing>
      {isFromLink && (
        <p className={stepStyles.fromLink}>
          <LinkIcon size={16} /> Opened by a link. Nothing has been done yet.
        </p>
      )}
      {at > 0 && (
        <dl className={stepStyles.answered}>
          {answers
            .slice(0, at)
            .filter(isTold)
            .map((each) => (
              <Answered key={each.step.name} question={question} answer={each} />
            ))}
        </dl>
      )}
      {current?.step.kind === 'choice' ? (
        <StepChoice
          key={current.step.name}
          question={question}
          answer={current}
          say={setMessage}
          onChoose={(value) => {
            typeInto(id, current.step.name, value)
            go(at + 1)
          }}
        />
      ) : current?.step.kind === 'record' ? (
        <StepRecord key={current.step.name} question={question} answer={current} say={setMessage} onNext={() => go(at + 1)} />
      ) : current ? (
        <StepInput key={current.step.name} question={question} answer={current} onNext={() => go(at + 1)} />
      ) : (
        <StepConfirm question={question} confirmation={confirmation} isUnseen={isFromLink} />
      )}
      <HintBar
        message={message ?? (current ? null : hint)}
        summary={null}
        aside={<CopyLink question={question} className={styles.link} />}
        close={{ text: 'back', icon: <ArrowLeftIcon size={12} />, onClick: back }}
      >
        {current && <Hint stroke="Enter" text="next" />}
        {!current && isFromLink && !isGuarded && <Hint stroke="Tab" text="to the button" />}
        {!current && (isGuarded || !isFromLink) && <Hint stroke={isGuarded ? '$mod+Enter' : 'Enter'} text="confirm" />}
        {(current?.step.kind === 'choice' || current?.step.kind === 'record') && <Hint stroke="ArrowDown" text="choose" />}
      </HintBar>
    </div>
  )
}

/** A completed step in one line. */
function Answered({ question, answer }: { question: Question; answer: Answer }) {
  return (
    <div>
      <dt className="rigid muted">{answer.step.title}</dt>
      <dd className="breaks">{answer.step.kind === 'choice' ? <ChosenLabel question={question} answer={answer} /> : textOf(answer)}</dd>
    </div>
  )
}

/** An empty answer says nothing, nor does a choice beside the answer that implies it: 'Partial amount' is a partial refund. */
const isTold = ({ step, typed }: Answer) => typed.trim() !== '' && !Object.values(step.impliedBy ?? {}).includes(typed)

/** The first step to show: empty, or a choice that may not be on offer. */
function firstOpen(answers: readonly Answer[], given: Typed): number {
  const open = answers.findIndex(({ step }) => given[step.name] === undefined || (step.kind === 'choice' && !step.options))
  return open < 0 ? answers.length : open
}

function textOf({ step, typed, read }: Answer): string {
  if (read.refusal === null && read.words !== undefined) return read.words
  const picked = step.picked?.(typed)
  return picked ? [picked.label, picked.detail].filter((part) => part !== undefined).join(' · ') : typed.trim() || '–'
}

function ChosenLabel({ question, answer: { step, typed } }: { question: Question; answer: Answer }) {
  return useChoices(question, step).choices.find(({ value }) => value === typed)?.label ?? typed
}

import type { Ref } from 'react'
import { type Question, typeProof } from '../commands/questions.ts'
import { TextField } from '../kit/form/text-field.tsx'
import type { Confirmation } from './use-confirmation.ts'

interface Props {
  question: Question
  confirmation: Confirmation
  ref: Ref<HTMLInputElement>
  /** In the palette: it has the focus first. */
  'data-step-focus'?: ''
}

/** Where the record's email is typed before one of the heaviest changes. */
export function ProofField({ question, confirmation: { danger, isBusy, enter }, ...input }: Props) {
  if (danger?.mustType === undefined) return null
  return (
    <div className="above-12">
      <TextField
        {...input}
        label={`Type ${danger.mustType} to confirm`}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        readOnly={isBusy}
        value={question.proof}
        onChange={(event) => typeProof(question.id, event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (!event.repeat) enter()
        }}
      />
    </div>
  )
}

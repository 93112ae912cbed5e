import { PeopleIcon } from '@primer/octicons-react'
import { type Question, typeInto } from '../commands/questions.ts'
import { TextField } from '../kit/form/text-field.tsx'
import { unbroken } from '../kit/unbroken.tsx'
import styles from './consequence.module.css'
import { approvalReason, type Confirmation } from './use-confirmation.ts'

/** Says that a second person has to agree, and asks why it is wanted. */
export function RequestField({ question, confirmation }: { question: Question; confirmation: Confirmation }) {
  const { request, isBusy, enter } = confirmation
  if (request === null) return null
  return (
    <>
      <p role="status" className={`${styles.line} attention`}>
        <PeopleIcon size={16} />
        <span>{unbroken(`${request.text} Nothing changes until somebody else agrees.`)}</span>
      </p>
      {request.wantsReason && (
        <div className="above-12">
          <TextField
            label="Reason"
            hint="For whoever decides: the ticket, and why."
            autoComplete="off"
            maxLength={500}
            readOnly={isBusy}
            value={question.typed[approvalReason] ?? ''}
            onChange={({ target }) => typeInto(question.id, approvalReason, target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              if (!event.repeat) enter()
            }}
          />
        </div>
      )}
    </>
  )
}

import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { Answer } from '../../commands/engine/answers.ts'
import type { Question } from '../commands/questions.ts'

/** What a field of a question gets, whatever its kind. */
export interface FieldProps {
  question: Question
  answer: Answer
  /** After a submit every refusal is shown. */
  isSubmitted: boolean
  isBusy: boolean
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** Enter where a record is picked already. */
  onEnter: () => void
  /** A field that belongs to one of its options, shown under it. */
  below?: { value: string; field: ReactNode } | undefined
  /** For the dialog's first field. */
  focusRef?: RefObject<HTMLElement | null>
}

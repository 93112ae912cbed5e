import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { isSubmitKey } from './submit-key.ts'

interface EditFormProps {
  label: string
  onSave: () => void
  /** Escape. */
  onLeave: () => void
  children: ReactNode
}

/** A form that opens in place: Enter and $mod+Enter save, Escape leaves. It shows its own errors, not the browser's. */
export function EditForm({ label, onSave, onLeave, children }: EditFormProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      onLeave()
    } else if (isSubmitKey(event)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
  }
  const handlers = {
    onKeyDown,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      onSave()
    },
  }
  return (
    <form className="column gap-12 fine" aria-label={label} noValidate {...handlers}>
      {children}
    </form>
  )
}

/** The toast after a save; `isMore` if something was typed during the save and isn't saved yet. */
export function savedText(what: string, isMore: boolean): string {
  return isMore ? `${what}, but not what was typed since.` : `${what}.`
}

import { XIcon } from '@primer/octicons-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { NamedView } from '../../../contract/preferences.ts'
import { Button } from '../../kit/button.tsx'
import { IconButton } from '../../kit/icon-button.tsx'
import { whyNotName } from './named-views.ts'

interface ViewNameProps {
  label: string
  button: string
  initial: string
  views: readonly NamedView[]
  /** Whether it takes the focus; a rename always does. */
  isFirst?: boolean
  /** Receives the trimmed name. */
  onName: (name: string) => void
  onCancel?: () => void
}

/** Asks for a view's name; confirms before replacing another view. */
export function ViewName({ label, button, initial, views, isFirst = false, onName, onCancel }: ViewNameProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(initial)
  const [submitted, setSubmitted] = useState<string | null>(null)
  const name = typed.trim()
  const isTaken = name !== initial && views.some((view) => view.name === name)
  const refusal = whyNotName(typed, views, initial !== '')
  const asks = submitted === typed && refusal === null && isTaken
  const problem = submitted !== typed ? null : (refusal ?? (asks ? `There is a view ‘${name}’ already. Replace it?` : null))

  useEffect(() => {
    if (!isFirst && initial === '') return
    input.current?.focus()
    input.current?.select()
  }, [isFirst, initial])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(typed)
    if (refusal !== null || (isTaken && !asks)) return input.current?.focus()
    onName(name)
  }
  return (
    <form className="column gap-8" onSubmit={submit} noValidate>
      <label htmlFor={id}>{label}</label>
      <span className="flex gap-8">
        <input
          ref={input}
          id={id}
          className="control can-shrink grow"
          autoComplete="off"
          maxLength={60}
          value={typed}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant={asks ? 'danger' : 'primary'}>
          {asks ? 'Replace' : button}
        </Button>
        {onCancel ? <IconButton icon={XIcon} label="Keep the name as it is" onClick={onCancel} /> : null}
      </span>
      {problem === null ? null : (
        <p id={`${id}-problem`} role="alert" className="danger small">
          {problem}
        </p>
      )}
    </form>
  )
}

import { Banner } from '@primer/react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { KeyCaps } from '../key-caps.tsx'
import { toastError } from '../toasts.tsx'
import styles from './edit-form.module.css'
import { fieldErrorsOf, formErrorOf } from './field-errors.ts'
import { DiscardQuestion, useLeaving } from './leaving.tsx'
import { Notice } from './notice.tsx'
import type { FieldConflict } from './record-draft.ts'

/** Whether a keystroke saves the form from any field: $mod+Enter. Plain Enter is left to the browser. */
function isSubmitKey({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing && !nativeEvent.repeat
}

interface FormSpec<Field extends string> {
  /** Named in the server's errors; the first with an error gets the focus if its control has its name. */
  fields: readonly Field[]
  isChanged: boolean
  /** Leaves the form and drops what was typed. */
  leave: () => void
  /** The toast's title after a failed save. */
  failed?: string
  /** What the form says then. */
  failureOf?: (error: unknown) => string
}

/** The state of a form that is saved: errors by field, why the last save failed, leaving with unsaved changes. */
export function useEditForm<Field extends string>({
  fields,
  isChanged,
  leave,
  failed = 'Operation error, try again.',
  failureOf = formErrorOf,
}: FormSpec<Field>) {
  type Errors = Partial<Record<Field, string>>
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  /** 'again' is a save that was asked for while one ran. State would be too late for a second Enter. */
  const saving = useRef<'no' | 'once' | 'again'>('no')
  const box = useRef<HTMLFormElement>(null)
  const leaving = useLeaving(isChanged, leave)
  const point = (found: Errors) => {
    setErrors(found)
    const first = fields.find((field) => found[field] !== undefined)
    box.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  return {
    errors,
    failure,
    setFailure,
    isSaving,
    box,
    leaving,
    /** Whether a save that was asked for during the last one is due. */
    isDue: () => !isSaving && saving.current === 'again',
    /**
     * Saves unless `invalid` has errors; while a save is running, after it. What the server refuses is shown at its field, other
     * failures above the form and in a toast.
     * @param send whether something was typed meanwhile, which the form keeps
     */
    save: async (invalid: Errors | null | undefined, send: () => Promise<boolean>) => {
      if (isSaving || saving.current === 'once') {
        saving.current = 'again'
        return
      }
      saving.current = 'no'
      setFailure(null)
      if (invalid) return point(invalid)
      setErrors({})
      setSaving(true)
      saving.current = 'once'
      let isMore = false
      try {
        isMore = await send()
      } catch (error) {
        const atFields = fieldErrorsOf(error, fields)
        point(atFields)
        if (Object.keys(atFields).length > 0) return
        setFailure(failureOf(error))
        toastError(failed, error)
      } finally {
        if (!isMore || saving.current === 'once') saving.current = 'no'
        setSaving(false)
      }
    },
  }
}

interface EditFormProps {
  label: string
  form: Pick<ReturnType<typeof useEditForm>, 'failure' | 'isSaving' | 'isDue' | 'leaving' | 'box'>
  /** Of a record's form: the draft's name, and the fields that were typed before it opened. */
  draft?: { name: string; restored: readonly string[] }
  onSave: () => unknown
  canSave?: boolean
  saveLabel?: string
  children: ReactNode
  /** A button beside those to save and cancel. */
  action?: ReactNode
  /** What colleagues who have the record open are told. */
  activity?: 'editing' | 'writing-note'
}

/** A form that opens in place: Enter and $mod+Enter save, Escape leaves. It shows its own errors, not the browser's. */
export function EditForm({ label, form, draft, onSave, canSave = true, saveLabel, children, action, activity = 'editing' }: EditFormProps) {
  const { leaving, failure, isSaving, isDue, box } = form
  useEffect(() => {
    if (isDue()) void onSave()
  })
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      leaving.cancel()
    } else if (isSubmitKey(event)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
  }
  const handlers = {
    onKeyDown,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void onSave()
    },
  }
  return (
    <form
      ref={box}
      className="column gap-12 fine"
      aria-label={label}
      data-activity={activity}
      data-draft={draft?.name}
      noValidate
      {...handlers}
    >
      {draft && draft.restored.length > 0 ? <Notice kind="info">{`Not saved yet: ${draft.restored.join(', ')}`}</Notice> : null}
      {failure ? <Notice kind="danger">{failure}</Notice> : null}
      {children}
      {leaving.isAsking ? (
        <DiscardQuestion onKeep={leaving.keep} onDiscard={leaving.leave} />
      ) : (
        <div className="flex wrap spread gap-8">
          <div className="row wrap gap-8">
            <Button type="submit" variant="primary" disabled={!canSave} loading={isSaving} loadingAnnouncement="Saving">
              {saveLabel ?? 'Save'}
            </Button>
            <Button onClick={leaving.cancel}>Cancel</Button>
            <span className="inline-row note gap-4 key-hint">
              <KeyCaps keys="$mod+Enter" /> saves
            </span>
          </div>
          {action}
        </div>
      )}
    </form>
  )
}

interface FieldConflictChoiceProps<Field extends string> {
  draft: {
    changedBy: string | null
    conflicts: Partial<Record<Field, FieldConflict>>
    takeTheirs: (name: Field) => void
    keepYours: (name: Field) => void
  }
  name: Field
  label: string
  /** Formats a value; unchanged by default. */
  say?: (value: string) => string
  /** Puts both texts into the field, for prose; offered if neither is empty. */
  keepBoth?: () => void
}

/** Somebody else changed the same field meanwhile: shows both values to choose from. */
export function FieldConflictChoice<Field extends string>(props: FieldConflictChoiceProps<Field>) {
  const { draft, name, label, say = (value) => value, keepBoth } = props
  const conflict = draft.conflicts[name]
  if (!conflict) return null
  const value = (text: string) => <q className={styles.value}>{say(text) || 'empty'}</q>
  return (
    <Banner
      variant="warning"
      layout="compact"
      role="alert"
      aria-label="Changed meanwhile"
      title={`${draft.changedBy ?? 'Somebody else'} changed “${label}” while you were editing.`}
    >
      <p>Theirs: {value(conflict.theirs)}</p>
      <p>Yours: {value(conflict.yours)}</p>
      <div className="flex wrap gap-8">
        <Button size="small" onClick={() => draft.takeTheirs(name)}>
          Take theirs
        </Button>
        <Button size="small" onClick={() => draft.keepYours(name)}>
          Keep yours
        </Button>
        {keepBoth && conflict.theirs !== '' && conflict.yours !== '' && (
          <Button size="small" onClick={keepBoth}>
            Keep both
          </Button>
        )}
      </div>
    </Banner>
  )
}

/** The toast after a save; `isMore` if something was typed during the save and isn't saved yet. */
export function savedText(what: string, isMore: boolean): string {
  return isMore ? `${what}, but not what you have typed since.` : `${what}.`
}

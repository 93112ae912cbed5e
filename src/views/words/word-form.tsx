import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { runMutation } from '../../api/run-mutation.ts'
import { addWordMutation, editWordMutation } from '../../api/words.ts'
import { saysMeaning } from '../../commands/text/team-words.ts'
import { WordInput } from '../../contract/words.ts'
import { toastDone } from '../../layout/commands/undo-change.ts'
import { EditForm, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { Page } from '../../layout/list/page.tsx'
import { whyNotMeaning } from '../../layout/list/words/meaning-of.ts'
import { useVocabulary } from './use-vocabulary.ts'
import styles from './words.module.css'

interface Props {
  title: string
  initial: WordInput
  /** The word that is changed; absent for a new one. */
  kept?: { id: number; version: number }
  onClose: () => void
}

/** What a word means, written by somebody who may. */
export function WordForm({ title, initial, kept, onClose }: Props) {
  const client = useQueryClient()
  const vocabulary = useVocabulary()
  const [draft, setDraft] = useState(initial)
  const change = (changed: Partial<WordInput>) => setDraft((before) => ({ ...before, ...changed }))
  const form = useEditForm({
    fields: ['word', 'meaning'] as const,
    isChanged: draft.word !== initial.word || draft.meaning !== initial.meaning,
    leave: onClose,
    failed: 'The word was not saved',
  })
  const save = () => {
    const read = readWord(draft)
    return form.save('errors' in read ? read.errors : vocabulary && whyNotMeaning(read.word, vocabulary), async () => {
      if ('errors' in read) return false
      const { word } = read
      const done = kept
        ? await runMutation(client, editWordMutation(), { ...kept, ...word })
        : await runMutation(client, addWordMutation(), word)
      toastDone(client, `${saysMeaning(word)}.`, done)
      onClose()
      return false
    })
  }
  const field = (name: keyof WordInput) => ({
    name,
    value: draft[name],
    error: form.errors[name] ?? null,
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  })
  return (
    <Page title={title} maxWidth="36rem">
      <div className={styles.card}>
        <EditForm label={title} form={form} canSave={vocabulary !== null} onSave={save}>
          <TextField label="Word" hint="What your team says, in one to three words." autoFocus={initial.word === ''} {...field('word')} />
          <TextField
            label="Means"
            hint="What one would type for it: refund, overdue customers, discount 20 %."
            autoFocus={initial.word !== ''}
            {...field('meaning')}
          />
        </EditForm>
      </div>
    </Page>
  )
}

/** What was written, in the form that is kept, or what is wrong with it by field. */
function readWord(draft: WordInput): { word: WordInput } | { errors: Partial<WordInput> } {
  const { data, error } = WordInput.safeParse(draft)
  if (data) return { word: data }
  return { errors: Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path[0], message])) }
}

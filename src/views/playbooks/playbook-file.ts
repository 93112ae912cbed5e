import type { QueryClient } from '@tanstack/react-query'
import { createPlaybookMutation } from '../../api/playbooks.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { PlaybookFile, type PlaybookInput } from '../../contract/playbooks.ts'
import { readJson, saveJson } from '../../layout/kit/json-file.tsx'
import { toastError, toastSuccess } from '../../layout/kit/toasts.tsx'

/** What a person writes of a playbook. */
export const written = ({ name, type, keys, isShared, steps }: PlaybookInput): PlaybookInput => ({ name, type, keys, isShared, steps })

/** Saves playbooks as a file. */
export const exportPlaybooks = (rows: readonly PlaybookInput[], name: string) => saveJson({ playbooks: rows.map(written) }, name)

/** Keeps a file's playbooks as one's own, so that nobody else gets them unasked. Nothing is kept of a file that has a mistake. */
export async function importPlaybooks(client: QueryClient, text: string): Promise<void> {
  const read = readJson(text, PlaybookFile, 'playbooks')
  if ('refusal' in read) return toastError('Nothing was imported', null, read.refusal)
  const { playbooks } = read.data
  try {
    for (const playbook of playbooks) await runMutation(client, createPlaybookMutation(), { ...playbook, isShared: false })
    toastSuccess(`${playbooks.length} ${playbooks.length === 1 ? 'playbook' : 'playbooks'} imported, for you alone.`)
  } catch (error) {
    toastError('Not all was imported', error)
  }
}

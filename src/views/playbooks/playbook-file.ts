import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { createPlaybookMutation } from '../../api/playbooks.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { PlaybookFile, type PlaybookInput } from '../../contract/playbooks.ts'
import { toastError, toastSuccess } from '../../layout/kit/toasts.tsx'

/** What a person writes of a playbook. */
export const written = ({ name, type, keys, isShared, steps }: PlaybookInput): PlaybookInput => ({ name, type, keys, isShared, steps })

/** Playbooks as a file. */
export const writePlaybookFile = (rows: readonly PlaybookInput[]) =>
  `${JSON.stringify({ playbooks: rows.map(written) } satisfies z.input<typeof PlaybookFile>, null, 2)}\n`

/** A file's playbooks, or why it is none. */
export function readPlaybookFile(text: string): { playbooks: PlaybookInput[] } | { refusal: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { refusal: 'This is no JSON file.' }
  }
  const parsed = PlaybookFile.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return { refusal: `This is no file of playbooks: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? ''}` }
}

/** Keeps a file's playbooks as one's own, so that nobody else gets them unasked. Nothing is kept of a file that has a mistake. */
export async function importPlaybooks(client: QueryClient, text: string): Promise<void> {
  const read = readPlaybookFile(text)
  if ('refusal' in read) return toastError('Nothing was imported', null, read.refusal)
  try {
    for (const playbook of read.playbooks) await runMutation(client, createPlaybookMutation(), { ...playbook, isShared: false })
    const { length } = read.playbooks
    toastSuccess(`${length} ${length === 1 ? 'playbook' : 'playbooks'} imported, for you alone.`)
  } catch (error) {
    toastError('Not all was imported', error)
  }
}

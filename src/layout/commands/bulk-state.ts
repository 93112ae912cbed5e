import type { BulkJob } from '../../commands/command.ts'
import { paletteReturn, paletteState } from './palette-state.ts'
import { questions } from './questions.ts'
import { createStore } from '../kit/store.ts'

/** The change of many records that is open: it stays with the records that it was opened for. */
export interface OpenBulk {
  job: BulkJob
  /** What has the focus again when it is closed. */
  returnFocus: HTMLElement | null
}

export const bulkState = createStore<OpenBulk | null>(null)

/** Opens a change of many records. One at a time: it shows as soon as what asked for it has closed. */
export function openBulk(job: BulkJob) {
  bulkState.set({ job, returnFocus: opener() })
}

/** What had the focus before the palette or dialog that asked. */
function opener(): HTMLElement | null {
  const question = questions.get().at(-1)
  if (paletteState.get().isOpen) return paletteReturn.current
  if (question) return question.returnFocus
  return document.activeElement instanceof HTMLElement ? document.activeElement : null
}

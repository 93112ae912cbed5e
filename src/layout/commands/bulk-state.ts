import type { BulkJob } from '../../commands/engine/context.ts'
import { visitStore } from '../session/visit.ts'
import { paletteReturn, paletteState } from './palette-state.ts'
import { questions } from './questions.ts'

/** The open bulk change, tied to the records it was opened for. */
export interface OpenBulk {
  job: BulkJob
  /** Gets the focus back on close. */
  returnFocus: HTMLElement | null
}

export const bulkState = visitStore<OpenBulk | null>(() => null)

/** Opens a bulk change, one at a time; shown once the surface that opened it has closed. */
export function openBulk(job: BulkJob) {
  bulkState.set({ job, returnFocus: opener() })
}

/** What had the focus before the palette or dialog that opened it. */
function opener(): HTMLElement | null {
  const question = questions.get().at(-1)
  if (paletteState.get().isOpen) return paletteReturn.current
  if (question) return question.returnFocus
  return document.activeElement instanceof HTMLElement ? document.activeElement : null
}

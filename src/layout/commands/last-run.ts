import type { Command } from '../../commands/engine/command.ts'
import { createStore } from '../kit/store.ts'

/** The command that was run last, from any surface; a new object for each run. */
export const lastRun = createStore<{ command: Command } | null>(null)

import type { ConsoleDialog } from '../../commands/engine/context.ts'
import { visitStore } from '../session/visit.ts'

/** The open dialog of the console itself. Palette, menu, questions and bulk changes have more state, and a file of their own. */
export const consoleDialog = visitStore<ConsoleDialog | null>(() => null)

export const closeConsoleDialog = () => consoleDialog.set(null)

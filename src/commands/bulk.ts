import type { Capability } from '../contract/capabilities.ts'
import { type Availability, type CommandContext, hidden, ready } from './command.ts'

/** Needs both the bulk capability and the action's own. */
export const ifMay =
  (capability: Capability) =>
  ({ user }: CommandContext): Availability =>
    user.capabilities.includes(capability) ? ready : hidden

/** Shared by all bulk questions; the preview then shows the details of each record. */
export const beforehand = { confirmLabel: 'Preview', undoable: true, restores: true } as const

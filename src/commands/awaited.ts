import type { Target } from './record-types.ts'

/** What the palette asks for as soon as it opens: which of a record's own records a command is for. */
export const awaited: { current: { command: string; of: Target } | null } = { current: null }

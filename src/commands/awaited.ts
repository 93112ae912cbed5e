import type { Target } from './record-types.ts'

/** What the palette asks for as soon as it opens: which of a record's own records a command is for. */
export const awaited: { current: { command: string; of: Target } | null } = { current: null }

/** The fragment of a command link that was made from what somebody typed, until it is followed: it is no stranger's. */
export const typedLink: { current: string | null } = { current: null }

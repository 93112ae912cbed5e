import type { CommandContext } from './context.ts'

/** The text of a confirmation. */
export interface Danger {
  title: string
  /** What will happen and to whom; names the target. */
  body: string
  confirmLabel: string
  /** The steps of a playbook, in place of the body where they are shown as a list. */
  steps?: readonly DangerStep[]
  /** The other button's label if documented: 'No'. */
  declineLabel?: string
  /** Shown while it runs. */
  progress?: string
  /** Whether the server can undo it; the confirmation says so. */
  undoable: boolean
  /** For the heaviest changes: the record's email, which has to be typed before anything confirms. */
  mustType?: string
  /** Another way to reverse it, and until when, shown if it can't be undone. With neither it is final. */
  wayBack?: string
  /** It can be reversed, but no Enter alone confirms it: it opens somebody's account. */
  guarded?: true
  /** True if it restores or gives something: nothing is red. */
  restores?: boolean
  /** A sentence on how much it affects, loaded while the confirmation is open; doesn't delay it and may fail. */
  touches?: (context: CommandContext) => Promise<string>
}

/** What a step will do, or why it is left out. */
export interface DangerStep {
  title: string
  body: string | null
  reason: string | null
}

/** Whether it can't be reversed: the confirmation says so, and Enter doesn't do it. */
export const isFinal = ({ undoable, wayBack }: Danger) => !undoable && wayBack === undefined

/** Whether only $mod+Enter or its own button confirms it. */
export const isGuarded = (danger: Danger) => isFinal(danger) || danger.guarded === true

/** Whether what had to be typed has been. */
export const isProven = ({ mustType }: Danger, proof: string) =>
  mustType === undefined || proof.trim().toLowerCase() === mustType.trim().toLowerCase()

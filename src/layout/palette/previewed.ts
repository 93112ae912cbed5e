import type { ResolvedCommand } from '../../commands/resolve.ts'
import type { RecentRecord } from '../commands/recent.ts'

/** What the preview is of. */
export type Previewed =
  | { kind: 'record'; record: RecentRecord }
  | { kind: 'command'; resolved: ResolvedCommand }
  | { kind: 'words'; words: string }

export interface PreviewProps {
  of: Exclude<Previewed, { kind: 'words' }>
  /** Fetches ahead what opening a record will need. */
  prefetch: (href: string) => void
}

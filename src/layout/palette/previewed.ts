import type { ResolvedCommand } from '../../commands/resolve.ts'
import type { RecentRecord } from '../commands/recent.ts'

export type Previewed =
  | { kind: 'record'; record: RecentRecord }
  | { kind: 'command'; resolved: ResolvedCommand }
  | { kind: 'words'; words: string }

export interface PreviewProps {
  of: Exclude<Previewed, { kind: 'words' }>
  /** Preloads what opening the record needs. */
  prefetch: (href: string) => void
}

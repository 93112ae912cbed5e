import type { AuditAction } from '../../contract/audit-actions.ts'
import type { Target, TargetType } from './targets.ts'

/** What a policy may depend on in a command: which action it is. */
export interface ForeseenCommand {
  id: string
  target?: TargetType
  audited?: { action: AuditAction }
  delegate?: { command: string }
  toggle?: { isOn: (target: Target | null, context: never) => boolean }
}

/** Its arguments, if they are known, and by which of its names it was called. */
interface Foreknown {
  args?: Readonly<Record<string, unknown>>
  side?: 'on' | 'off' | null
}

/** What the company's policies would say to a command; null if nothing. The server decides; this says it beforehand. */
export type Forecast = (
  command: ForeseenCommand,
  target: Target | null,
  context: unknown,
  known?: Foreknown,
) => { verdict: 'ask' | 'block'; text: string } | null

import type { Target } from './command.ts'

/** How a record is called wherever an action on it is named. */
export function nameOfTarget(target: Target): string {
  if (target.type === 'customer') return target.record.fullName || target.record.email
  if (target.type === 'qr') return target.record.name || target.record.uri
  return `Invoice ${target.record.id}`
}

import type { BadgeColour } from '../../contract/customer-status.ts'
import { StatusBadge } from '../kit/status-badge.tsx'

/** The colour of an HTTP status: done, the caller's fault, ours, or neither. */
function httpStatusColour(statusCode: number): BadgeColour {
  if (statusCode >= 500) return 'danger'
  if (statusCode >= 400) return 'warning'
  return statusCode >= 200 && statusCode < 300 ? 'success' : 'secondary'
}

/** The status of an HTTP answer. */
export function HttpStatus({ statusCode }: { statusCode: number }) {
  return <StatusBadge status={String(statusCode)} colour={httpStatusColour(statusCode)} />
}

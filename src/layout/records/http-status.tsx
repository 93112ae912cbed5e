import type { BadgeColour } from '../../contract/customer-status.ts'
import { StatusBadge } from '../kit/status-badge.tsx'

/** An HTTP status's colour: success, client error, server error, or neutral. */
function httpStatusColour(statusCode: number): BadgeColour {
  if (statusCode >= 500) return 'danger'
  if (statusCode >= 400) return 'warning'
  return statusCode >= 200 && statusCode < 300 ? 'success' : 'secondary'
}

export function HttpStatus({ statusCode }: { statusCode: number }) {
  return <StatusBadge status={String(statusCode)} colour={httpStatusColour(statusCode)} />
}

import type { BadgeColour } from '../../contract/customer-status.ts'
import type { QrStatus } from '../../contract/qrs.ts'

export const qrStatusColours: Record<QrStatus, BadgeColour> = {
  active: 'success',
  stopped: 'warning',
  blocked: 'danger',
  deleted: 'secondary',
}

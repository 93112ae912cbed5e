import type { BadgeColour } from '../../contract/customer-status.ts'
import type { QrStatus } from '../../contract/qrs.ts'

/** The colour of a QR code's status. */
export const qrStatusColours: Record<QrStatus, BadgeColour> = {
  active: 'success',
  stopped: 'warning',
  blocked: 'danger',
  deleted: 'secondary',
}

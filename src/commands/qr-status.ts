import { qrStatusOptions, whyNotSetStatus } from '../contract/qr-rules.ts'
import { type QrStatus, qrStatus } from '../contract/qrs.ts'
import type { Choice, Read, Targets } from './command.ts'

const labels: Record<QrStatus, string> = { blocked: 'Blocked', active: 'Active', deleted: 'Deleted', stopped: 'Stopped' }

/** The four documented options, in order; refused ones say why. */
export const statusChoices = (qr: Targets['qr'] | null): Choice[] =>
  qrStatusOptions.map((status) => ({
    value: status,
    label: qr !== null && qrStatus(qr) === status ? `${labels[status]} (now)` : labels[status],
    refusal: qr === null ? null : whyNotSetStatus(qr, status),
  }))

export function readStatus(typed: string, qr: Targets['qr'] | null): Read<QrStatus> {
  const status = qrStatusOptions.find((option) => option === typed)
  if (status === undefined) return { value: null, refusal: 'Choose a status.' }
  const refusal = qr === null ? null : whyNotSetStatus(qr, status)
  return refusal === null ? { value: status, refusal } : { value: null, refusal }
}

/** What a status means for scans. */
export const statusEffects: Record<QrStatus, string> = {
  active: 'Scans lead to its content again.',
  stopped: 'Scans no longer lead to its content until it is activated.',
  blocked: 'Scans no longer lead to its content.',
  deleted: 'It no longer shows for its customer, and scans no longer lead to its content.',
}

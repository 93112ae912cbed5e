import { qrStatusOptions, whyNotSetStatus } from '../contract/qr-rules.ts'
import { type QrStatus, qrStatus } from '../contract/qrs.ts'
import type { Choice, Read, Targets } from './command.ts'

const labels: Record<QrStatus, string> = { blocked: 'Blocked', active: 'Active', deleted: 'Deleted', stopped: 'Stopped' }

/** What one says to reach a status, if that isn't the start of its name. */
const doing: Partial<Record<QrStatus, string[]>> = { active: ['activate', 'revive', 'unblock'] }

/** The four documented options, in order; refused ones say why. */
export const statusChoices = (qr: Targets['qr'] | null): Choice[] =>
  qrStatusOptions.map((status) => ({
    value: status,
    label: qr !== null && qrStatus(qr) === status ? `${labels[status]} (now)` : labels[status],
    refusal: qr === null ? null : whyNotSetStatus(qr, status),
    ...(doing[status] ? { keywords: doing[status] } : {}),
  }))

export function readStatus(typed: string, qr: Targets['qr'] | null): Read<QrStatus> {
  const status = qrStatusOptions.find((option) => option === typed)
  if (status === undefined) return { value: null, refusal: 'Choose a status.' }
  const refusal = qr === null ? null : whyNotSetStatus(qr, status)
  return refusal === null ? { value: status, refusal } : { value: null, refusal }
}

/** By its label's start or by what one says to do: 'stop', 'activate'. */
export function readAnyStatus(typed: string): Read<QrStatus> {
  const text = typed.toLowerCase()
  const status = qrStatusOptions.find((option) => option.startsWith(text) || doing[option]?.includes(text))
  return status === undefined ? { value: null, refusal: 'Choose a status.' } : { value: status, refusal: null, words: labels[status] }
}

/** What a status means for scans. */
export const statusEffects: Record<QrStatus, string> = {
  active: 'Scans lead to its content again.',
  stopped: 'Scans no longer lead to its content until it is activated.',
  blocked: 'Scans no longer lead to its content.',
  deleted: 'It no longer shows for its customer, and scans no longer lead to its content.',
}

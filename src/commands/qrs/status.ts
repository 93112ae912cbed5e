import { qrStatusOptions, whyNotSetStatus } from '../../contract/qr-rules.ts'
import { type QrStatus, qrStatus } from '../../contract/qrs.ts'
import { capitalise } from '../../contract/status-words.ts'
import type { Targets } from '../engine/targets.ts'
import { choiceStep } from '../shared/choice-step.ts'

/** The four documented options, in order. What one says to reach a status counts if that isn't the start of its name. */
const options = {
  title: 'Status',
  ask: 'Choose a status.',
  values: qrStatusOptions,
  keywords: {
    active: ['activate', 'reactivate', 'revive', 'start', 'restart', 'enable', 'turn on', 'switch on'],
    stopped: ['pause', 'paused', 'disable', 'deactivate', 'turn off', 'switch off'],
    blocked: ['take down', 'phishing', 'malware', 'spam', 'scam'],
  },
}

/** Why a code can't be brought back from a state that it isn't in. */
function whyNotFrom(state: 'blocked' | 'stopped', qr: Targets['qr']): string | null {
  const status = qrStatus(qr)
  if (status === state) return null
  return status === 'active' ? `Not ${state}.` : `Not ${state} but ${status}.`
}

/** The step that asks for the status of one QR code; refused ones say why. */
export const statusStep = choiceStep<QrStatus, Targets['qr']>({
  ...options,
  label: (status, qr) => `${capitalise(status)}${qr && qrStatus(qr) === status ? ' (now)' : ''}`,
  wordsIn: {
    active: {
      unblock: (qr) => whyNotFrom('blocked', qr),
      unstop: (qr) => whyNotFrom('stopped', qr),
    },
  },
  whyNot: whyNotSetStatus,
})

/** The step that asks for the status of selected QR codes: 'unblock' must not activate those that are stopped, so it asks. */
export const selectedStatusStep = choiceStep<QrStatus, Targets['qrs']>({
  ...options,
  label: capitalise,
})

/** What a status means for scans. */
export const statusEffects: Record<QrStatus, string> = {
  active: 'Scans lead to its content again.',
  stopped: 'Scans lead nowhere until it is activated.',
  blocked: 'Scans lead nowhere.',
  deleted: 'It no longer shows for its customer, and scans lead nowhere.',
}

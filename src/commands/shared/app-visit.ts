import { type AppLoginMode, appLoginModes, appVisitSeconds, VisitReason } from '../../contract/app-login.ts'
import { type ArgumentStep, readBy } from '../engine/steps.ts'
import { choiceStep } from './choice-step.ts'

export type AppVisit = { mode: AppLoginMode; reason: string }

export const modeLabels: Record<AppLoginMode, string> = { look: 'Look only', act: 'Act for them' }

/** What is asked before staff log in to the product's app as somebody. */
export const visitSteps = {
  mode: {
    ...choiceStep<AppLoginMode, unknown>({
      title: 'Mode',
      ask: 'Choose what you want to do there.',
      values: appLoginModes,
      label: (mode) => modeLabels[mode],
      keywords: { look: ['read', 'read-only'], act: ['write'] },
    }),
    feature: 'fields',
    initial: () => 'look',
  },
  reason: { title: 'Reason', kind: 'text', feature: 'fields', hint: () => 'The ticket, and why', read: readBy(VisitReason) },
} satisfies { mode: ArgumentStep<unknown, AppLoginMode>; reason: ArgumentStep<unknown, string> }

const rules: Record<AppLoginMode, string> = { look: 'Nothing can be changed there.', act: 'What you change there is changed for them.' }

/** What a visit allows, and when it ends; nothing if the admin API doesn't know of modes. */
export const visitRules = ({ mode }: Partial<AppVisit>) => (mode ? ` ${rules[mode]} It ends after ${appVisitSeconds / 60} minutes.` : '')

import type { Random } from './random.ts'

interface EndingFacts {
  /** The final raw subscription status. */
  status: string | null
  /** How far the customer got: signed up, trial, or paid. */
  stage: 'signup' | 'trial' | 'paid'
  /** A live subscription, renewed until now. */
  live?: boolean
}

/** How customers' stories end: every raw status of document 1, section 4, and every displayed one. */
export const endings = {
  none: { status: null, stage: 'signup' },
  inactive: { status: 'inactive', stage: 'signup' },
  incomplete: { status: 'incomplete', stage: 'signup' },
  incompleteExpired: { status: 'incomplete_expired', stage: 'signup' },
  firstPaymentPending: { status: 'first_payment_pending', stage: 'signup' },
  waitingBankTransfer: { status: 'waitingBankTransferApproval', stage: 'signup' },
  statusRequiresAction: { status: 'requires_action', stage: 'signup' },
  statusBanned: { status: 'banned', stage: 'signup' },
  trialing: { status: 'trialing', stage: 'trial', live: true },
  onlyTrial: { status: 'onlyTrial', stage: 'trial' },
  trialEnded: { status: 'trial_ended', stage: 'trial' },
  trialCanceled: { status: 'canceled', stage: 'trial' },
  active: { status: 'active', stage: 'paid', live: true },
  cancelAtPeriodEnd: { status: 'active', stage: 'paid', live: true },
  willCancel: { status: 'active', stage: 'paid', live: true },
  requiresAction: { status: 'active', stage: 'paid', live: true },
  pastDue: { status: 'past_due', stage: 'paid', live: true },
  unpaid: { status: 'unpaid', stage: 'paid' },
  canceledByStaff: { status: 'canceled', stage: 'paid' },
  canceledByUser: { status: 'canceled', stage: 'paid' },
  canceledByDispute: { status: 'canceled', stage: 'paid' },
  canceledByEarlyFraud: { status: 'canceled', stage: 'paid' },
  softDeleted: { status: 'soft_deleted', stage: 'paid' },
} as const satisfies Record<string, EndingFacts>

export type Ending = keyof typeof endings

/** What a customer's story is built from. */
export interface Fate {
  ending: Ending
  planId: 1 | 2
  months: 1 | 12
  /** Trial days before the first subscription payment; 0 without a trial. */
  trialDays: number
  /** Periods paid before the end; infinite if live. */
  periods: number
  /** Percent off every payment. */
  discount: number | null
  /** Seconds between sign-up and what follows; a few minutes by default. */
  pause?: number
  /** The last payment is disputed and awaits a response. */
  disputed?: true
}

/** Cases that staff handle daily but few stories end in naturally. A share of customers gets one, whatever their age. */
const daily = [
  ['trialing', 5.6],
  ['incomplete', 0.7],
  ['pastDue', 0.7],
  ['disputed', 0.8],
  [null, 92.2],
] as const

const oldSignups = [
  ['none', 55],
  ['inactive', 6],
  ['incompleteExpired', 26],
  ['statusBanned', 1],
  ['firstPaymentPending', 1],
  ['waitingBankTransfer', 1],
  ['statusRequiresAction', 1],
] as const
const newSignups = [
  ['none', 60],
  ['incomplete', 26],
  ['firstPaymentPending', 6],
  ['waitingBankTransfer', 4],
  ['statusRequiresAction', 4],
] as const
const trialEndings = [
  ['trialEnded', 52],
  ['trialCanceled', 44],
  ['onlyTrial', 4],
] as const
const paidEndings = [
  ['canceledByUser', 66],
  ['canceledByStaff', 8],
  ['unpaid', 12],
  ['canceledByDispute', 4],
  ['canceledByEarlyFraud', 3],
  ['softDeleted', 7],
] as const

const monthDays = 30.44

/** Delays the story so that it starts that many days ago. */
function pausedUntil(age: number, daysAgo: number): Pick<Fate, 'pause'> {
  return { pause: Math.max(0, Math.floor(age - daysAgo * 86_400)) }
}

/** Draws the fate of a customer who signed up `age` seconds ago. */
export function drawFate(random: Random, age: number): Fate {
  const days = age / 86_400
  const paidMonths = random.chance(0.3) ? 12 : 1
  const trialDays = random.weighted([
    [7, 60],
    [14, 18],
    [0, 22],
  ] as const)
  const fate: Fate = {
    ending: 'none',
    planId: random.chance(0.74) ? 1 : 2,
    months: paidMonths,
    trialDays,
    periods: 0,
    discount: random.chance(0.12)
      ? random.weighted([
          [10, 15],
          [20, 20],
          [25, 15],
          [50, 35],
          [75, 15],
        ] as const)
      : null,
  }
  const stage = random.next()
  const chosen = random.weighted(daily)
  const progress = random.next()
  if (chosen === 'trialing')
    return { ...fate, ending: 'trialing', trialDays: trialDays || 7, ...pausedUntil(age, progress * 0.97 * (trialDays || 7)) }
  if (chosen === 'incomplete') return { ...fate, ending: 'incomplete', trialDays: 0, ...pausedUntil(age, progress * 0.9) }
  const months = Math.floor(days / monthDays) - 1
  if (chosen === 'pastDue' && months > 0) {
    // The last renewal, some days ago, failed.
    const paid = 1 + Math.floor(((progress * 997) % 1) * Math.min(24, months))
    const ending = { ending: 'pastDue', months: 1, trialDays: 0, periods: Number.POSITIVE_INFINITY } as const
    return { ...fate, ...ending, ...pausedUntil(age, paid * monthDays + 2 + progress * 8) }
  }
  if (chosen === 'disputed' && days > 3)
    return { ...fate, ending: 'active', months: 1, trialDays: 0, periods: Number.POSITIVE_INFINITY, disputed: true }
  if (stage < 0.26) fate.ending = random.weighted(days < 2 ? newSignups : oldSignups)
  else if (trialDays > 0 && days < trialDays) fate.ending = random.chance(0.94) ? 'trialing' : 'trialCanceled'
  else if (trialDays > 0 && stage < 0.55) fate.ending = random.weighted(trialEndings)
  else {
    // Constant churn: 6 % of monthly customers per month, 30 % of yearly ones per year.
    fate.periods = 1 + Math.floor(Math.log(1 - random.next()) / Math.log(paidMonths === 12 ? 0.7 : 0.94))
    fate.ending = random.weighted(paidEndings)
    if (fate.ending === 'canceledByEarlyFraud') fate.periods = 1
  }
  return fate
}

const liveEndings = [
  ['active', 90],
  ['cancelAtPeriodEnd', 5],
  ['willCancel', 3.5],
  ['requiresAction', 1.5],
] as const

/** The current state of a subscription paid beyond now. */
export function drawLiveEnding(random: Random): Ending {
  return random.weighted(liveEndings)
}

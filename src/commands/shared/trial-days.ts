import { TrialDays } from '../../contract/customer-actions.ts'
import { addMonths, dayOf, daysInRange, formatDate, startOfDay, today } from '../../contract/dates.ts'
import { type ArgumentStep, type Read, readBy, wholeNumber } from '../engine/steps.ts'
import type { Targets } from '../engine/targets.ts'
import { readDays } from '../text/day-words.ts'
import { fold } from '../text/ranking.ts'

/** '1 day', '7 days'. */
export const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

const daySeconds = 86_400

type Trial = Pick<Targets['customer'], 'triallingEndsAt' | 'stripeTrialEnd'>

const now = () => Math.floor(Date.now() / 1000)

/** When the trial ends; null where that isn't known. */
const endOf = ({ triallingEndsAt, stripeTrialEnd }: Trial): number | null => triallingEndsAt ?? stripeTrialEnd ?? null

/** From when an extension counts: the trial's end or, if that has passed, now; null where the end isn't known, as in the lists of the documents. */
const extendedFrom = ({ triallingEndsAt, stripeTrialEnd }: Trial): number | null =>
  triallingEndsAt === undefined ? null : Math.max(now(), triallingEndsAt ?? 0, stripeTrialEnd ?? 0)

/** 'The trial ends on 10-12-2026 instead of 03-12-2026.', or by how much it gets longer where its end isn't known. */
export function extendedTrial(trial: Trial, days: number): string {
  const from = extendedFrom(trial)
  if (from === null) return `gets ${daysText(days)} more, from its end or, if that has passed, from now.`
  const end = formatDate(from + days * daySeconds)
  const known = endOf(trial)
  return known === null ? `ends on ${end}.` : `ends on ${end} instead of ${formatDate(known)}.`
}

const readNumber = readBy(TrialDays, wholeNumber)

const refused = (refusal: string): Read<number> => ({ value: null, refusal })

/** The last day that 'until 15 december' names, or the day that '2 months' lead to from another one. */
function dayIn(typed: string, from: string): string | null {
  const [, count = '', unit = ''] = /^(\d{1,2}) ?(month|year)s?$/i.exec(typed) ?? []
  if (count !== '') return addMonths(from, Number(count) * (/^y/i.test(unit) ? 12 : 1))
  const words = fold(typed).split(' ')
  const named = words[0] === 'until' ? readDays(words, today(), true) : null
  return named?.count === words.length ? named.days.last : null
}

function read(typed: string): Read<number> {
  const days = readNumber(typed)
  return days.refusal === null ? { ...days, words: daysText(days.value) } : days
}

function readFor(typed: string, record: Trial | Targets['customers']): Read<number> {
  const from = 'ids' in record ? null : extendedFrom(record)
  const begin = dayOf(from ?? now())
  const day = dayIn(typed, begin)
  if (day === null) return read(typed)
  if (from === null) return refused('The end of the trial isn’t known here: type the days.')
  if (day <= begin) return refused(`It would end on ${formatDate(from)} already.`)
  const whole = daysInRange(from, startOfDay(day)) - 1
  const end = (count: number) => from + count * daySeconds
  // Where the clocks change in between, it may be a day more or less; on the short day itself, nothing that ends late at night ends.
  const count = [whole, whole + 1, whole - 1].find((each) => dayOf(end(each)) === day) ?? whole
  const days = readNumber(String(count))
  return days.refusal === null ? { ...days, words: `${daysText(days.value)}, until ${formatDate(end(count))}` } : days
}

/** The step that asks by how many days a trial is extended; 'until 15 december' and '1 month' are read as days, too. */
export const trialDaysStep: ArgumentStep<Trial | Targets['customers'], number> = {
  title: 'Days',
  kind: 'number',
  hint: (record) => {
    const end = 'ids' in record ? null : endOf(record)
    return `1 to 365 days${end === null ? '' : `; the trial ${end < now() ? 'ended' : 'now ends'} on ${formatDate(end)}`}`
  },
  suggested: [7, 14, 30].map((days) => ({ value: String(days), label: daysText(days) })),
  read: readFor,
  readAhead: (typed) => (dayIn(typed, today()) === null ? read(typed) : { value: typed, refusal: null }),
}

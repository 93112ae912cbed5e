import { TrialDays } from '../../contract/customer-actions.ts'
import { type ArgumentStep, type Read, readBy, wholeNumber } from '../engine/steps.ts'

/** '1 day', '7 days'. */
export const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

const readNumber = readBy(TrialDays, wholeNumber)

function read(typed: string): Read<number> {
  if (/(month|year)s?$/i.test(typed)) return { value: null, refusal: 'Months and years differ in length: type the days, such as 30.' }
  const days = readNumber(typed)
  return days.refusal === null ? { ...days, words: daysText(days.value) } : days
}

/** The step that asks by how many days a trial is extended. */
export const trialDaysStep: ArgumentStep<unknown, number> = {
  title: 'Days',
  kind: 'number',
  hint: () => '1 to 365 days',
  read,
  readAhead: read,
}

import { addDays, today } from '../../../contract/dates.ts'
import { type DateRange, firstOfMonth, rangeOfDays } from './range.ts'

/** All named ranges; each widget offers a subset (document 2, sections 2 and 4). */
export const pastPresets = ['today', 'yesterday', 'week', 'last30', 'mtd', 'lm', 'ytd', 'ly'] as const
export const presets = [...pastPresets, 'next7', 'next30'] as const
export type Preset = (typeof presets)[number]

export const presetLabels: Record<Preset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  last30: 'Last 30 days',
  mtd: 'Month to date',
  lm: 'Last month',
  ytd: 'Year to date',
  ly: 'Last year',
  next7: 'Next 7 days',
  next30: 'Next 30 days',
}

/** Offered by the stats card, the analysis and the QR statistics. Any other range is 'custom' with its two dates. */
export const periods = ['today', 'yesterday', 'week', 'mtd', 'lm'] as const
export type Period = (typeof periods)[number]

export interface PresetChoice<Id extends Preset = Preset> {
  id: Id
  label: string
}

const labelled = <Id extends Preset>(...ids: readonly Id[]): readonly PresetChoice<Id>[] =>
  ids.map((id) => ({ id, label: presetLabels[id] }))

export const periodChoices = labelled(...periods)

/** The documented ranges of the chart. Current month and year end today, since the future has no figures. */
export const chartChoices = [
  { id: 'week', label: 'Last 7 days' },
  { id: 'last30', label: 'Last 30 days' },
  { id: 'mtd', label: 'Current month' },
  { id: 'lm', label: 'Last month' },
  { id: 'ytd', label: 'Current year' },
] as const satisfies readonly PresetChoice[]

/**
 * Date filters of lists (document 1, section 9). They apply
 * as dates, so a shared link finds the same rows tomorrow.
 */
export const listChoices = [...chartChoices, { id: 'ly', label: 'Last year' }] as const satisfies readonly PresetChoice[]

/** Of days that may be to come: when trials end. */
export const aheadChoices = labelled('next7', 'next30', 'week', 'last30', 'lm')

/** The choice that matches a range as of today, else null. */
export function choiceOf<Id extends Preset>(choices: readonly PresetChoice<Id>[], range: DateRange | null): Id | null {
  if (!range) return null
  const found = choices.find(({ id }) => {
    const { from, to } = rangeOfPreset(id)
    return range.from === from && range.to === to
  })
  return found?.id ?? null
}

const ranges: Record<Preset, (day: string) => readonly [first: string, last: string]> = {
  today: (day) => [day, day],
  yesterday: (day) => [addDays(day, -1), addDays(day, -1)],
  week: (day) => [addDays(day, -6), day],
  last30: (day) => [addDays(day, -29), day],
  mtd: (day) => [firstOfMonth(day), day],
  lm: (day) => {
    const last = addDays(firstOfMonth(day), -1)
    return [firstOfMonth(last), last]
  },
  ytd: (day) => [`${day.slice(0, 4)}-01-01`, day],
  ly: (day) => {
    const year = Number(day.slice(0, 4)) - 1
    return [`${year}-01-01`, `${year}-12-31`]
  },
  next7: (day) => [day, addDays(day, 6)],
  next30: (day) => [day, addDays(day, 29)],
}

/**
 * A preset's range in whole Madrid days; a week is today and the six days before (ruling 27).
 * @param day today, `YYYY-MM-DD`
 */
export const rangeOfPreset = (preset: Preset, day = today()): DateRange => rangeOfDays(...ranges[preset](day))

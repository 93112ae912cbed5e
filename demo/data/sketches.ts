import type { PaymentMethod } from './charges.ts'
import { drawFate, endings, type Fate } from './endings.ts'
import { extraCharges } from './extra-charges.ts'
import { buildLife } from './lives.ts'
import { drawMethod, isBankDebit } from './payment-methods.ts'
import { type Place, placeOf, weightedPlaces } from './places.ts'
import { drawQrTimes } from './qrs.ts'
import { Random } from './random.ts'
import { type Story, stories } from './stories.ts'
import type { Life } from './timeline.ts'

const day = 86_400
/** Together with seconds since September 2020 this stays below 2^53 until 2033. */
const places = 2 ** 24
const epoch = 1_600_000_000

/**
 * The part of a customer that determines times. It is drawn twice, to number all payments and QRs chronologically and
 * then to write them, so millions needn't be held in memory.
 */
export interface Sketch {
  id: number
  createdAt: number
  story: Story | undefined
  place: Place
  country: string | null
  currency: string
  method: PaymentMethod
  life: Life
  qrTimes: number[]
}

/** Draws customer `id`, who signed up at `arrival` unless a story differs. */
export function sketchCustomer(id: number, arrival: number, now: number): Sketch {
  const random = new Random('sketch', id)
  const story = stories.get(id)
  const createdAt = story === undefined ? arrival : now - story.days * day - 2 * 3600 - id * 61
  const place = story === undefined ? random.weighted(weightedPlaces) : placeOf(story.country ?? story.billingCountry ?? 'gb')
  const country = story === undefined ? (random.chance(0.015) ? null : place.country) : story.country
  const method = story?.method ?? drawMethod(random, place.country)
  const currency = story?.currency ?? place.currency
  const fate = story === undefined ? drawFate(random, now - createdAt) : storyFate(story)
  const life = buildLife(random, { createdAt, now, currency, fate, bankDebit: isBankDebit(method), hasStory: story !== undefined })
  if (story?.extra !== undefined) life.charges = [...life.charges, ...extraCharges(story.extra, now)].sort((a, b) => a.at - b.at)
  const paid = endings[life.ending].stage === 'paid'
  const qrTimes = drawQrTimes(random, createdAt, life.endedAt ?? now, paid, story?.qrs ?? null)
  return { id, createdAt, story, place, country, currency, method, life, qrTimes }
}

function storyFate(story: Story): Fate {
  return {
    ending: story.ending,
    planId: story.planId ?? 1,
    months: story.months ?? 1,
    trialDays: story.trialDays ?? (endings[story.ending].stage === 'signup' ? 0 : 7),
    periods: 'live' in endings[story.ending] ? Number.POSITIVE_INFINITY : (story.periods ?? 1),
    discount: story.discount ?? null,
  }
}

/** Numbers records chronologically; those of stories get the first numbers, which never change. */
export class Numbering {
  private readonly ids: Float64Array
  private taken = 0

  /** `first` are times of stories by customer; the others follow in the order they are requested. */
  constructor(first: readonly number[], others: readonly number[]) {
    this.ids = new Float64Array(first.length + others.length)
    for (let i = 0; i < first.length; i++) this.ids[i] = i + 1
    if (others.length > places) throw new RangeError('too many records to number: ask for fewer customers')
    // Sorting numbers that combine time and index is much faster than sorting with a comparator.
    const keys = Float64Array.from(others, (time, index) => (time - epoch) * places + index).sort()
    for (let rank = 0; rank < keys.length; rank++) this.ids[first.length + ((keys[rank] as number) % places)] = first.length + rank + 1
  }

  /** Numbers for the next `count` records. */
  take(count: number): (index: number) => number {
    const from = this.taken
    this.taken += count
    return (index) => this.ids[from + index] as number
  }
}

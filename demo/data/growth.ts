import { type MadridDay, madridDays, releaseDay } from './madrid-days.ts'
import { Random } from './random.ts'

/** Sunday to Saturday: people sign up at work. */
const weekdayWeight = [0.55, 1.12, 1.18, 1.15, 1.1, 0.95, 0.62]
/** Relative activity by hour of day. */
const hourWeight = [2, 1, 1, 1, 1, 2, 4, 8, 14, 19, 22, 21, 18, 16, 17, 19, 20, 18, 14, 12, 11, 9, 6, 4]
const hourTotal = hourWeight.reduce((sum, weight) => sum + weight, 0)

/**
 * All business days so far, with the size of the business (`growth`) and sign-ups (`weight`) as relative numbers;
 * today's weight counts only the part that has passed.
 */
export function businessDays(now: number): (MadridDay & { weight: number; growth: number })[] {
  const days = madridDays(releaseDay, now)
  const random = new Random('business days')
  return days.map((day, index) => {
    const age = (index + 1) / days.length
    const growth = 0.06 + age ** 1.6
    const weight = growth * (weekdayWeight[day.weekday] ?? 1) * (0.85 + random.next() * 0.3)
    const passed = Math.min(1, dayFraction((now - day.start) / (day.end - day.start)))
    return { ...day, growth, weight: weight * passed }
  })
}

/** `count` ascending times up to `now`, growing over the years and following weekly and daily rhythms. */
export function arrivalTimes(count: number, now: number): number[] {
  const days = businessDays(now)
  const total = days.reduce((sum, day) => sum + day.weight, 0)
  const random = new Random('arrivals')
  const times: number[] = []
  let index = 0
  let before = 0
  for (let i = 0; i < count; i++) {
    const target = ((i + random.next()) / count) * total
    let day = days[index]
    while (day !== undefined && before + day.weight <= target && index < days.length - 1) {
      before += day.weight
      day = days[++index]
    }
    if (day === undefined) throw new Error('now lies before the release')
    const share = Math.min(1, (target - before) / day.weight)
    const passed = now < day.end ? dayFraction((now - day.start) / (day.end - day.start)) : 1
    const time = day.start + hourOf(share * passed) * (day.end - day.start)
    times.push(Math.min(Math.floor(time), now))
  }
  return times
}

/** The share of a day's business done after `part` (0 to 1) of the day. */
function dayFraction(part: number): number {
  if (part >= 1) return 1
  const hour = Math.max(0, part * 24)
  const whole = Math.floor(hour)
  const done = hourWeight.slice(0, whole).reduce((sum, weight) => sum + weight, 0)
  return (done + (hourWeight[whole] ?? 0) * (hour - whole)) / hourTotal
}

/** The inverse of `dayFraction`. */
function hourOf(share: number): number {
  let left = share * hourTotal
  for (const [hour, weight] of hourWeight.entries()) {
    if (left < weight) return (hour + left / weight) / 24
    left -= weight
  }
  return 0.99999
}

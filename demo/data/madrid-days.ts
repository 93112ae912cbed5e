/** The product's first day; no record is older (document 1, section 9). */
export const releaseDay = '2022-05-20'

const daySeconds = 86_400
const hourInMadrid = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', hour: '2-digit', hourCycle: 'h23' })
const dayInMadrid = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' })

/** The Madrid day of a unix time, as YYYY-MM-DD. */
export function madridDay(seconds: number): string {
  return dayInMadrid.format(seconds * 1000)
}

/** First second of a Madrid day, in unix seconds. */
export function madridDayStart(day: string): number {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`) / 1000
  // Madrid is one or two hours ahead, so its clock at UTC midnight shows the offset.
  return utcMidnight - Number(hourInMadrid.format(utcMidnight * 1000)) * 3600
}

export interface MadridDay {
  day: string
  start: number
  /** Start of the next day; days can have 23 or 25 hours. */
  end: number
  /** 0 is Sunday. */
  weekday: number
}

/** All Madrid days from `first` to that of `now`, inclusive. */
export function madridDays(first: string, now: number): MadridDay[] {
  const last = madridDay(now)
  const days: MadridDay[] = []
  for (let utc = Date.parse(`${first}T00:00:00Z`); ; utc += daySeconds * 1000) {
    const day = new Date(utc).toISOString().slice(0, 10)
    if (day > last) return days
    const next = new Date(utc + daySeconds * 1000).toISOString().slice(0, 10)
    days.push({ day, start: madridDayStart(day), end: madridDayStart(next), weekday: new Date(utc).getUTCDay() })
  }
}

/** The same day and time `months` later; the month's last day if it is shorter. */
export function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime() / 1000
}

/** The first day the product was sold: no record is older (document 1, section 9). */
export const releaseDay = '2022-05-20'

const daySeconds = 86_400
const hourInMadrid = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', hour: '2-digit', hourCycle: 'h23' })
const dayInMadrid = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' })

/** The Madrid day of an instant in unix seconds, as YYYY-MM-DD. */
export function madridDay(seconds: number): string {
  return dayInMadrid.format(seconds * 1000)
}

/** The first second of a Madrid day, in unix seconds. */
export function madridDayStart(day: string): number {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`) / 1000
  // Madrid is one or two hours ahead: at UTC midnight its clock shows the difference.
  return utcMidnight - Number(hourInMadrid.format(utcMidnight * 1000)) * 3600
}

export interface MadridDay {
  day: string
  start: number
  /** Start of the next day: days of 23 and 25 hours exist. */
  end: number
  /** 0 is Sunday. */
  weekday: number
}

/** Every Madrid day from `first` to the day of `now`, both included. */
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

/** The same day and time `months` months on; the last of the month where that day does not exist. */
export function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime() / 1000
}

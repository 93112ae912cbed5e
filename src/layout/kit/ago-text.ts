import { formatDate } from '../../contract/dates.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How long ago: 'just now', '5 min ago', '2 h ago', '3 days ago'; the date from two weeks on. Both in unix seconds. */
export function agoText(time: number, now: number): string {
  const passed = now - time
  if (passed < minute) return 'just now'
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`
  if (passed < day) return `${Math.floor(passed / hour)} h ago`
  const days = Math.floor(passed / day)
  if (days >= 14) return formatDate(time)
  return `${days} ${days === 1 ? 'day' : 'days'} ago`
}

import { formatDateSlashed } from '../../contract/dates.ts'

const day = 86_400

/** When a domain was registered, with its age in whole days, '(400 d)'; '-' where nobody knows (document 2, section 2). Unix seconds. */
export function whoisText(whoisDate: number | null, now: number): string {
  if (whoisDate === null) return '-'
  const days = Math.max(0, Math.floor((now - whoisDate) / day))
  return `${formatDateSlashed(whoisDate)} (${days} d)`
}

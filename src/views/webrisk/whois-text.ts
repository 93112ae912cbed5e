import { formatDateSlashed } from '../../contract/dates.ts'

const day = 86_400

/** Registration date with the age in days, '(400 d)'; '-' if unknown (document 2, section 2). Unix seconds. */
export function whoisText(whoisDate: number | null, now: number): string {
  if (whoisDate === null) return '-'
  const days = Math.max(0, Math.floor((now - whoisDate) / day))
  return `${formatDateSlashed(whoisDate)} (${days} d)`
}

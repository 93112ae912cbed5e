import { formatCount } from '../../contract/count.ts'
import type { Pagination } from '../../contract/list.ts'

/** How many there are: '12 408', or '10 000+' where the server stopped counting. */
export function totalText(pagination: Pagination): string {
  return `${formatCount(pagination.total_results)}${pagination.total_capped ? '+' : ''}`
}

/** Which of them are on screen: '1–10 of 12 408 found'. */
export function rangeText(pagination: Pagination): string {
  if (pagination.total_results === 0) return 'None found'
  return `${formatCount(pagination.first_result)}–${formatCount(pagination.last_result)} of ${totalText(pagination)} found`
}

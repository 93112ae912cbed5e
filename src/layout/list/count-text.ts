import { formatCount } from '../../contract/count.ts'
import type { Pagination } from '../../contract/list.ts'

/** The total: '12 408', or '10 000+' if the server stopped counting. */
export function totalText(pagination: Pagination): string {
  return `${formatCount(pagination.total_results)}${pagination.total_capped ? '+' : ''}`
}

/** The range on screen: '1–10 of 12 408 found'. */
export function rangeText(pagination: Pagination): string {
  if (pagination.total_results === 0) return 'None found'
  return `${formatCount(pagination.first_result)}–${formatCount(pagination.last_result)} of ${totalText(pagination)} found`
}

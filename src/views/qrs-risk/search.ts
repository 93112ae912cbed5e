import { listBlockedQrs } from '../../contract/qr-lists.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

type BlockedListQuery = ReturnType<typeof listBlockedQrs.query.parse>

/** URL parameters of the risky QR codes. Page size uses only the general key (ruling 22). */
export const riskSearch: ListSearchSpec<BlockedListQuery> = {
  query: listBlockedQrs.query,
  sorts: ['createdAt'],
  filters: [],
  pageSizeKey: 'config.entries',
}

import { listBlockedQrs } from '../../contract/qr-lists.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

type BlockedListQuery = ReturnType<typeof listBlockedQrs.query.parse>

/** What the URL of the risky QR codes may say. Their page size has the general key alone (ruling 22). */
export const riskSearch: ListSearchSpec<BlockedListQuery> = {
  query: listBlockedQrs.query,
  sorts: ['createdAt'],
  filters: [],
  pageSizeKey: 'config.entries',
}

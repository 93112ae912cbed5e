import { listInfectedQrs } from '../../contract/qr-lists.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

type InfectedListQuery = ReturnType<typeof listInfectedQrs.query.parse>

/** What the URL of the infected QR codes may say: there is nothing to search by. Their page size has the general key alone (ruling 22). */
export const infectedSearch: ListSearchSpec<InfectedListQuery> = {
  query: listInfectedQrs.query,
  sorts: ['id', 'uri', 'vendors'],
  filters: [],
  pageSizeKey: 'config.entries',
}

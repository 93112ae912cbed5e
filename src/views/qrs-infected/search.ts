import { listInfectedQrs } from '../../contract/qr-lists.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

type InfectedListQuery = ReturnType<typeof listInfectedQrs.query.parse>

/** URL parameters of the infected QR codes, which have no filters. Page size uses only the general key (ruling 22). */
export const infectedSearch: ListSearchSpec<InfectedListQuery> = {
  query: listInfectedQrs.query,
  sorts: ['id', 'uri', 'vendors'],
  filters: [],
  pageSizeKey: 'config.entries',
}

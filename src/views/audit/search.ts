import { AuditListQuery } from '../../contract/audit.ts'
import { keepWholeRange, type ListSearchSpec } from '../../layout/list/list-search.ts'

/** URL parameters of the audit trail. Page size uses only the general key (ruling 22). */
export const auditSearch: ListSearchSpec<AuditListQuery> = {
  query: AuditListQuery,
  sorts: ['at'],
  filters: ['actor', 'action', 'targetType', 'targetId', 'from', 'to'],
  pageSizeKey: 'config.entries',
  clean: keepWholeRange,
}

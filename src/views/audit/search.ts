import { AuditListQuery } from '../../contract/audit.ts'
import { keepWholeRange, type ListSearchSpec } from '../../layout/list/list-search.ts'

/** What the URL of the audit trail may say. Its page size has the general key alone (ruling 22). */
export const auditSearch: ListSearchSpec<AuditListQuery> = {
  query: AuditListQuery,
  sorts: ['at'],
  filters: ['actor', 'action', 'targetType', 'targetId', 'from', 'to'],
  pageSizeKey: 'config.entries',
  clean: keepWholeRange,
}

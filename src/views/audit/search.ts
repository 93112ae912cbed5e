import { auditQuery } from '../../api/audit.ts'
import { AuditListQuery } from '../../contract/audit.ts'
import { listSearch } from '../../layout/list/list-search.ts'

export const auditSource = { search: listSearch(AuditListQuery), query: auditQuery }

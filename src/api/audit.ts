import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AuditListQuery, listAudit } from '../contract/audit.ts'
import { call } from './client.ts'

export const auditQuery = (query: Partial<AuditListQuery>) =>
  queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => call(listAudit, { query, signal }),
    placeholderData: keepPreviousData,
  })

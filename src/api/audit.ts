import { listAudit } from '../contract/audit.ts'
import { listOptions } from './options.ts'

export const auditQuery = listOptions(listAudit, 'audit', 'list')

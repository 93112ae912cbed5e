import type { BadgeColour } from '../../contract/customer-status.ts'
import { StatusBadge } from '../kit/status-badge.tsx'

const statusColours: Readonly<Record<string, BadgeColour>> = { active: 'success', pending: 'warning', blocked: 'danger' }
const certificateColours: Readonly<Record<string, BadgeColour>> = {
  issued: 'success',
  pending: 'warning',
  failed: 'danger',
  expired: 'danger',
}

export const DomainStatus = ({ status }: { status: string }) => (
  <StatusBadge status={status} colour={statusColours[status] ?? 'secondary'} />
)

export const CertificateBadge = ({ status }: { status: string }) =>
  status === '' ? '—' : <StatusBadge status={status} colour={certificateColours[status] ?? 'secondary'} />

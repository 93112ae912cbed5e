import { approvalsQuery } from '../../api/policies.ts'
import { approvalsPath, describeApproval } from '../../commands/approvals.ts'
import { type Approval, ApprovalListQuery, type ApprovalState, approvalStates } from '../../contract/approvals.ts'
import type { BadgeColour } from '../../contract/customer-status.ts'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { agoColumn } from '../../layout/list/date-column.ts'
import { defineList } from '../../layout/list/define-list.ts'
import { choiceFilter } from '../../layout/list/filters/filters.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listSearch } from '../../layout/list/list-search.ts'

const colours: Record<ApprovalState, BadgeColour> = {
  open: 'warning',
  approved: 'primary',
  done: 'success',
  rejected: 'danger',
  withdrawn: 'secondary',
  expired: 'secondary',
  void: 'secondary',
  failed: 'danger',
}

export const ApprovalBadge = ({ state }: Pick<Approval, 'state'>) => <StatusBadge status={state} colour={colours[state]} />

const columns: readonly ListColumn<Approval>[] = [
  { id: 'what', header: 'What', phone: 'headline', text: describeApproval },
  {
    id: 'requestedBy',
    header: 'Asked by',
    width: '160px',
    phone: 'fact',
    text: ({ requesterName, isMine }) => (isMine ? 'You' : requesterName),
  },
  { id: 'state', header: 'Status', width: '120px', phone: 'state', cell: ApprovalBadge, text: ({ state }) => state },
  agoColumn('requestedAt', { header: 'Asked', phone: 'fact' }),
]

/** Requests for a second person's consent. */
export const approvalsList = defineList({
  id: 'approvals',
  title: 'Approvals',
  search: listSearch(ApprovalListQuery, {
    usual: { state: 'open' },
    query: ApprovalListQuery.catch(() => ApprovalListQuery.parse({})),
  }),
  query: approvalsQuery,
  columns,
  filters: [
    choiceFilter({
      param: 'state',
      label: 'Status',
      all: 'any status',
      usual: 'open',
      choices: approvalStates.map((value) => ({ value, label: value })),
    }),
    choiceFilter({ param: 'mine', label: 'Asked by', all: 'anybody', choices: [{ value: 'true', label: 'me' }] }),
  ],
  href: ({ id }) => `${approvalsPath}?request=${id}`,
  opens: describeApproval,
  target: (record) => ({ type: 'approval', record }),
  emptyText: 'Nothing waits. What a policy wants a second person for appears here.',
})

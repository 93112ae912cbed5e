import { queryOptions } from '@tanstack/react-query'
import { approvalNews, approve, getApproval, listApprovals, reject, withdraw } from '../contract/approvals.ts'
import { listPolicies, myPolicies, type Policy, putPolicies, tryPolicies } from '../contract/policies.ts'
import { changeOptions } from './change-options.ts'
import { byItself, call } from './client.ts'
import { listOptions } from './options.ts'

export const policiesQuery = () => queryOptions({ queryKey: ['policies', 'all'], queryFn: ({ signal }) => call(listPolicies, { signal }) })

/** Those that may concern the person. */
export const myPoliciesQuery = () =>
  queryOptions({ queryKey: ['policies', 'mine'], queryFn: ({ signal }) => byItself(() => call(myPolicies, { signal })) })

/** Throws ApiFailure 409 `stale` if somebody else changed them first. */
export const putPoliciesMutation = changeOptions(putPolicies, ['policy'])

/** What each would have stopped lately. */
export const policyTrialQuery = (policies: readonly Policy[]) =>
  queryOptions({
    queryKey: ['policies', 'trial', policies],
    queryFn: ({ signal }) => call(tryPolicies, { body: { policies: [...policies] }, signal }),
    select: ({ rows }) => rows,
  })

export const approvalsQuery = listOptions(listApprovals, 'approvals', 'list')

/** One request, with what would become of it now. */
export const approvalQuery = (id: number) =>
  queryOptions({ queryKey: ['approvals', 'one', id], queryFn: ({ signal }) => call(getApproval, { params: { id }, signal }) })

export const approvalNewsQuery = () =>
  queryOptions({ queryKey: ['approvals', 'news'], queryFn: ({ signal }) => byItself(() => call(approvalNews, { signal })) })

const changed = ['approval', 'customer', 'payment', 'qr'] as const

/** Throws ApiFailure 403 for one's own, 409 `conflict` if somebody else decided it, 409 `stale` if it is void by now. */
export const approveMutation = changeOptions(approve, changed)

export const rejectMutation = changeOptions(reject, ['approval'])

export const withdrawMutation = changeOptions(withdraw, ['approval'])

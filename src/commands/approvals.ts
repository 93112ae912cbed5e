import { ArrowRightIcon, CheckIcon, ChecklistIcon, LawIcon, UndoIcon, XIcon } from '@primer/octicons-react'
import { approveMutation, rejectMutation, withdrawMutation } from '../api/policies.ts'
import type { Approval } from '../contract/approvals.ts'
import { maxApprovalReasonLength } from '../contract/approvals.ts'
import { accountCurrency, formatMoney } from '../contract/money.ts'
import { policyActions } from '../contract/policy-actions.ts'
import { type Command, command } from './engine/command.ts'
import { change } from './shared/change.ts'
import { commandsOn } from './shared/commands-on.ts'

const shared = { section: 'Approvals', feature: 'policies' } as const
const onApproval = commandsOn('approval', { ...shared, places: ['row-menu', 'page-menu'] })

export const approvalsPath = '/approvals'

/** What is asked for: 'Refund a payment: 120,00 €, ana@example.com'. */
export function describeApproval({ action, amount, rows, target, targetType, targetId }: Approval): string {
  const what = [
    ...(amount === null ? [] : [formatMoney(amount, accountCurrency)]),
    ...(rows > 1 ? [`${rows} records, the first of them`] : []),
    target === '' ? `${targetType} ${targetId}` : target,
  ]
  return `${policyActions[action].title}: ${what.join(', ')}`
}

const isOpen = ({ state }: Approval) => state === 'open'

const hrefs: Readonly<Record<string, (id: number) => string>> = {
  customer: (id) => `/customers/${id}`,
  qr: (id) => `/qrs?panel=qr-${id}`,
  payment: (id) => `/payments?panel=payment-${id}`,
  invoice: (id) => `/invoices?panel=invoice-${id}`,
}

/** Where the record is seen that a request is about. */
export const approvalRecordHref = ({ targetType, targetId }: Approval): string | null => hrefs[targetType]?.(targetId) ?? null

const go = (id: string, title: string, extra: Pick<Command, 'keys' | 'aka'> & { href: string }): Command =>
  command({
    ...shared,
    id,
    title,
    icon: ChecklistIcon,
    keywords: 'policy second person four eyes waiting queue',
    ...extra,
    run: (context) => context.navigate(extra.href),
  })

/** Requests for a second person's consent. */
export const approvalCommands: readonly Command[] = [
  {
    ...go('go.approvals', 'Approvals', {
      keys: 'g 4',
      aka: ['Waiting approvals', 'Pending approvals', 'Requests for approval'],
      href: approvalsPath,
    }),
    section: 'Admin',
  },
  {
    ...go('go.policies', 'Policies', { keys: 'g o', aka: ['Permissions', 'Who may do what'], href: '/policies' }),
    section: 'Admin',
    icon: LawIcon,
    needs: 'policies.manage',
    places: ['user-menu'],
  },
  go('go.my-requests', 'What I asked approval for', { aka: ['My requests', 'My approvals'], href: `${approvalsPath}?mine=true&state=any` }),
  onApproval({
    verb: 'approve',
    title: 'Approve',
    genericTitle: 'Approve a request',
    icon: CheckIcon,
    aka: ['Agree', 'Accept the request'],
    keys: 'v a',
    whyNot: (approval) => {
      if (!isOpen(approval)) return 'It is not open any more.'
      if (approval.isMine) return 'Nobody approves their own request.'
      return approval.mayDecide ? null : 'Your account may not decide this.'
    },
    change: (approval) =>
      change(approveMutation(), { id: approval.id }, ({ approval: { state, answer, requesterName } }) => {
        if (state === 'failed' || state === 'void') throw new Error(`Approved, but not done: ${answer ?? 'the record has changed.'}`)
        const done = approval.isDoneByRequester ? `Approved: ${requesterName} can do it now.` : 'Approved and done.'
        return `${state === 'approved' && !approval.isDoneByRequester ? 'Approved: it is being done.' : done} ${describeApproval(approval)}.`
      }),
  }),
  onApproval<{ reason: string }>({
    verb: 'reject',
    title: 'Reject',
    genericTitle: 'Reject a request',
    icon: XIcon,
    aka: ['Decline', 'Refuse the request'],
    keys: 'v r',
    args: {
      reason: {
        title: 'Reason',
        kind: 'text',
        hint: ({ requesterName }) => `${requesterName} reads it.`,
        read: (typed) => {
          const reason = typed.trim()
          if (reason === '') return { value: null, refusal: 'Say why.' }
          if (reason.length > maxApprovalReasonLength)
            return { value: null, refusal: `Must have at most ${maxApprovalReasonLength} characters.` }
          return { value: reason, refusal: null }
        },
      },
    },
    whyNot: (approval) => {
      if (!isOpen(approval)) return 'It is not open any more.'
      if (approval.isMine) return 'It is your own: withdraw it.'
      return approval.mayDecide ? null : 'Your account may not decide this.'
    },
    danger: (approval, { reason }) => ({
      title: `Reject request #${approval.id}?`,
      body: `${describeApproval(approval)}, asked for by ${approval.requesterName}: won’t be done. They read: ${reason}`,
      confirmLabel: 'Reject',
      undoable: false,
      wayBack: `${approval.requesterName} can ask again.`,
    }),
    change: ({ id, requesterName }, { reason }) => change(rejectMutation(), { id, reason }, `Rejected: ${requesterName} is told why.`),
  }),
  onApproval({
    verb: 'withdraw',
    title: 'Withdraw',
    genericTitle: 'Withdraw a request',
    icon: UndoIcon,
    aka: ['Cancel the request', 'Take the request back'],
    keys: 'v w',
    isOffered: (_context, { isMine }) => isMine,
    whyNot: (approval) => (isOpen(approval) ? null : 'It is not open any more.'),
    change: (approval) => change(withdrawMutation(), { id: approval.id }, `Withdrawn: ${describeApproval(approval)}.`),
  }),
  onApproval({
    verb: 'open-record',
    title: 'Open its record',
    genericTitle: 'Open the record of a request',
    icon: ArrowRightIcon,
    keys: 'o r',
    whyNot: (approval) => (approvalRecordHref(approval) === null ? 'It has no page of its own.' : null),
    run: (context, approval) => {
      const href = approvalRecordHref(approval)
      if (href !== null) context.navigate(href)
    },
  }),
]

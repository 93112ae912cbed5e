import { AlertIcon, ArrowLeftIcon, CheckIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { approvalQuery } from '../../api/policies.ts'
import { approvalRecordHref, describeApproval } from '../../commands/approvals.ts'
import type { Target } from '../../commands/engine/targets.ts'
import type { Approval } from '../../contract/approvals.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { useCommands, usePageRecord } from '../../layout/commands/use-commands.ts'
import { keyPlaceOf } from '../../layout/keyboard/key-place.ts'
import { Button } from '../../layout/kit/button.tsx'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { KeyCaps } from '../../layout/kit/key-caps.tsx'
import { useKeyAhead } from '../../layout/kit/use-key-ahead.ts'
import { PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { isConfirm } from '../../layout/questions/use-confirmation.ts'
import { changedFields, changeText } from '../../layout/records/changed-fields.ts'
import { FieldList } from '../../layout/records/field-list.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import styles from './approvals.module.css'
import { ApprovalBadge } from './approvals-list.tsx'

interface Props {
  id: number
  /** As the list shows it. */
  known?: Approval
  /** It has a page of its own. */
  isPage?: true
  onBack?: () => void
}

/** A request: what would be done, for whom, why, and whether it still can be. */
export function ApprovalDetails({ id, known, isPage, onBack }: Props) {
  const { data, error, refetch } = useQuery(approvalQuery(id))
  const approval = data?.approval ?? known
  const target = useMemo((): Target | null => (approval ? { type: 'approval', record: approval } : null), [approval])
  usePageRecord(isPage ? target : null, isPage === true && !target)
  if (!approval || !target)
    return error ? (
      <ErrorPanel error={error} title="The request could not be loaded" onRetry={() => void refetch()} />
    ) : (
      <PanelSkeleton lines={6} />
    )
  const href = approvalRecordHref(approval)
  const { before, after, targetType } = approval
  // What it was based on besides is no change.
  const former = before && after && Object.fromEntries(Object.entries(before).filter(([field]) => field in after))
  const changes = changedFields(former, after, targetType)
  return (
    <div className="column gap-12 breaks">
      {onBack && (
        <div>
          <Button size="small" leadingVisual={ArrowLeftIcon} onClick={onBack}>
            All approvals
          </Button>
        </div>
      )}
      <div className="row spread gap-8">
        <h2 className="card-title">{describeApproval(approval)}</h2>
        <span className="rigid">
          <ApprovalBadge state={approval.state} />
        </span>
      </div>
      <Verdict approval={approval} refusal={data?.now.refusal ?? null} />
      <FieldList
        fields={[
          { label: 'Reason', value: approval.reason ?? 'None given' },
          { label: 'Asked by', value: `${approval.isMine ? 'You' : approval.requesterName}, ${formatDateTime(approval.requestedAt)}` },
          { label: 'Policy', value: approval.policy },
          { label: 'Record', value: href === null ? approval.target : <RecordLink href={href}>{approval.target || 'Open'}</RecordLink> },
          ...changes.map((changed) => ({ label: changed.name, value: changeText(changed) })),
          approval.state === 'open' && { label: 'Open until', value: formatDateTime(approval.expiresAt) },
          approval.decidedByName !== null && { label: 'Decided by', value: approval.decidedByName },
          approval.answer !== null && { label: 'Answer', value: approval.answer },
        ]}
      />
      <Decisions target={target} />
    </div>
  )
}

/** What would happen if it were approved now. */
function Verdict({ approval: { state, isDoneByRequester, requesterName }, refusal }: { approval: Approval; refusal: string | null }) {
  if (state !== 'open') return null
  if (refusal !== null)
    return (
      <p role="status" className={`${styles.verdict} attention`}>
        <AlertIcon size={16} /> <span>{`It can’t be done any more: ${refusal}`}</span>
      </p>
    )
  return (
    <p role="status" className={`${styles.verdict} muted`}>
      <CheckIcon size={16} />{' '}
      <span>{isDoneByRequester ? `Once approved, ${requesterName} can do it, within a day.` : 'Once approved, it is done at once.'}</span>
    </p>
  )
}

const decisions = ['approval.approve', 'approval.reject', 'approval.withdraw']

function Decisions({ target }: { target: Target }) {
  const { resolveIn, run } = useCommands()
  const shown = resolveIn('page-menu', target).filter(({ command }) => decisions.includes(command.id))
  const approve = shown.find(({ command, availability }) => command.id === 'approval.approve' && availability.state === 'ready')
  // Ahead of the row's link, which the browser would open in a new tab.
  useKeyAhead(
    (event) => approve !== undefined && isConfirm(event) && keyPlaceOf(event.target) === 'page',
    () => approve && run(approve),
  )
  return (
    <div className="row wrap gap-8">
      {shown.flatMap((resolved) => {
        const { command, title, availability } = resolved
        if (availability.state === 'blocked') return []
        return (
          <Button
            key={command.id}
            leadingVisual={command.icon}
            variant={command.id === 'approval.approve' ? 'primary' : 'default'}
            trailingVisual={
              command.keys !== undefined && (
                <span className="key-hint" aria-hidden="true">
                  <KeyCaps keys={resolved === approve ? '$mod+Enter' : command.keys} />
                </span>
              )
            }
            onClick={() => run(resolved)}
          >
            {title}
          </Button>
        )
      })}
    </div>
  )
}

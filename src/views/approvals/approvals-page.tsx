import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { describeApproval } from '../../commands/approvals.ts'
import type { Targets } from '../../commands/engine/targets.ts'
import { listsOnScreen, targetsOnScreen } from '../../layout/commands/on-screen.ts'
import { useIsPhone } from '../../layout/kit/is-phone.ts'
import { ListPage } from '../../layout/list/list-page.tsx'
import { Page } from '../../layout/list/page.tsx'
import { ApprovalDetails } from './approval-details.tsx'
import styles from './approvals.module.css'
import { approvalsList } from './approvals-list.tsx'

/** The queue of requests with the focused one beside it; on phones one by one. */
export function ApprovalsPage() {
  const { request }: { request?: string } = useSearch({ strict: false })
  return request === undefined ? <Queue /> : <OneRequest id={Number(request)} />
}

function Queue() {
  return (
    <div className={styles.page}>
      <div className="grow can-shrink">
        <ListPage list={approvalsList}>
          <p className="muted">What a policy wants a second person for. Nothing is done before somebody else agrees.</p>
        </ListPage>
      </div>
      <Beside />
    </div>
  )
}

/** The focused request. Apart from the list, which it would render again with each of its own changes. */
function Beside() {
  const isPhone = useIsPhone()
  const shown = useSyncExternalStore(targetsOnScreen.subscribe, focusedApproval)
  const list = useSyncExternalStore(listsOnScreen.subscribe, listOnScreen)
  const hasFocused = useRef(false)
  // Its keys act on the first row at once.
  useEffect(() => {
    // The list of the page before is still there for a moment.
    if (isPhone || hasFocused.current || list?.targets?.()[0]?.type !== 'approval') return
    hasFocused.current = true
    list.rowFocus?.focus(0)
  }, [list, isPhone])
  if (!shown || isPhone) return null
  return (
    <aside className={styles.aside} aria-label={describeApproval(shown)}>
      <ApprovalDetails id={shown.id} known={shown} />
    </aside>
  )
}

const listOnScreen = () => listsOnScreen.all()[0] ?? null

function focusedApproval(): Targets['approval'] | null {
  const [target] = targetsOnScreen.all()
  return target?.type === 'approval' ? target.record : null
}

function OneRequest({ id }: { id: number }) {
  const navigate = useNavigate()
  return (
    <Page title={`Request ${id}`} maxWidth="40rem">
      <ApprovalDetails id={id} isPage onBack={() => void navigate({ to: '/approvals', search: {} })} />
    </Page>
  )
}

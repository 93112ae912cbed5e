import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { accountQuery } from '../../api/account.ts'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { Page } from '../../layout/list/page.tsx'
import { PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { OwnSessionsPanel } from './own-sessions-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { RecoveryCodesPanel } from './recovery-codes-panel.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

const route = getRouteApi('/app/account')

/** One's own ways to sign in, and where one is signed in. */
export function AccountPage() {
  const { email } = route.useRouteContext({ select: ({ user }) => user })
  const { data: account, error, refetch } = useQuery(accountQuery())
  return (
    <Page title="Your account" maxWidth="60rem">
      <p className="muted breaks">
        {email}
        {account?.provider == null ? '' : `, signed in with ${account.provider}`}
      </p>
      {account ? (
        <div className="column gap-16 can-shrink">
          {account.passkeys === null ? null : <PasskeysPanel passkeys={account.passkeys} />}
          <TwoFactorPanel isOn={account.twoFactor} />
          <RecoveryCodesPanel left={account.recoveryCodes} />
          <OwnSessionsPanel />
        </div>
      ) : error ? (
        <ErrorPanel error={error} title="Your account could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={6} />
      )}
    </Page>
  )
}

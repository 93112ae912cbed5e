import { CheckCircleIcon, CircleSlashIcon, PersonIcon, ShieldLockIcon, TrashIcon, UnlockIcon } from '@primer/octicons-react'
import { Label } from '@primer/react'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type CSSProperties, useMemo } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { apiHas } from '../../api/features.ts'
import { resetTwoFactorKey, userQuery } from '../../api/users.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { readId } from '../../contract/endpoint.ts'
import { type UserAccount } from '../../contract/users.ts'
import { usePageRecord } from '../../layout/commands/use-commands.ts'
import { Button } from '../../layout/kit/button.tsx'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { Page } from '../../layout/list/page.tsx'
import { CommandButton } from '../../layout/menus/command-button.tsx'
import { PageMenu } from '../../layout/menus/page-menu.tsx'
import { Breadcrumb } from '../../layout/records/breadcrumb.tsx'
import { Card, CardSkeleton } from '../../layout/records/card.tsx'
import { Copyable } from '../../layout/records/copyable.tsx'
import { FieldList } from '../../layout/records/field-list.tsx'
import { RecordNotFound, shownId } from '../../layout/records/record-not-found.tsx'
import { roleWords } from '../../layout/records/role-words.ts'
import { SessionsPanel } from './sessions-panel.tsx'
import { UserForm } from './user-form.tsx'

/** Resets two-factor: enabled only if it is on and no reset is pending (document 1, section 4). */
function ResetButton({ user, target }: { user: UserAccount; target: Target }) {
  const isPending = useIsMutating({ mutationKey: resetTwoFactorKey(user.id) }) > 0
  if (isPending)
    return (
      <Button leadingVisual={ShieldLockIcon} loading loadingAnnouncement="Resetting two-factor authentication">
        Reset 2FA
      </Button>
    )
  return (
    <CommandButton id="user.reset-two-factor" target={target} icon={ShieldLockIcon}>
      Reset 2FA
    </CommandButton>
  )
}

const route = getRouteApi('/app/users/$id')

/** How the person signs in beyond the password. */
function secondStepText({ '2fa': hasCode, passkeys, provider }: UserAccount): string {
  const count = passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`
  const steps = [...(hasCode ? ['a code from the person’s authenticator'] : []), ...(passkeys > 0 ? [count] : [])]
  const through = provider === null ? '' : ` They sign in through ${new URL(provider).hostname}, too.`
  if (steps.length === 0) return `It is not set up yet: the person does so when signing in.${through}`
  return `It is on: signing in requires ${steps.join(' or ')}.${through}`
}

/** The form has the larger part. */
const columns = { '--columns': 'minmax(0, 3fr) minmax(0, 2fr)' } as CSSProperties

/** One staff account: form, two-factor, sessions. */
export function UserPage() {
  const text = route.useParams().id
  const id = readId(text)
  return id === null ? <UserNotFound id={text} /> : <KnownUser key={id} id={id} />
}

function KnownUser({ id }: { id: number }) {
  const { data: user, error, isPending, refetch } = useQuery(userQuery(id))
  const target = useMemo<Target | null>(() => (user ? { type: 'user', record: user } : null), [user])
  usePageRecord(target, isPending)
  if (error instanceof ApiFailure && error.status === 404) return <UserNotFound id={String(id)} />
  if (user && target) return <UserView user={user} target={target} />
  return (
    <>
      <Breadcrumb list="/users" name="Users">{`#${id}`}</Breadcrumb>
      <Page title={`User #${id}`}>
        {error ? (
          <ErrorPanel error={error} title="Load error, try again" onRetry={() => void refetch()} />
        ) : (
          <div className="beside" style={columns} role="status" aria-label="Loading the user">
            <CardSkeleton lines={10} />
            <CardSkeleton lines={6} />
          </div>
        )}
      </Page>
    </>
  )
}

function UserView({ user, target }: { user: UserAccount; target: Target }) {
  const viewer = route.useRouteContext({ select: ({ user }) => user })
  return (
    <>
      <Breadcrumb list="/users" name="Users">
        {user.email}
      </Breadcrumb>
      <Page title={user.name} heading={<UserHeading user={user} isOwn={user.id === viewer.id} />} actions={<PageMenu target={target} />}>
        <div className="beside" style={columns}>
          <Card title="Account">
            <UserForm user={user} />
          </Card>
          <div className="column gap-16 can-shrink">
            <Card title="About">
              <FieldList
                fields={[
                  { label: 'Id', value: <Copyable text={String(user.id)} what="id" command="user.copy-id" /> },
                  { label: 'Email', value: <Copyable text={user.email} what="email" command="user.copy-email" /> },
                  ...(user.rol === 0 ? [] : [{ label: 'Role', value: roleWords(user.rol) }]),
                  ...(user.createdAt === null ? [] : [{ label: 'Created', value: formatDateTime(user.createdAt) }]),
                ]}
              />
            </Card>
            {user.lockedUntil === null ? null : (
              <Card
                title="Sign-in is locked"
                aside={
                  <CommandButton id="user.unlock" target={target} icon={UnlockIcon}>
                    Unlock
                  </CommandButton>
                }
              >
                <p className="muted fine">
                  <strong>{`Locked until ${formatDateTime(user.lockedUntil)}.`}</strong> Too many wrong passwords or codes were tried. Each
                  browser that has signed in to this account before has its own limit; all others share one.
                </p>
              </Card>
            )}
            <Card title="Two-factor authentication" aside={<ResetButton user={user} target={target} />}>
              <p className="muted fine">{secondStepText(user)}</p>
            </Card>
            {apiHas('account') ? (
              <Card
                title={user.disabledAt === null ? 'Switch off the account' : 'The account is switched off'}
                aside={
                  user.disabledAt === null ? (
                    <CommandButton id="user.disable" target={target} icon={CircleSlashIcon}>
                      Switch off
                    </CommandButton>
                  ) : (
                    <CommandButton id="user.enable" target={target} icon={CheckCircleIcon}>
                      Switch on
                    </CommandButton>
                  )
                }
              >
                <p className="muted fine">
                  {user.disabledAt === null
                    ? 'Nobody can sign in to an account that is switched off. It stays here, and can be switched on again.'
                    : `Nobody can sign in since ${formatDateTime(user.disabledAt)}.`}
                </p>
              </Card>
            ) : null}
            <Card
              title="Remove the account"
              aside={
                <CommandButton id="user.delete" target={target} icon={TrashIcon}>
                  Remove
                </CommandButton>
              }
            >
              <p className="muted fine">
                {`A removed user can no longer sign in. ${apiHas('audit') ? 'What they did stays in the audit trail.' : ''}`}
              </p>
            </Card>
          </div>
          {apiHas('sessions') ? <SessionsPanel user={user} target={target} /> : null}
        </div>
      </Page>
    </>
  )
}

function UserHeading({ user, isOwn }: { user: UserAccount; isOwn: boolean }) {
  return (
    <span className="inline-row wrap gap-4-12">
      <bdi translate="no" data-fact="Name">
        {user.name}
      </bdi>
      {isOwn ? <Label variant="accent">your own account</Label> : null}
      {user.disabledAt === null ? null : <Label variant="attention">switched off</Label>}
    </span>
  )
}

function UserNotFound({ id }: { id: string }) {
  return (
    <>
      <Breadcrumb list="/users" name="Users">
        {shownId(id)}
      </Breadcrumb>
      <RecordNotFound noun="staff account" title="user" id={id} icon={PersonIcon}>
        Look them up by email in the list of users.
      </RecordNotFound>
    </>
  )
}

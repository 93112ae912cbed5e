import { PlusIcon } from '@primer/octicons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { tokensQuery } from '../../api/integrations.ts'
import { policiesQuery, policyTrialQuery, putPoliciesMutation } from '../../api/policies.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { usersQuery } from '../../api/users.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { maxPageSize } from '../../contract/list.ts'
import type { PolicyTable } from '../../contract/policies.ts'
import { roleText, UserListQuery } from '../../contract/users.ts'
import { Button } from '../../layout/kit/button.tsx'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { EditForm, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { toastSuccess } from '../../layout/kit/toasts.tsx'
import { Page } from '../../layout/list/page.tsx'
import { PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { type DraftPolicy, draftOf, readDraft, readyPolicies } from './draft.ts'
import styles from './policies.module.css'
import { PolicyFields } from './policy-fields.tsx'

/** The table of policies: who may do what alone. */
export function PoliciesPage() {
  const { data, error, refetch } = useQuery(policiesQuery())
  return (
    <Page title="Policies" maxWidth="60rem">
      <p className="muted">
        Who may do what alone, what needs a second person, and what nobody may do. The first that matches counts; what none matches is
        allowed. They bind people in the console, programs by their tokens, and changes to many records at once.
      </p>
      {data ? (
        <PolicyForm table={data} />
      ) : error ? (
        <ErrorPanel error={error} title="The policies could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={8} />
      )}
    </Page>
  )
}

function PolicyForm({ table }: { table: PolicyTable }) {
  const client = useQueryClient()
  const [base, setBase] = useState(() => baseOf(table))
  const [drafts, setDrafts] = useState(base.drafts)
  const [isTried, setTried] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<number | null>(null)
  const people = usePeople()
  const read = drafts.map(readDraft)
  const policies = read.flatMap(({ policy }) => policy ?? [])
  const isChanged = drafts !== base.drafts
  const isOutdated = table.revision > base.revision
  const take = (taken: typeof base) => {
    setBase(taken)
    setDrafts(taken.drafts)
    setTried(false)
  }
  // What is being written stays, beside what somebody else has saved.
  if (isOutdated && !isChanged) take(baseOf(table))
  const reset = () => take(isOutdated ? baseOf(table) : base)
  const form = useEditForm({ fields: [] as const, isChanged, leave: reset, failed: 'The policies were not saved' })
  const save = () => {
    setTried(true)
    const first = read.findIndex(({ errors }) => errors !== null)
    if (first >= 0) {
      list.current?.children[first]?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
      return
    }
    return form.save(null, async () => {
      const { revision } = await runMutation(client, putPoliciesMutation(), { policies, revision: base.revision })
      take({ revision, drafts })
      toastSuccess('The policies are saved, and hold at once for everybody.')
      return false
    })
  }
  const change = (key: number, changed: Partial<DraftPolicy>) =>
    setDrafts((before) => before.map((draft) => (draft.key === key ? { ...draft, ...changed } : draft)))
  const move = (at: number, step: 1 | -1) => {
    const [here, there] = [drafts[at], drafts[at + step]]
    if (!here || !there) return
    moved.current = here.key
    setDrafts(drafts.with(at, there).with(at + step, here))
  }
  // The field that was in use keeps the focus where its policy went.
  useEffect(() => {
    if (moved.current === null) return
    const at = drafts.findIndex(({ key }) => key === moved.current)
    moved.current = null
    const item = list.current?.children[at]
    if (item && !item.contains(document.activeElement)) item.querySelector<HTMLElement>('select')?.focus()
    item?.scrollIntoView({ block: 'nearest' })
  }, [drafts])
  const trials = useTrials(drafts)
  return (
    <EditForm label="Policies" form={form} canSave={isChanged && !isOutdated} onSave={save}>
      {isOutdated && (
        <Notice kind="danger">
          {`${table.changedBy ?? 'Somebody'} has changed the policies since you opened them. Cancel to see theirs: yours can’t be saved over them.`}
        </Notice>
      )}
      {drafts.length === 0 && <p>There is none: everybody may do alone whatever their role allows.</p>}
      <ol ref={list} className={styles.policies}>
        {drafts.map((draft, at) => (
          <PolicyFields
            key={draft.key}
            draft={draft}
            place={at + 1}
            isLast={at === drafts.length - 1}
            people={people}
            errors={isTried ? (read[at]?.errors ?? {}) : {}}
            trial={trials.get(draft.key) ?? null}
            change={(changed) => change(draft.key, changed)}
            move={(step) => move(at, step)}
            remove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
          />
        ))}
      </ol>
      <section className="column gap-8" aria-label="Add a policy">
        <h2 className="card-title">Add a policy</h2>
        <div className="row wrap gap-8">
          {readyPolicies.map(({ title, policy }) => (
            <Button key={title} size="small" leadingVisual={PlusIcon} onClick={() => setDrafts([...drafts, draftOf(policy)])}>
              {title}
            </Button>
          ))}
          <Button
            size="small"
            leadingVisual={PlusIcon}
            onClick={() =>
              setDrafts([
                ...drafts,
                { ...draftOf({ who: { is: 'everybody' }, what: 'payment.refund', when: null, verdict: 'ask', text: '' }) },
              ])
            }
          >
            An empty one
          </Button>
        </div>
      </section>
      {table.changedAt !== null && (
        <p className="note">{`Last changed by ${table.changedBy ?? 'somebody'}, ${formatDateTime(table.changedAt)}.`}</p>
      )}
    </EditForm>
  )
}

const baseOf = ({ revision, policies }: PolicyTable) => ({ revision, drafts: policies.map(draftOf) })

/** What each policy would have stopped, as soon as it can be read; its text doesn't matter. */
function useTrials(drafts: readonly DraftPolicy[]): ReadonlyMap<number, { stopped: number; of: number }> {
  const readable = drafts.flatMap((draft) => {
    const { policy } = readDraft({ ...draft, text: draft.text || '-' })
    return policy ? [{ key: draft.key, policy: { ...policy, text: '-' } }] : []
  })
  const { data } = useQuery({ ...policyTrialQuery(readable.map(({ policy }) => policy)), enabled: readable.length > 0 })
  return new Map(readable.flatMap(({ key }, index) => (data?.[index] ? [[key, data[index]] as const] : [])))
}

/** Everybody, the roles, each person and each token. */
function usePeople(): { value: string; label: string }[] {
  const { data: users } = useQuery(usersQuery({ ...UserListQuery.parse({}), perPage: maxPageSize }))
  const { data: tokens } = useQuery(tokensQuery())
  return [
    { value: 'everybody', label: 'Everybody' },
    { value: 'role:1', label: `Role ${roleText(1)}` },
    { value: 'role:2', label: `Role ${roleText(2)}` },
    ...(users?.rows ?? []).map(({ id, name, email }) => ({ value: `person:${id}`, label: `${name} (${email})` })),
    ...(tokens?.rows ?? [])
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, name }) => ({ value: `token:${id}`, label: `Token ${name}` })),
  ]
}

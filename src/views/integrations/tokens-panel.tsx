import { CircleSlashIcon } from '@primer/octicons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createTokenMutation, revokeTokenMutation, tokensQuery } from '../../api/integrations.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { type ServiceToken, TokenInput, type TokenScope } from '../../contract/tokens.ts'
import { useAsk } from '../../layout/commands/use-ask.ts'
import { Ago } from '../../layout/kit/ago.tsx'
import { Button } from '../../layout/kit/button.tsx'
import { EditForm, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { messagesOf } from '../../layout/kit/form/field-errors.ts'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { Choices } from './choices.tsx'
import { MakerPanel } from './maker-panel.tsx'

export const scopeWords: Record<TokenScope, string> = { ingest: 'Send data', read: 'Read everything' }
const scopes = Object.entries(scopeWords).map(([value, label]) => ({ value: value as TokenScope, label }))

/** Service tokens, by which programs call us. */
export function TokensPanel() {
  const result = useQuery(tokensQuery())
  const ask = useAsk()
  const revoke = (token: ServiceToken) =>
    ask({
      id: `token.revoke-${token.id}`,
      title: `Revoke the token ${token.name}?`,
      section: 'Integrations',
      icon: CircleSlashIcon,
      needs: 'integrations.manage',
      body: `${token.prefix}… will be refused. Whatever uses it stops working until it has a new one.`,
      confirmLabel: 'Revoke token',
      run: async (client) => {
        await runMutation(client, revokeTokenMutation(), { id: token.id })
        return { message: `Token revoked: ${token.name}.` }
      },
    })
  return (
    <MakerPanel
      title="Service tokens"
      button="New token"
      Form={TokenForm}
      secret={{ what: 'token', use: 'Programs send it as Authorization: Bearer qd_…' }}
    >
      <PanelRows
        label="Service tokens"
        result={result}
        columns={columnsOf(revoke)}
        emptyText="No tokens yet. A token lets your product send its data."
      />
    </MakerPanel>
  )
}

const columnsOf = (revoke: (token: ServiceToken) => void): readonly PanelColumn<ServiceToken>[] => [
  { header: 'Name', text: ({ name }) => name, cell: ({ name }) => <bdi translate="no">{name}</bdi> },
  { header: 'Token', cell: ({ prefix }) => <code>{`${prefix}…`}</code> },
  { header: 'Access', cell: (token) => token.scopes.map((scope) => scopeWords[scope]).join(', ') },
  { header: 'Created', cell: ({ createdAt, createdBy }) => <Ago at={createdAt} says={`${createdBy},`} /> },
  { header: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Ago at={lastUsedAt} />) },
  {
    header: 'State',
    cell: ({ revokedAt }) =>
      revokedAt === null ? <StatusBadge status="active" colour="success" /> : <StatusBadge status="revoked" colour="secondary" />,
  },
  {
    header: 'Revoke',
    cell: (token) =>
      token.revokedAt === null ? (
        <Button size="small" aria-label={`Revoke the token ${token.name}`} onClick={() => revoke(token)}>
          Revoke
        </Button>
      ) : null,
  },
]

/** @param onClose gets the token that was made; null if none was */
function TokenForm({ onClose }: { onClose: (token: string | null) => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly TokenScope[]>(['ingest'])
  const nameRef = useRef<HTMLInputElement>(null)
  useFocusOnMount(nameRef)
  const form = useEditForm({ fields: ['name', 'scopes'], isChanged: name !== '', leave: () => onClose(null) })
  const save = () => {
    const read = TokenInput.safeParse({ name, scopes: [...chosen] })
    void form.save(read.error && messagesOf(read.error), async () => {
      if (read.success) onClose((await runMutation(client, createTokenMutation(), read.data)).token)
      return false
    })
  }
  return (
    <EditForm label="New token" form={form} onSave={save} saveLabel="Create token">
      <TextField
        ref={nameRef}
        name="name"
        label="Name"
        hint="What will use it. It appears in the audit trail."
        autoComplete="off"
        required
        value={name}
        error={form.errors.name ?? null}
        onChange={(event) => setName(event.target.value)}
      />
      <Choices
        name="scopes"
        label="What it may do"
        choices={scopes}
        chosen={chosen}
        onChange={setChosen}
        error={form.errors.scopes}
        isWide
      />
    </EditForm>
  )
}

import { PlusIcon, TrashIcon } from '@primer/octicons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { addPasskeyMutation, createPasskey, removePasskeyMutation, renamePasskeyMutation } from '../../api/account.ts'
import { passkeyFault } from '../../api/passkeys.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { type Passkey, PasskeyName } from '../../contract/account.ts'
import { useAsk } from '../../layout/commands/use-ask.ts'
import { Ago } from '../../layout/kit/ago.tsx'
import { Button } from '../../layout/kit/button.tsx'
import { EditForm, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { formErrorOf } from '../../layout/kit/form/field-errors.ts'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { toastSuccess } from '../../layout/kit/toasts.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { Card } from '../../layout/records/card.tsx'
import { deviceOf } from '../../layout/records/session-columns.tsx'

/** The person's passkeys: add, rename, remove. */
export function PasskeysPanel({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [isOpen, setOpen] = useState(false)
  const ask = useAsk()
  const [renamed, setRenamed] = useState<number | null>(null)
  const remove = (passkey: Passkey) =>
    ask({
      id: `account.remove-passkey-${passkey.id}`,
      title: `Remove the passkey ${passkey.name}?`,
      section: 'Your account',
      icon: TrashIcon,
      body: 'It no longer signs in here, and your other sessions end. Delete it in your password manager or on its device, too.',
      confirmLabel: 'Remove passkey',
      run: async (client) => {
        await runMutation(client, removePasskeyMutation(), { id: passkey.id })
        return { message: `Passkey removed: ${passkey.name}.` }
      },
    })
  const edited = passkeys.find(({ id }) => id === renamed)
  return (
    <Card
      title="Passkeys"
      aside={
        isOpen || edited ? null : (
          <Button size="small" leadingVisual={PlusIcon} onClick={() => setOpen(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      <div className="column gap-12">
        <p className="note">They sign in by fingerprint, face or security key, and cannot be phished.</p>
        {isOpen ? <AddForm close={() => setOpen(false)} /> : null}
        {edited ? <RenameForm key={edited.id} passkey={edited} close={() => setRenamed(null)} /> : null}
        <PanelRows
          label="Passkeys"
          result={{
            data: { rows: passkeys },
            error: null,
            isPlaceholderData: false,
            refetch: () => Promise.reject(new Error('there already')),
          }}
          columns={columnsOf({ rename: ({ id }) => setRenamed(id), remove })}
          emptyText="No passkeys yet."
        />
      </div>
    </Card>
  )
}

const columnsOf = ({ rename, remove }: Record<'rename' | 'remove', (passkey: Passkey) => void>): readonly PanelColumn<Passkey>[] => [
  { header: 'Name', text: ({ name }) => name, cell: ({ name }) => <bdi translate="no">{name}</bdi> },
  { header: 'Added', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { header: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Ago at={lastUsedAt} />) },
  {
    header: 'Actions',
    cell: (passkey) => (
      <span className="inline-row wrap gap-4">
        <Button size="small" aria-label={`Rename the passkey ${passkey.name}`} onClick={() => rename(passkey)}>
          Rename
        </Button>
        <Button size="small" aria-label={`Remove the passkey ${passkey.name}`} onClick={() => remove(passkey)}>
          Remove
        </Button>
      </span>
    ),
  },
]

interface NameFormProps {
  label: string
  saveLabel: string
  initial: string
  close: () => void
  send: (name: string) => Promise<string>
}

function NameForm({ label, saveLabel, initial, close, send }: NameFormProps) {
  const [name, setName] = useState(initial)
  const nameRef = useRef<HTMLInputElement>(null)
  useFocusOnMount(nameRef)
  const form = useEditForm({
    fields: ['name'],
    isChanged: name !== initial,
    leave: close,
    failureOf: (error) => passkeyFault(error) ?? formErrorOf(error),
  })
  const save = () => {
    const read = PasskeyName.safeParse(name)
    const problem = read.error?.issues[0]?.message
    void form.save(problem === undefined ? null : { name: problem }, async () => {
      toastSuccess(await send(read.data ?? name))
      close()
      return false
    })
  }
  return (
    <EditForm label={label} form={form} onSave={save} saveLabel={saveLabel}>
      <TextField
        ref={nameRef}
        name="name"
        label="Name"
        hint="How you tell it from your others."
        autoComplete="off"
        required
        value={name}
        error={form.errors.name ?? null}
        onChange={(event) => setName(event.target.value)}
      />
    </EditForm>
  )
}

function AddForm({ close }: { close: () => void }) {
  const client = useQueryClient()
  return (
    <NameForm
      label="New passkey"
      saveLabel="Add passkey"
      initial={deviceOf(navigator.userAgent)}
      close={close}
      send={async (name) => {
        await runMutation(client, addPasskeyMutation(), { name, answer: await createPasskey() })
        return `Passkey added: ${name}.`
      }}
    />
  )
}

function RenameForm({ passkey: { id, name: before }, close }: { passkey: Passkey; close: () => void }) {
  const client = useQueryClient()
  return (
    <NameForm
      label={`Rename the passkey ${before}`}
      saveLabel="Rename"
      initial={before}
      close={close}
      send={async (name) => {
        await runMutation(client, renamePasskeyMutation(), { id, name })
        return `Passkey renamed: ${name}.`
      }}
    />
  )
}

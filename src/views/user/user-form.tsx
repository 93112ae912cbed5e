import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { apiHas } from '../../api/features.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { updateUserMutation, userQuery } from '../../api/users.ts'
import { whyNotSetRole } from '../../contract/user-rules.ts'
import { passwordOf, roles, type UserAccount, UserEdit } from '../../contract/users.ts'
import { toastDone } from '../../layout/commands/undo-change.ts'
import { EditForm, FieldConflictChoice, savedText, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { messagesOf } from '../../layout/kit/form/field-errors.ts'
import { PasswordField } from '../../layout/kit/form/password-field.tsx'
import { useRecordDraft } from '../../layout/kit/form/record-draft.ts'
import { SelectField } from '../../layout/kit/form/select-field.tsx'
import { isStale } from '../../layout/kit/form/send-over.ts'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { lastListHref } from '../../layout/list/last-list.ts'
import { roleWords } from '../../layout/records/role-words.ts'

/** Editable fields of an account. Not the password, which is never stored. */
type UserField = 'name' | 'rol'
type UserValues = Record<UserField, string>
type UserErrors = Partial<Record<UserField | 'password', string>>

const userLabels: Record<UserField, string> = { name: 'Name', rol: 'Role' }

/** An account's editable fields as form values. */
function userValuesOf({ name, rol }: Pick<UserAccount, UserField>): UserValues {
  return { name, rol: String(rol) }
}

/** A value as displayed in a conflict. */
const sayUser = (field: UserField, value: string) => (field === 'rol' ? roleWords(Number(value)) : value)

/** Roles that can be assigned, plus the account's own. */
function roleChoices({ rol }: Pick<UserAccount, 'rol'>) {
  const all = new Set<number>([...roles, rol])
  return [...all].map((each) => ({ value: String(each), label: roleWords(each) }))
}

/**
 * The changes with the password, which this form requires (document 1, section 5; ruling 11), as a request, or errors
 * by field.
 * @param minLength minimum password length
 */
function readUser(user: UserAccount, { name, rol }: Partial<UserValues>, password: string, minLength: number | undefined) {
  const read = UserEdit.required({ password: true })
    .extend({ password: passwordOf(minLength) })
    .safeParse({ password, ...(name === undefined ? {} : { name }), ...(rol === undefined ? {} : { rol: Number(rol) }) })
  const refusal = rol === undefined ? null : whyNotSetRole(user, Number(rol))
  const errors: UserErrors = { ...(refusal === null ? {} : { rol: refusal }), ...messagesOf(read.error) }
  return { edit: read.data, errors: Object.keys(errors).length === 0 ? null : errors }
}

const route = getRouteApi('/app/users/$id')

const changedMeanwhile =
  'Somebody has changed this account in the meantime, perhaps its password too. Nothing was saved, and what you typed is kept: save again to set it anyway.'

/**
 * The account form (document 1, sections 2, 5 and 8): name, read-only email, password and role. Every save sets the
 * typed password and ends the person's sessions, as the form says (rulings 10 and 11).
 * If others changed the account meanwhile, never save the password automatically: their change may have been the
 * password.
 */
export function UserForm({ user }: { user: UserAccount }) {
  const client = useQueryClient()
  const router = useRouter()
  const viewer = route.useRouteContext({ select: ({ user }) => user })
  const draft = useRecordDraft(viewer.id, `user.${user.id}.edit`, userValuesOf(user))
  const [password, setPassword] = useState('')
  // For saves in progress, which must see text typed since they began.
  const latestPassword = useRef('')
  // The version when typing the password began; a refetch may have brought a newer one.
  const basis = useRef(user.version)
  const changePassword = (text: string) => {
    if (latestPassword.current === '') basis.current = user.version
    latestPassword.current = text
    setPassword(text)
  }
  const form = useEditForm({
    fields: ['name', 'password', 'rol'],
    isChanged: draft.isChanged || password !== '',
    leave: () => {
      draft.discard()
      void router.navigate({ href: lastListHref('/users') })
    },
  })

  const orReadAgain = async (error: unknown) => {
    if (!isStale(error)) throw error
    const { version } = await client.fetchQuery({ ...userQuery(user.id), staleTime: 0 })
    basis.current = version
    return null
  }

  const canSave = Object.keys(draft.conflicts).length === 0
  const save = () => {
    if (!canSave) return
    const sent = draft.changed
    const read = readUser(user, sent, password, viewer.passwordMinLength)
    void form.save(read.errors, async () => {
      const done = await runMutation(client, updateUserMutation(), { id: user.id, ...read.edit, version: basis.current }).catch(orReadAgain)
      if (!done) {
        form.setFailure(changedMeanwhile)
        return false
      }
      const saved = client.getQueryData(userQuery(user.id).queryKey) ?? user
      basis.current = saved.version
      const isPasswordMore = latestPassword.current !== password
      if (!isPasswordMore) changePassword('')
      const isMore = draft.saved(sent, userValuesOf(saved)) || isPasswordMore
      toastDone(client, savedText('User saved', isMore), done)
      return isMore
    })
  }

  const conflictOf = (name: UserField) => (
    <FieldConflictChoice draft={draft} name={name} label={userLabels[name]} say={(value) => sayUser(name, value)} />
  )
  const whose = user.id === viewer.id ? 'your own sessions: you will have to sign in again with it' : `all sessions of ${user.name}`

  return (
    <EditForm label="Edit user" form={form} onSave={save} canSave={canSave}>
      <TextField
        name="name"
        label={userLabels.name}
        autoComplete="off"
        required
        value={draft.values.name}
        error={form.errors.name ?? null}
        onChange={(event) => draft.change('name', event.target.value)}
      />
      {conflictOf('name')}
      <TextField name="email" label="Email" type="email" readOnly hint="The email cannot be changed." value={user.email} />
      <PasswordField
        autoComplete="new-password"
        required
        hint={`Saving needs a password: it replaces the old one, and ends ${whose}.`}
        value={password}
        error={form.errors.password ?? null}
        onChange={(event) => changePassword(event.target.value)}
      />
      {apiHas('fields') ? (
        <SelectField
          name="rol"
          label={userLabels.rol}
          choices={roleChoices(user)}
          value={draft.values.rol}
          error={form.errors.rol ?? null}
          onChange={(event) => draft.change('rol', event.target.value)}
        />
      ) : null}
      {conflictOf('rol')}
    </EditForm>
  )
}

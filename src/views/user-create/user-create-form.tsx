import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { apiHas } from '../../api/features.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { createUserMutation } from '../../api/users.ts'
import { passwordOf, roles, UserInput } from '../../contract/users.ts'
import { useDraft } from '../../layout/kit/form/draft.ts'
import { EditForm, savedText, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { messagesOf } from '../../layout/kit/form/field-errors.ts'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { PasswordField } from '../../layout/kit/form/password-field.tsx'
import { SelectField } from '../../layout/kit/form/select-field.tsx'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { toastSuccess } from '../../layout/kit/toasts.tsx'
import { lastListHref } from '../../layout/list/last-list.ts'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { roleWords } from '../../layout/records/role-words.ts'

/** The initial form, also after each created account. */
const emptyUser = { name: '', email: '', password: '', rol: '2' }

const route = getRouteApi('/app/users/create')

/**
 * Name, email, password and role of a new account (document 1, sections 2, 5 and 8). All but the password is kept as a
 * draft (ruling 12); the form empties after each account. The address may bring the email: 'add staff tom@example.com'.
 */
export function UserCreateForm() {
  const client = useQueryClient()
  const router = useRouter()
  const viewer = route.useRouteContext({ select: ({ user }) => user })
  const draft = useDraft(viewer.id, 'user.create', emptyUser)
  const [made, setMade] = useState<{ id: number | null; name: string } | null>(null)
  const email = UserInput.pick({ email: true }).safeParse(route.useSearch()).data?.email
  const begin = useEffectEvent((given: string) => draft.change({ email: given }))
  useEffect(() => {
    if (email !== undefined) begin(email)
  }, [email])
  const nameRef = useRef<HTMLInputElement>(null)
  useFocusOnMount(nameRef)
  const form = useEditForm({
    fields: ['name', 'email', 'password', 'rol'],
    isChanged: JSON.stringify(draft.values) !== JSON.stringify(emptyUser),
    leave: () => {
      draft.drop()
      void router.navigate({ href: lastListHref('/users') })
    },
  })

  const save = () => {
    const sent = draft.values
    const password = passwordOf(viewer.passwordMinLength)
    const read = UserInput.extend({ password }).safeParse({ ...sent, rol: Number(sent.rol) })
    setMade(null)
    void form.save(read.error && messagesOf(read.error), async () => {
      if (!read.success) return false
      const { id } = await runMutation(client, createUserMutation(), read.data)
      const isMore = draft.saved(sent)
      setMade({ id, name: read.data.name })
      toastSuccess(savedText('User created', isMore))
      // Don't move the focus of someone who kept typing.
      if (!isMore) nameRef.current?.focus()
      return isMore
    })
  }

  const field = (name: keyof typeof emptyUser) => ({
    name,
    value: draft.values[name],
    error: form.errors[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => draft.change({ [name]: target.value }),
  })

  return (
    <EditForm label="Add user" form={form} onSave={save} saveLabel="Add user">
      {made ? (
        <Notice kind="info">
          The account of <bdi translate="no">{made.name}</bdi> was created.{' '}
          {made.id === null ? (
            <span>Add another.</span>
          ) : (
            <span>
              <RecordLink href={`/users/${made.id}`}>Open it</RecordLink>, or add another.
            </span>
          )}
        </Notice>
      ) : null}
      <TextField ref={nameRef} label="Name" autoComplete="off" required {...field('name')} />
      <TextField label="Email" type="email" autoComplete="off" required {...field('email')} />
      <PasswordField
        autoComplete="new-password"
        required
        hint="They sign in with it, then set up two-factor authentication."
        {...field('password')}
      />
      {apiHas('fields') ? (
        <SelectField label="Role" choices={roles.map((rol) => ({ value: String(rol), label: roleWords(rol) }))} {...field('rol')} />
      ) : null}
    </EditForm>
  )
}

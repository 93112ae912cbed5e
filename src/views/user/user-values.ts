import { whyNotSetRole } from '../../contract/user-rules.ts'
import { passwordOf, roles, roleText, type UserAccount, UserEdit } from '../../contract/users.ts'

/** Editable fields of an account. Not the password, which is never stored. */
export const userFields = ['name', 'rol'] as const
export type UserField = (typeof userFields)[number]
export type UserValues = Record<UserField, string>
export type UserErrors = Partial<Record<UserField | 'password', string>>

export const userLabels: Record<UserField, string> = { name: 'Name', rol: 'Role' }

/** An account's editable fields as form values. */
export function userValuesOf({ name, rol }: Pick<UserAccount, UserField>): UserValues {
  return { name, rol: String(rol) }
}

/** A value as displayed in a conflict. */
export const sayUser = (field: UserField, value: string) => (field === 'rol' ? roleText(Number(value)) : value)

/** Roles that can be assigned, plus the account's own. */
export function roleChoices({ rol }: Pick<UserAccount, 'rol'>) {
  const all = new Set<number>([...roles, rol])
  return [...all].map((each) => ({ value: String(each), label: roleText(each) }))
}

/**
 * The changes with the password, which this form requires (document 1, section 5; ruling 11), as a request, or errors
 * by field.
 * @param minLength minimum password length
 */
export function readUser(
  user: UserAccount,
  changed: Partial<UserValues>,
  password: string,
  minLength: number | undefined,
): { edit: UserEdit; errors: null } | { edit: null; errors: UserErrors } {
  const { name, rol } = changed
  const parsed = UserEdit.required({ password: true })
    .extend({ password: passwordOf(minLength) })
    .safeParse({ password, ...(name === undefined ? {} : { name }), ...(rol === undefined ? {} : { rol: Number(rol) }) })
  const errors: UserErrors = {}
  for (const { path, message } of parsed.error?.issues ?? []) errors[path[0] as keyof UserErrors] ??= message
  const refusal = rol === undefined ? null : whyNotSetRole(user, Number(rol))
  if (refusal !== null) errors.rol ??= refusal
  return parsed.success && Object.keys(errors).length === 0 ? { edit: parsed.data, errors: null } : { edit: null, errors }
}

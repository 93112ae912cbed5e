import { passwordOf, UserInput } from '../../contract/users.ts'

export const newUserFields = ['name', 'email', 'password', 'rol'] as const
type NewUserField = (typeof newUserFields)[number]
export type NewUserErrors = Partial<Record<NewUserField, string>>

/** The initial form, also after each created account. */
export const emptyUser = { name: '', email: '', password: '', rol: '2' }

/**
 * The form as a request, or errors by field (document 1, section 5).
 * @param minLength minimum password length
 */
export function readNewUser(
  typed: typeof emptyUser,
  minLength: number | undefined,
): { input: UserInput; errors: null } | { input: null; errors: NewUserErrors } {
  const parsed = UserInput.extend({ password: passwordOf(minLength) }).safeParse({ ...typed, rol: Number(typed.rol) })
  if (parsed.success) return { input: parsed.data, errors: null }
  const errors: NewUserErrors = {}
  for (const { path, message } of parsed.error.issues) errors[path[0] as NewUserField] ??= message
  return { input: null, errors }
}

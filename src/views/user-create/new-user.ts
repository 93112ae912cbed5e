import { passwordOf, UserInput } from '../../contract/users.ts'

export const newUserFields = ['name', 'email', 'password', 'rol'] as const
type NewUserField = (typeof newUserFields)[number]
export type NewUserErrors = Partial<Record<NewUserField, string>>

/** What stands in the form at first, and again after each account that was made. */
export const emptyUser = { name: '', email: '', password: '', rol: '2' }

/**
 * The form as the call wants it, or what is wrong with it by field (document 1, section 5).
 * @param minLength the least length of a password
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

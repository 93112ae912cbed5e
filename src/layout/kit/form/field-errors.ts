import { ApiFailure, UnfitReply } from '../../../api/client.ts'
import { messages } from '../../../contract/fields.ts'
import type { ErrorCode } from '../../../contract/errors.ts'

/** Errors that name their field by their code alone, with the documented messages (document 1, section 8). */
const byCode: Partial<Record<ErrorCode, [field: string, message: string]>> = {
  email_conflict: ['email', 'Email already exists.'],
  invalid_vat: ['vatNumber', messages.invalidVat],
  vat_number_required: ['vatNumber', messages.vatRequired],
}

/** What the server found wrong, by field of the form; empty where it speaks of none of them. */
export function fieldErrorsOf<Field extends string>(error: unknown, fields: readonly Field[]): Partial<Record<Field, string>> {
  if (!(error instanceof ApiFailure) || !error.body) return {}
  const [field, message] = byCode[error.body.error] ?? []
  const said: Record<string, string> = { ...error.body.details, ...(field && message ? { [field]: message } : {}) }
  return Object.fromEntries(fields.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]]))) as Partial<
    Record<Field, string>
  >
}

/** Why a form was not saved, for what belongs to none of its fields: what happened, and what to do. */
export function formErrorOf(error: unknown): string {
  if (error instanceof UnfitReply) return `It has most likely been saved. ${error.message} Reload the page to see what is stored.`
  if (!(error instanceof ApiFailure) || error.status === null)
    return 'The server could not be reached, or its answer broke off. What you typed is kept: check the connection, then save again.'
  return `${error.message.replace(/[.!]?$/, '.')} What you typed is kept.`
}

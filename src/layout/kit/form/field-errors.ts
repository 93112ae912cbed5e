import type { z } from 'zod'
import { ApiFailure, UnfitReply, whyNoReply } from '../../../api/client.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { messages } from '../../../contract/fields.ts'

/** The field and documented message of errors that carry only a code (document 1, section 8). */
const byCode: Partial<Record<ErrorCode, [field: string, message: string]>> = {
  email_conflict: ['email', 'Email already exists.'],
  invalid_vat: ['vatNumber', messages.invalidVat],
  vat_number_required: ['vatNumber', messages.vatRequired],
}

/** The server's errors by form field; empty if none concerns a field. */
export function fieldErrorsOf<Field extends string>(error: unknown, fields: readonly Field[]): Partial<Record<Field, string>> {
  if (!(error instanceof ApiFailure) || !error.body) return {}
  const [field, message] = byCode[error.body.error] ?? []
  const byField: Record<string, string> = { ...error.body.details, ...(field && message ? { [field]: message } : {}) }
  return Object.fromEntries(fields.flatMap((name) => (byField[name] === undefined ? [] : [[name, byField[name]]]))) as Partial<
    Record<Field, string>
  >
}

/** The first message of each form field that a schema refuses. */
export function messagesOf<Field extends string>(error: z.ZodError | undefined): Partial<Record<Field, string>> {
  const messages: Partial<Record<Field, string>> = {}
  for (const { path, message } of error?.issues ?? []) messages[path[0] as Field] ??= message
  return messages
}

/** Why the save failed and what to do, for errors that belong to no field. */
export function formErrorOf(error: unknown): string {
  if (error instanceof UnfitReply) return `It has most likely been saved. ${error.message} Reload the page to see what is stored.`
  if (!(error instanceof ApiFailure) || error.status === null)
    return `${whyNoReply()} What you typed is kept: check the connection, then save again.`
  return `${error.message.replace(/[.!]?$/, '.')} What you typed is kept.`
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Integer } from './fields.ts'

/** How an error of the console came to be known: thrown by nobody's call, a promise nobody waited for, or while rendering. */
export const clientErrorKinds = ['error', 'rejection', 'render'] as const
export type ClientErrorKind = (typeof clientErrorKinds)[number]

/** A place in one of the console's own built files. */
export const Frame = z.strictObject({
  file: z.string().regex(/^[\w-]{1,80}\.js$/, 'Must be the name of a script.'),
  line: Integer.min(1).max(10_000_000),
  column: Integer.min(1).max(10_000_000),
})
export type Frame = z.infer<typeof Frame>

/** Most frames of a stack. */
export const maxFrames = 20

const maxMessageLength = 200

/** Where the console was, without ids: `/customers/:id`. */
const RoutePattern = z
  .string()
  .max(200)
  .regex(/^(\/|(\/(:id|[a-z][a-z-]*))+)$/, 'Must be a path without ids.')

/** Tells the log of an error in the console. It holds nothing personal: see `withoutPersonalText`. 429 if there are too many. */
export const reportClientError = endpoint({
  method: 'POST',
  path: '/client-errors',
  feature: 'client-errors',
  access: 'session',
  byItself: true,
  body: z.strictObject({
    kind: z.enum(clientErrorKinds),
    name: z.string().regex(/^[A-Za-z]{1,40}$/, 'Must be the name of an error.'),
    message: z.string().max(maxMessageLength),
    frames: z.array(Frame).min(1).max(maxFrames),
    route: RoutePattern,
  }),
})
export type ClientError = z.output<typeof reportClientError.body>

/** A path of the console with `:id` for whatever is no word of a route. */
export function routePattern(path: string): string {
  const parts = path.split('/').filter(Boolean).slice(0, 10)
  return `/${parts.map((part) => (/^[a-z][a-z-]{0,18}$/.test(part) ? part : ':id')).join('/')}`
}

/**
 * An error's message without what may be somebody's: addresses, numbers, names and quoted texts. Quoted names of properties
 * stay, as they say what was missing.
 */
export function withoutPersonalText(message: string): string {
  return message
    .slice(0, 1000)
    .replace(/\w+:\/\/\S*/g, '…')
    .replace(/\S*@\S*/g, '…')
    .replace(/"[^"]*("|$)|“[^”]*(”|$)|‘[^’]*(’|$)|`[^`]*(`|$)/g, '…')
    .replace(/'([^']*)('|$)/g, (quoted: string, inner: string) => (/^[a-z_$][A-Za-z_$]{0,40}$/.test(inner) ? quoted : '…'))
    .replace(/\S*\/\S*\d\S*/g, '…')
    .replace(/\S*\P{ASCII}\S*/gu, '…')
    .replace(/\d[\d.,:a-f]*/gi, '#')
    .replace(/\b[A-Z][a-z]+(?: [A-Z][a-z]+)+/g, '…')
    .slice(0, maxMessageLength)
}

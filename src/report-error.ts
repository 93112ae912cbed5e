import { ApiFailure, call, UnfitReply } from './api/client.ts'
import { apiHas } from './api/features.ts'
import {
  type ClientErrorKind,
  type Frame,
  maxFrames,
  reportClientError,
  routePattern,
  withoutPersonalText,
} from './contract/client-errors.ts'
import { isMissingChunk } from './layout/kit/stale-chunks.ts'

/** Most errors that a tab reports, each once. */
const maxReports = 10

const reported = new Set<string>()

/**
 * Tells the server's log of an error in the console's own code. Never throws, and never reports itself: a report that fails is
 * dropped.
 */
export function reportError(kind: ClientErrorKind, error: unknown): void {
  if (!(error instanceof Error) || isNoFault(error) || !apiHas('client-errors')) return
  const frames = framesOf(error.stack ?? '')
  const name = /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error'
  const what = { name, message: withoutPersonalText(error.message), frames }
  const print = JSON.stringify(what)
  if (frames.length === 0 || reported.has(print) || reported.size >= maxReports) return
  reported.add(print)
  const body = { kind, ...what, route: routePattern(window.location.pathname) }
  call(reportClientError, { body, keepSession: true }).catch(() => {})
}

/** What the server refused, a line that is down, a deploy, or what was broken off on purpose. */
const isNoFault = (error: Error) =>
  (error instanceof ApiFailure && !(error instanceof UnfitReply)) || isMissingChunk(error) || error.name === 'AbortError'

/** The places in the console's own files; those of extensions are nobody's business. */
function framesOf(stack: string): Frame[] {
  const places = stack.slice(0, 10_000).matchAll(/\/assets\/([\w-]{1,80}\.js):(\d{1,7}):(\d{1,7})/g)
  return Array.from(places, ([, file = '', line, column]) => ({ file, line: Number(line), column: Number(column) })).slice(0, maxFrames)
}

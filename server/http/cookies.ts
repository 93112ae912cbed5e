import { createHash, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isBehindTls } from './security-headers.ts'

/** The two cookies we set: a session, and the proof of a right password on the way to one (ruling 6). */
export type CookieKind = 'session' | 'challenge'

type CookieSettings = Pick<Config, 'publicOrigin'>

/** Behind TLS the `__Host-` prefix makes the browser refuse the cookie from a sibling domain or over plain http. */
export function cookieName(kind: CookieKind, config: CookieSettings): string {
  return (isBehindTls(config) ? '__Host-' : '') + (kind === 'session' ? 'quaydesk' : 'quaydesk-challenge')
}

function cookieOptions(config: CookieSettings): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isBehindTls(config) }
}

/** A new cookie's value of 256 random bits, and the hash that is all the database knows of it. */
export function newCookieValue(): { value: string; idHash: string } {
  const value = randomBytes(32).toString('base64url')
  return { value, idHash: hashOf(value) }
}

/** No expiry is sent: the cookie goes when the browser closes, and the server decides when it is worthless. */
export function setCookie(reply: FastifyReply, kind: CookieKind, config: CookieSettings, value: string): void {
  void reply.setCookie(cookieName(kind, config), value, cookieOptions(config))
}

export function clearCookie(reply: FastifyReply, kind: CookieKind, config: CookieSettings): void {
  void reply.clearCookie(cookieName(kind, config), cookieOptions(config))
}

/** The hash of the cookie that came along, whether or not the database knows it; null without one. */
export function cookieIdHash(request: FastifyRequest, kind: CookieKind, config: CookieSettings): string | null {
  const value = request.cookies[cookieName(kind, config)]
  return value === undefined ? null : hashOf(value)
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}

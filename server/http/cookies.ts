import { createHash, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isBehindTls } from './security-headers.ts'

/** The cookies we set: a session, the proof of a right password on the way to one (ruling 6), and a browser that signed in before. */
const names = { session: 'quaydesk', challenge: 'quaydesk-challenge', browser: 'quaydesk-browser' } as const
export type CookieKind = keyof typeof names

/** Seconds since the last sign-in with it that a browser stays known: its cookie alone outlives the browser's window. */
export const browserSeconds = 90 * 24 * 60 * 60

type CookieSettings = Pick<Config, 'publicOrigin'>

/** Behind TLS the `__Host-` prefix makes the browser refuse the cookie from a sibling domain or over plain http. */
export function cookieName(kind: CookieKind, config: CookieSettings): string {
  return (isBehindTls(config) ? '__Host-' : '') + names[kind]
}

function cookieOptions(config: CookieSettings): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isBehindTls(config) }
}

/** A new cookie's value of 256 random bits, and the hash that is all the database knows of it. */
export function newCookieValue(): { value: string; idHash: string } {
  const value = randomBytes(32).toString('base64url')
  return { value, idHash: hashOf(value) }
}

/** Session and challenge go when the browser closes; when any of them is worthless is for the server to decide. */
export function setCookie(reply: FastifyReply, kind: CookieKind, config: CookieSettings, value: string): void {
  const lasting = kind === 'browser' ? { maxAge: browserSeconds } : {}
  void reply.setCookie(cookieName(kind, config), value, { ...cookieOptions(config), ...lasting })
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

import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../process/config.ts'
import { isBehindTls } from '../console/security-headers.ts'
import { secretHash } from './secrets.ts'

/** Our cookies: session, proof of a right password (ruling 6), known browser, and what a passkey or the OpenID provider was asked. */
const names = {
  session: 'quaydesk',
  challenge: 'quaydesk-challenge',
  browser: 'quaydesk-browser',
  passkey: 'quaydesk-passkey',
  provider: 'quaydesk-provider',
} as const
export type CookieKind = keyof typeof names

/** Seconds since its last sign-in that a browser stays known. The only cookie that outlives the browser session. */
export const browserSeconds = 90 * 24 * 60 * 60

type CookieSettings = Pick<Config, 'publicOrigin'>

/** Behind TLS the `__Host-` prefix makes browsers refuse the cookie from sibling domains or over http. */
export function cookieName(kind: CookieKind, config: CookieSettings): string {
  return (isBehindTls(config) ? '__Host-' : '') + names[kind]
}

function cookieOptions(config: CookieSettings): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isBehindTls(config) }
}

/** Session and challenge cookies last as long as the browser session; the server decides whether they are valid. */
export function setCookie(reply: FastifyReply, kind: CookieKind, config: CookieSettings, value: string): void {
  const lasting = kind === 'browser' ? { maxAge: browserSeconds } : {}
  // The provider leads back from another site.
  const crossing = kind === 'provider' ? { sameSite: 'lax' as const } : {}
  void reply.setCookie(cookieName(kind, config), value, { ...cookieOptions(config), ...lasting, ...crossing })
}

export function clearCookie(reply: FastifyReply, kind: CookieKind, config: CookieSettings): void {
  void reply.clearCookie(cookieName(kind, config), cookieOptions(config))
}

/** The hash of the request's cookie, known or not; null without one. */
export function cookieIdHash(request: FastifyRequest, kind: CookieKind, config: CookieSettings): string | null {
  const value = request.cookies[cookieName(kind, config)]
  return value === undefined ? null : secretHash(value)
}

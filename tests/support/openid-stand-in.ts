import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** What the stand-in says of whoever signs in. */
export interface StandInPerson {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  groups?: unknown
  [claim: string]: unknown
}

/** Ways to answer wrongly, as an attacker would make it. */
export interface Spoiled {
  claims?: JWTPayload
  /** Left out of the ID token. */
  without?: string
  key?: 'unknown' | 'none'
  /** The status of the token endpoint, and its error. */
  status?: number
  error?: string
}

const clientId = 'quaydesk'
const clientSecret = 'a secret of the client'

/**
 * An OpenID provider on loopback that signs everybody in at once, as the person that the test says. It checks client, redirect address and PKCE;
 * its answers can be spoiled. Real sign-ins run against a real provider in the browser tests.
 */
export async function openIdStandIn() {
  const keys = await generateKeyPair('RS256')
  const others = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { nonce: string | null; challenge: string; redirect: string; maxAge: string | null }>()
  const state = {
    person: { sub: 'p1', email: 'tom@example.com', email_verified: true, name: 'Tom Sawyer', groups: ['support'] } as StandInPerson,
    spoiled: {} as Spoiled,
    isDown: false,
    /** Refresh tokens that are still good, with whose they are. */
    refreshTokens: new Map<string, string>(),
    session: 'session-1',
    now: () => Math.floor(Date.now() / 1000),
  }
  let origin = ''
  let count = 0

  const sign = async (claims: JWTPayload, header: object = {}) => {
    const { key, claims: wrong, without } = state.spoiled
    const payload: JWTPayload = { ...claims, ...wrong }
    if (without !== undefined) delete payload[without]
    if (key === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(payload)}.`
    }
    const { privateKey } = key === 'unknown' ? others : keys
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(privateKey)
  }
  const idToken = (nonce: string | null, subject = state.person.sub) => {
    const now = state.now()
    const { sub: _current, ...rest } = state.person
    return sign({
      iss: origin,
      aud: clientId,
      sub: subject,
      iat: now,
      exp: now + 300,
      auth_time: now,
      sid: state.session,
      ...(nonce === null ? {} : { nonce }),
      ...rest,
    })
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', origin)
    const json = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (state.isDown) return request.socket.destroy()
    if (url.pathname === '/.well-known/openid-configuration')
      return json(200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        scopes_supported: ['openid', 'offline_access'],
      })
    if (url.pathname === '/keys') return json(200, { keys: [jwk] })
    if (url.pathname === '/authorize') {
      const asked = url.searchParams
      if (asked.get('client_id') !== clientId || asked.get('code_challenge_method') !== 'S256')
        return json(400, { error: 'invalid_request' })
      const code = `code-${(count += 1)}`
      const redirect = asked.get('redirect_uri') ?? ''
      codes.set(code, { nonce: asked.get('nonce'), challenge: asked.get('code_challenge') ?? '', redirect, maxAge: asked.get('max_age') })
      response.writeHead(302, { location: `${redirect}?code=${code}&state=${asked.get('state')}` })
      return response.end()
    }
    if (url.pathname !== '/token') return json(404, {})
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => void answerToken(new URLSearchParams(text), json))
    return undefined
  })

  async function answerToken(asked: URLSearchParams, json: (status: number, body: object) => void): Promise<void> {
    if (state.spoiled.status !== undefined)
      return json(state.spoiled.status, { error: state.spoiled.error ?? (state.spoiled.status < 500 ? 'invalid_grant' : 'server_error') })
    if (asked.get('client_secret') !== clientSecret) return json(401, { error: 'invalid_client' })
    const refreshToken = `refresh-${(count += 1)}`
    if (asked.get('grant_type') === 'refresh_token') {
      const given = asked.get('refresh_token') ?? ''
      const subject = state.refreshTokens.get(given)
      if (subject === undefined) return json(400, { error: 'invalid_grant' })
      state.refreshTokens.delete(given)
      state.refreshTokens.set(refreshToken, subject)
      return json(200, {
        access_token: 'access',
        token_type: 'Bearer',
        refresh_token: refreshToken,
        id_token: await idToken(null, subject),
      })
    }
    const pending = codes.get(asked.get('code') ?? '')
    codes.delete(asked.get('code') ?? '')
    const { createHash } = await import('node:crypto')
    const proved = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url')
    if (!pending || pending.challenge !== proved || pending.redirect !== asked.get('redirect_uri'))
      return json(400, { error: 'invalid_grant' })
    state.refreshTokens.set(refreshToken, state.person.sub)
    return json(200, { access_token: 'access', token_type: 'Bearer', refresh_token: refreshToken, id_token: await idToken(pending.nonce) })
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    clientId,
    clientSecret,
    state,
    codes,
    /** A logout token as the provider would post it. */
    logoutToken: (claims: JWTPayload = {}) => {
      const now = state.now()
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      return sign(
        { iss: origin, aud: clientId, sub: state.person.sub, iat: now, exp: now + 120, jti: `j${(count += 1)}`, events, ...claims },
        { typ: 'logout+jwt' },
      )
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

import { createRemoteJWKSet, errors as joseErrors, jwtVerify } from 'jose'
import * as client from 'openid-client'
import type { Config } from '../../process/config.ts'
import { type OpenIdProvider, type PendingSignIn, ProviderDown, type ProviderPerson, ProviderRefusal } from './port.ts'

type Settings = NonNullable<Config['oidc']>

/** Seconds that what the provider says of itself is kept. */
const metadataSeconds = 60 * 60
const timeoutSeconds = 10
const clockToleranceSeconds = 30
/** Seconds that a logout token may have been under way. */
const logoutSeconds = 300

/** Asked for where the provider knows them. */
const wishedScopes = ['offline_access', 'groups']

export class Provider implements OpenIdProvider {
  #known: { at: number; configuration: Promise<client.Configuration> } | null = null
  #keys: { uri: string; set: ReturnType<typeof createRemoteJWKSet> } | null = null

  constructor(
    private readonly settings: Settings,
    private readonly callback: string,
  ) {}

  async begin({ isProof, email }: { isProof: boolean; email?: string }) {
    const configuration = await this.#configuration()
    const pending: PendingSignIn = { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() }
    const { scopes_supported: supported = [] } = configuration.serverMetadata()
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.callback,
      scope: ['openid', 'email', 'profile', ...wishedScopes.filter((scope) => supported.includes(scope))].join(' '),
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
      ...(isProof ? { max_age: '0' } : {}),
      ...(email === undefined ? {} : { login_hint: email }),
    })
    return { url: url.href, pending }
  }

  async complete(address: URL, { state, nonce, verifier }: PendingSignIn, { isProof }: { isProof: boolean }): Promise<ProviderPerson> {
    const configuration = await this.#configuration()
    const here = new URL(this.callback)
    here.search = address.search
    const checks = {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      ...(isProof ? { maxAge: timeoutSeconds * 60 } : {}),
    }
    const tokens = await this.#asked(() => client.authorizationCodeGrant(configuration, here, checks))
    const claims = tokens.claims()
    if (claims === undefined) throw new ProviderRefusal('no ID token')
    const known = this.#needsMore(claims) ? { ...(await this.#userInfo(configuration, tokens, claims.sub)), ...claims } : claims
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: textOf(known['email']),
      isEmailVerified: verifiedClaims.some((claim) => known[claim] === true || known[claim] === 'true' || known[claim] === '1'),
      name: textOf(known['name']),
      groups: this.#groupsIn(known) ?? [],
      provenAt: typeof claims.auth_time === 'number' ? claims.auth_time : null,
      session: textOf(claims['sid']),
      refreshToken: tokens.refresh_token ?? null,
    }
  }

  async refresh(refreshToken: string, subject: string) {
    const configuration = await this.#configuration()
    const tokens = await this.#asked(() => client.refreshTokenGrant(configuration, refreshToken)).catch((error: unknown) => {
      // Only this is about the person. A new client secret, for one, must not sign everybody out.
      if (!(error instanceof ProviderRefusal) || error.message === 'invalid_grant') throw error
      throw new ProviderDown(error.message, { cause: error })
    })
    const claims = tokens.claims()
    if (claims !== undefined && claims.sub !== subject) throw new ProviderRefusal('another person')
    return { refreshToken: tokens.refresh_token ?? refreshToken, groups: claims === undefined ? null : this.#groupsIn(claims) }
  }

  async readLogout(token: string) {
    const configuration = await this.#configuration()
    const { issuer, jwks_uri: uri } = configuration.serverMetadata()
    if (uri === undefined) throw new ProviderDown('the provider names no keys')
    if (this.#keys?.uri !== uri) this.#keys = { uri, set: createRemoteJWKSet(new URL(uri), { timeoutDuration: timeoutSeconds * 1000 }) }
    const { payload } = await jwtVerify(token, this.#keys.set, {
      issuer,
      audience: this.settings.clientId,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: logoutSeconds,
      requiredClaims: ['iat', 'jti'],
    }).catch((error: unknown) => {
      // Its keys could not be fetched; anything else is about the token.
      if (error instanceof joseErrors.JWKSTimeout || !(error instanceof joseErrors.JOSEError)) throw new ProviderDown(String(error))
      throw new ProviderRefusal(String(error))
    })
    const { events, nonce, sub, sid, iat } = payload
    const isLogout = typeof events === 'object' && events !== null && 'http://schemas.openid.net/event/backchannel-logout' in events
    const session = textOf(sid)
    if (!isLogout || nonce !== undefined || (sub === undefined && session === null) || iat === undefined)
      throw new ProviderRefusal('no logout token')
    return { issuer, subject: sub ?? null, session, issuedAt: iat }
  }

  /** Whether the ID token leaves out what the sign-in depends on. */
  #needsMore(claims: Record<string, unknown>): boolean {
    return this.#groupsIn(claims) === null || claims['email'] === undefined
  }

  async #userInfo(configuration: client.Configuration, { access_token: token }: { access_token: string }, subject: string) {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
    return this.#asked(() => client.fetchUserInfo(configuration, token, subject))
  }

  /** The groups in the claim, which may be a path such as `realm_access.roles`; null if there is no such claim. */
  #groupsIn(claims: Record<string, unknown>): readonly string[] | null {
    const { roleClaim } = this.settings
    const within = (value: unknown, name: string) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
    const found = claims[roleClaim] ?? roleClaim.split('.').reduce<unknown>(within, claims)
    if (typeof found === 'string') return [found]
    return Array.isArray(found) ? found.filter((group) => typeof group === 'string') : null
  }

  #configuration(): Promise<client.Configuration> {
    const now = Date.now() / 1000
    if (this.#known && this.#known.at > now - metadataSeconds) return this.#known.configuration
    const configuration = this.#discover()
    this.#known = { at: now, configuration }
    configuration.catch(() => {
      this.#known = null
    })
    return configuration
  }

  async #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings
    const isLoopback = issuer.startsWith('http:')
    return this.#asked(() =>
      client.discovery(
        new URL(issuer),
        clientId,
        { client_secret: clientSecret, [client.clockTolerance]: clockToleranceSeconds },
        undefined,
        {
          timeout: timeoutSeconds,
          // Signatures of ID tokens are checked even where TLS would do.
          execute: [client.enableNonRepudiationChecks, ...(isLoopback ? [client.allowInsecureRequests] : [])],
        },
      ),
    )
  }

  /** Sorts what can go wrong. */
  async #asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof client.ResponseBodyError && error.status < 500) throw new ProviderRefusal(error.error, { cause: error })
      if (error instanceof client.AuthorizationResponseError) throw new ProviderRefusal(error.error, { cause: error })
      // The library's own checks have this code; what is left is the network or a server with a fault.
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (/^OAUTH_(?!TIMEOUT|RESPONSE_IS_NOT)/.test(code)) throw new ProviderRefusal(code, { cause: error })
      throw new ProviderDown(String(error), { cause: error })
    }
  }
}

/** Entra ID has a claim of its own. */
const verifiedClaims = ['email_verified', 'xms_edov']

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** Somebody at the provider, by the name that they sign in with there. */
interface Person {
  email: string
  name: string
  groups: readonly string[]
}

/** A real OpenID provider on loopback, with its own pages for signing in and agreeing. */
export async function realProvider({ origin, people }: { origin: string; people: Map<string, Person> }) {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  /** When it told others of a sign-out. */
  const notices: number[] = []
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'quaydesk',
        client_secret: 'secret',
        redirect_uris: [`${origin}/sign-in/callback`],
        backchannel_logout_uri: `${origin}/sign-in/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub', 'sid', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    cookies: { keys: ['a key of the test'] },
    // By itself it calls no address of this machine, and waits for two seconds only.
    fetch: (url, { dispatcher: _guard, signal: _impatient, ...options }: RequestInit & { dispatcher?: unknown } = {}) => {
      notices.push(Date.now())
      return fetch(url, options)
    },
    findAccount: (_context, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => ({ sub, email_verified: true, ...person, groups: [...person.groups] }) }
    },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    notices,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

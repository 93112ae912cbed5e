import { randomBytes } from 'node:crypto'
import { type Call, has, known, listOf, paging, Refused, sortField } from './call.ts'
import { type Account, rightCode, type World } from './world.ts'

const token = () => randomBytes(12).toString('hex')

const shown = ({ id, name, email, secret }: Account) => ({ id, name, email, '2fa': secret !== null })

function withId(world: World, id: string | undefined): Account {
  return known(world.accounts, id)
}

/** Document 1, section 7: Auth and Back-office users. */
export const accessCalls: readonly Call[] = [
  {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    body: { email: 'text', password: 'text' },
    answer: ({ world, body, setCookie }) => {
      const account = world.accounts.find(({ email, password }) => email === body['email'] && password === body['password'])
      if (!account) throw new Refused(401, 'Invalid credentials')
      const challenge = token()
      world.challenges.set(challenge, { account, pendingSecret: null })
      setCookie('challenge', challenge)
      return account.secret === null ? {} : { '2fa': true }
    },
  },
  { method: 'GET', path: '/auth/me', answer: ({ account: { name, rol } }) => ({ name, rol }) },
  {
    method: 'GET',
    path: '/auth/logout',
    answer: ({ world, account }) => {
      for (const [cookie, each] of world.sessions) if (each === account) world.sessions.delete(cookie)
      return {}
    },
  },
  {
    method: 'GET',
    path: '/auth/2fa/generate',
    access: 'password',
    answer: ({ world, account }) => {
      const base32 = 'ORSXG5BNMJQXGZJTGI'
      for (const challenge of world.challenges.values()) if (challenge.account === account) challenge.pendingSecret = base32
      return { base32, otpauth_url: `otpauth://totp/${encodeURIComponent(account.email)}?secret=${base32}` }
    },
  },
  {
    method: 'POST',
    path: '/auth/2fa/verify',
    access: 'password',
    body: { code: 'text', base32Key: 'text?' },
    answer: ({ world, account, body, setCookie }) => {
      const isRight = body['code'] === rightCode && (account.secret !== null || typeof body['base32Key'] === 'string')
      if (!isRight) throw new Refused(401, 'Invalid 2FA code.')
      account.secret ??= String(body['base32Key'])
      const session = token()
      world.sessions.set(session, account)
      setCookie('session', session)
      return { success: true }
    },
  },
  {
    method: 'GET',
    path: '/users',
    access: 'full',
    query: [...paging, ...sortField, 'length', 'searchTerm'],
    answer: ({ world, query }) =>
      listOf(world.accounts.filter(({ email }) => has(email, query['searchTerm'])).map(shown), query, 'id', 'asc'),
  },
  {
    method: 'POST',
    path: '/users',
    access: 'full',
    body: { name: 'text', email: 'text', password: 'text' },
    answer: ({ world, body }) => {
      const [name, email, password] = [String(body['name']), String(body['email']), String(body['password'])]
      if (world.accounts.some((each) => each.email === email)) throw new Refused(409, 'Email already exists.')
      world.accounts.push({ id: Math.max(...world.accounts.map(({ id }) => id)) + 1, name, email, password, rol: 2, secret: null })
      return {}
    },
  },
  { method: 'GET', path: '/users/{id}', access: 'full', answer: ({ world, params }) => shown(withId(world, params[0])) },
  {
    method: 'PATCH',
    path: '/users/{id}',
    access: 'full',
    body: { password: 'text', name: 'text' },
    answer: ({ world, params, body }) => {
      Object.assign(withId(world, params[0]), body)
      return {}
    },
  },
  {
    method: 'DELETE',
    path: '/users/{id}',
    access: 'full',
    answer: ({ world, params }) => {
      world.accounts.splice(world.accounts.indexOf(withId(world, params[0])), 1)
      return {}
    },
  },
  {
    method: 'PATCH',
    path: '/users/reset-2fa/{id}',
    access: 'full',
    answer: ({ world, params }) => {
      withId(world, params[0]).secret = null
      return {}
    },
  },
]

import { type Call, has, known, listOf, paging, Refused, sort, Undocumented } from './call.ts'
import type { World } from './world.ts'

/** Both domain lists have the same calls. */
const domainCalls = (path: string, listIn: (world: World) => World['blacklisted']): readonly Call[] => {
  const refuseTwice = (world: World, domain: unknown) => {
    if (listIn(world).some((each) => each.domain === domain)) throw new Refused(409, 'domain_already_exists')
  }
  return [
    {
      method: 'GET',
      path,
      access: 'full',
      query: [...paging, ...sort, 'searchTerm'],
      answer: ({ world, query }) =>
        listOf(
          listIn(world).filter(({ domain }) => has(domain, query['searchTerm'])),
          query,
          'createdAt',
        ),
    },
    {
      method: 'POST',
      path,
      access: 'full',
      body: { domain: 'text' },
      answer: ({ world, body }) => {
        refuseTwice(world, body['domain'])
        listIn(world).push({
          id: Math.max(20, ...listIn(world).map(({ id }) => id)) + 10,
          domain: String(body['domain']),
          createdAt: world.now,
        })
        return {}
      },
    },
    {
      method: 'PUT',
      path: `${path}/{id}`,
      access: 'full',
      body: { domain: 'text' },
      answer: ({ world, params, body }) => {
        refuseTwice(world, body['domain'])
        Object.assign(known(listIn(world), params[0]), body)
        return {}
      },
    },
    {
      method: 'DELETE',
      path: `${path}/{id}`,
      access: 'full',
      answer: ({ world, params }) => {
        listIn(world).splice(listIn(world).indexOf(known(listIn(world), params[0])), 1)
        return {}
      },
    },
  ]
}

function checkStatus(status: unknown, most: number) {
  if (Number(status) < 1 || Number(status) > most) throw new Undocumented(400, `status is '${String(status)}'`)
}

const ofStatus = (status: number, asked: string | undefined) => asked === undefined || String(status) === asked

/** Document 2, section 7: Security, and API calls. */
export const securityCalls: readonly Call[] = [
  ...domainCalls('/blacklisted-domains', ({ blacklisted }) => blacklisted),
  ...domainCalls('/whitelisted-domains', ({ whitelisted }) => whitelisted),
  {
    method: 'GET',
    path: '/webrisk',
    access: 'full',
    query: [...paging, ...sort, 'searchTerm', 'status'],
    answer: ({ world, query }) => {
      const found = world.webrisk.filter(
        ({ url, email, status }) => has(`${url} ${email}`, query['searchTerm']) && ofStatus(status, query['status']),
      )
      return listOf(found, query, 'createdAt')
    },
  },
  {
    method: 'PATCH',
    path: '/webrisk/{id}/status',
    access: 'full',
    body: { status: 'number' },
    answer: ({ world, params, body }) => {
      checkStatus(body['status'], 3)
      Object.assign(known(world.webrisk, params[0]), body)
      return {}
    },
  },
  {
    method: 'GET',
    path: '/webrisk/tracker',
    access: 'full',
    orWith: 'user',
    query: [...paging, ...sort, 'user'],
    answer: ({ world, query }) => {
      const { user } = query
      return listOf(
        world.tracker.filter((row) => user === undefined || String(row.user) === user),
        query,
        'createdAt',
      )
    },
  },
  {
    method: 'GET',
    path: '/abuse',
    access: 'full',
    query: [...paging, ...sort, 'searchTerm', 'status'],
    answer: ({ world, query }) => {
      const found = world.abuse.filter(
        ({ url, email, status }) => has(`${url} ${email}`, query['searchTerm']) && ofStatus(status, query['status']),
      )
      return listOf(found, query, 'createdAt')
    },
  },
  {
    method: 'PATCH',
    path: '/abuse/{id}/status',
    access: 'full',
    body: { status: 'number' },
    answer: ({ world, params, body }) => {
      checkStatus(body['status'], 2)
      Object.assign(known(world.abuse, params[0]), body)
      return {}
    },
  },
  {
    method: 'GET',
    path: '/api-calls',
    access: 'full',
    orWith: 'owner',
    query: [...paging, ...sort, 'owner', 'method', 'statusCode'],
    answer: ({ world, query }) => {
      const { owner, method, statusCode } = query
      const found = world.apiCalls.filter(
        (call) =>
          (owner === undefined || String(call.owner) === owner) &&
          (method === undefined || call.method === method) &&
          (statusCode === undefined || String(call.statusCode) === statusCode),
      )
      return listOf(found, query, 'createdAt')
    },
  },
  { method: 'GET', path: '/api-calls/{id}', access: 'full', answer: ({ world, params }) => known(world.apiCalls, params[0]) },
]

import { type Asked, type Call, has, known, listOf, pageOf, paging, Refused, sort, sortField, Undocumented, within } from './call.ts'
import type { World } from './world.ts'

type Qr = World['qrs'][number]

const filters = ['searchTerm', 'from', 'to', 'type', 'searchMode'] as const

function list({ world, query }: Asked, customer: string | undefined) {
  if (!['uri', 'name', undefined].includes(query['searchMode'])) throw new Undocumented(400, `searchMode is '${query['searchMode']}'`)
  const found = world.qrs.filter(
    (qr) =>
      (customer === undefined || String(qr.user) === customer) &&
      (query['type'] === undefined || qr.type === query['type']) &&
      has(query['searchMode'] === 'name' ? qr.name : qr.uri, query['searchTerm']) &&
      within(qr.createdAt, query),
  )
  return listOf(found, query, 'createdAt')
}

const emailOf = (world: World, user: number) => world.customers.find(({ detail }) => detail.id === user)?.detail.email ?? ''

/** A change of one QR without a documented result. */
const change = (method: Call['method'], path: string, body: Call['body'], change: (qr: Qr, asked: Asked) => void): Call => ({
  method,
  path: `/qrs/{id}/${path}`,
  body: body ?? {},
  answer: (asked) => {
    change(known(asked.world.qrs, asked.params[0]), asked)
    return {}
  },
})

const numbers: Record<string, number> = { blocked: 2, active: 1, deleted: 0 }

function setStatus(qr: Qr, { body }: Asked) {
  const { status } = body
  if (status === 'stopped') return Object.assign(qr, { stopped: 1 })
  const number = typeof status === 'number' ? status : numbers[String(status)]
  if (number === undefined || number < 0 || number > 2) throw new Undocumented(400, `status is '${String(status)}'`)
  return Object.assign(qr, { status: number, stopped: 0 })
}

/** Document 2, section 7: QR resource. */
export const qrCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/qrs',
    query: [...paging, ...sort, ...filters, 'customer'],
    answer: (asked) => list(asked, asked.query['customer']),
  },
  {
    method: 'GET',
    path: '/customers/{customer}/qrs',
    query: [...paging, ...sort, ...filters],
    answer: (asked) => list(asked, asked.params[0]),
  },
  {
    method: 'GET',
    path: '/qrs/stats',
    query: [...paging, 'from', 'to', 'type'],
    answer: ({ world, query }) => {
      const found = world.qrs.filter((qr) => (query['type'] === undefined || qr.type === query['type']) && within(qr.createdAt, query))
      const users = [...new Set(found.map(({ user }) => user))]
      const rows = users.map((userId) => ({
        email: emailOf(world, userId),
        count: found.filter(({ user }) => user === userId).length,
        userId,
      }))
      return listOf(rows, query, 'count')
    },
  },
  {
    method: 'GET',
    path: '/qrs/archived',
    query: ['uri'],
    answer: ({ world, query }) => {
      if (!query['uri']) throw new Refused(400, 'Empty uri not allowed')
      return world.archived.filter(({ uri }) => has(uri, query['uri']))
    },
  },
  {
    method: 'GET',
    path: '/qrs/uri/history',
    query: [...paging, ...sortField, 'searchTerm'],
    answer: ({ world, query }) => {
      const term = query['searchTerm'] === '%' ? '' : query['searchTerm']
      return listOf(
        world.uriHistory.filter(({ uri }) => has(uri, term)),
        query,
        'updatedAt',
      )
    },
  },
  {
    method: 'GET',
    path: '/qrs/blocked',
    access: 'full',
    query: [...paging, ...sort],
    answer: ({ world, query }) => {
      const rows = world.qrs
        .filter(({ status, whitelisted }) => status === 2 && !whitelisted)
        .map(({ id, name, uri, content, user, createdAt, updatedAt }) => ({
          qrId: id,
          name,
          uri,
          url: content.url,
          email: emailOf(world, user),
          userId: user,
          createdAt,
          updatedAt,
        }))
      return listOf(rows, query, 'createdAt')
    },
  },
  {
    // The path is ours (ruling 16); the parameters are the document's.
    method: 'GET',
    path: '/qrs/infected',
    access: 'full',
    query: ['offset', 'limit', 'sortBy', 'sortBy[key]', 'sortBy[direction]'],
    answer: ({ world, query }) => pageOf(world.infected, Number(query['offset'] ?? 0), Number(query['limit'] ?? 10)),
  },
  {
    method: 'GET',
    path: '/qrs/folders',
    query: [...paging, ...sort, 'searchTerm', 'owner'],
    answer: ({ world, query }) => {
      const { owner } = query
      return listOf(
        world.folders.filter(({ name, user }) => has(name, query['searchTerm']) && (owner === undefined || String(user) === owner)),
        query,
        'user',
      )
    },
  },
  {
    method: 'PATCH',
    path: '/qrs/folders/transfer',
    body: { userId: 'number', folders: 'numbers', destiny: 'number' },
    answer: ({ world, body }) => {
      for (const folder of world.folders) if ((body['folders'] as number[]).includes(folder.id)) folder.user = Number(body['destiny'])
      return {}
    },
  },
  {
    method: 'PATCH',
    path: '/qrs/transfer',
    body: { origin: 'number', destiny: 'number', qrId: 'text or number' },
    answer: ({ world, body }) => {
      for (const qr of world.qrs)
        if (body['qrId'] === 'all' ? qr.user === body['origin'] : qr.id === body['qrId']) qr.user = Number(body['destiny'])
      return {}
    },
  },
  {
    method: 'GET',
    path: '/qrs/media/{id}',
    answer: ({ world, params }) => ({ files: Object.fromEntries(world.media.get(Number(params[0])) ?? []) }),
  },
  {
    method: 'PATCH',
    path: '/qrs/media/{id}',
    body: { key: 'text', value: 'null' },
    answer: ({ world, params, body }) => {
      world.media.get(Number(params[0]))?.delete(String(body['key']))
      return {}
    },
  },
  {
    method: 'DELETE',
    path: '/qrs/media/{id}',
    answer: ({ world, params }) => {
      world.media.delete(Number(params[0]))
      return { partialDelete: false }
    },
  },
  {
    method: 'GET',
    path: '/qrs/{id}',
    answer: ({ world, params }) => {
      const { type, content, name } = known(world.qrs, params[0])
      return { type, data: type === 'text' ? { text: `Hello from ${name}` } : { url: content.url } }
    },
  },
  change('PATCH', 'uri', { uri: 'text' }, (qr, { world, body }) => {
    if (world.qrs.some((each) => each !== qr && each.uri === body['uri'])) throw new Refused(409, 'URI already in use.')
    const uri = String(body['uri'])
    Object.assign(qr, { uri, qrUri: `https://qr.example.com/${uri}` })
  }),
  change('PATCH', 'status', { status: 'text or number' }, setStatus),
  change('PATCH', 'whitelist', {}, (qr) => Object.assign(qr, { whitelisted: true })),
  change('POST', 'blacklist', {}, () => {}),
  {
    method: 'PATCH',
    path: '/qrs/{id}/activate-all',
    answer: ({ world, params }) => {
      for (const qr of world.qrs) if (String(qr.user) === params[0] && qr.status === 1) qr.stopped = 0
      return {}
    },
  },
]

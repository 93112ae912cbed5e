import { type Call, has, known, listOf, paging, Refused, sortField, within } from './call.ts'

const day = 86_400

/** Document 2, section 7: Customers (related), and Events. */
export const panelCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/customers/domains',
    query: [...paging, ...sortField, 'searchTerm', 'status'],
    answer: ({ world, query }) => {
      const { status } = query
      const found = world.domains.filter(
        (domain) => has(domain.hostname, query['searchTerm']) && (status === undefined || domain.status === status),
      )
      return listOf(found, query, 'id')
    },
  },
  {
    method: 'GET',
    path: '/customers/{id}/domains',
    answer: ({ world, params }) =>
      world.domains
        .filter(({ user }) => String(user) === params[0])
        .map((domain) => ({ ...domain, certificate_status: domain.certificate })),
  },
  {
    method: 'POST',
    path: '/customers/{id}/domain/validation',
    body: { domainId: 'number' },
    answer: ({ world, body }) => {
      const { status } = known(world.domains, String(body['domainId']))
      return { cname: true, txt: status === 'active' }
    },
  },
  {
    method: 'GET',
    path: '/customers/{id}/invitations',
    answer: ({ world, params }) => world.invitations.filter(({ of }) => String(of) === params[0]).map(({ row }) => row),
  },
  {
    method: 'DELETE',
    path: '/customers/invite/{id}',
    answer: ({ world, params }) => {
      const index = world.invitations.findIndex(({ row }) => String(row.id) === params[0])
      if (index < 0) throw new Refused(404, 'Not found')
      world.invitations.splice(index, 1)
      return {}
    },
  },
  {
    method: 'GET',
    path: '/customers/{id}/email/activity',
    query: ['from', 'to'],
    answer: ({ world, params, query }) => {
      if (Number(query['to'] ?? 0) - Number(query['from'] ?? 0) > 91 * day) throw new Refused(400, 'Range cannot exceed 90 days.')
      return world.emails.filter(({ of, row }) => String(of) === params[0] && within(row.date, query)).map(({ row }) => row)
    },
  },
  {
    method: 'GET',
    path: '/events/paginate',
    query: [...paging, 'user', 'from', 'to'],
    answer: ({ world, query }) => {
      const { user } = query
      const found = world.events.filter((event) => (user === undefined || String(event.user) === user) && within(event.date, query))
      return listOf(found, query, 'date')
    },
  },
]

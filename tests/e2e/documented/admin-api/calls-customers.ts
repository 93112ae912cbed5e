import { type Asked, type Call, type Fields, has, known, listOf, paging, Refused, sort, sortField, Undocumented, within } from './call.ts'
import { displayedStatus, type KnownCustomer } from './customers-data.ts'
import type { World } from './world.ts'

const day = 86_400

function withId(world: World, id: string | undefined): KnownCustomer {
  const { id: found } = known(
    world.customers.map(({ detail }) => detail),
    id,
  )
  const customer = world.customers.find(({ detail }) => detail.id === found)
  if (!customer) throw new Refused(404, 'Not found')
  return customer
}

const fullName = ({ detail }: KnownCustomer) => `${detail.firstName} ${detail.lastName}`

function row(customer: KnownCustomer) {
  const { id, country, email, createdAt, planName, referredBy, subscriptionStatus } = customer.detail
  return {
    id,
    fullName: fullName(customer),
    companyName: customer.companyName,
    country,
    email,
    createdAt,
    status: displayedStatus(customer),
    planName,
    isReferred: referredBy !== null,
    trialPlan: subscriptionStatus === 'trialing',
  }
}

/** Ruling 16: referred list rows have these fields too. */
function referredRow(customer: KnownCustomer) {
  const { firstName, lastName, subscriptionStatus, referredBy } = customer.detail
  return { ...row(customer), firstName, lastName, subscriptionStatus, referredBy }
}

function matches(customer: KnownCustomer, { query }: Asked): boolean {
  const { detail } = customer
  const searched = [String(detail.id), detail.email, fullName(customer), customer.companyName ?? '', detail.stripeCustomerId ?? '']
  const term = query['searchTerm']?.trim().toLowerCase() ?? ''
  const isFound =
    query['exactSearch'] === 'true' ? searched.some((text) => text.toLowerCase() === term) : searched.some((text) => has(text, term))
  return (
    (term === '' || isFound) &&
    within(detail.createdAt, query) &&
    (query['status'] === undefined || displayedStatus(customer) === query['status']) &&
    (query['country'] === undefined || detail.country === query['country'].toLowerCase()) &&
    (query['last4'] === undefined || detail.last4 === query['last4']) &&
    (query['expiryMonth'] === undefined || detail.expiryMonth === Number(query['expiryMonth'])) &&
    (query['expiryYear'] === undefined || detail.expiryYear === Number(query['expiryYear'])) &&
    (query['trialPlan'] === undefined || detail.subscriptionStatus === 'trialing') &&
    (query['isReferred'] === undefined || detail.referredBy !== null) &&
    (query['referredBy'] === undefined || detail.referredBy === Number(query['referredBy']))
  )
}

function list(asked: Asked) {
  const { world, query } = asked
  if (!['true', 'false', undefined].includes(query['exactSearch'])) throw new Undocumented(400, `exactSearch is '${query['exactSearch']}'`)
  const isReferred = query['isReferred'] !== undefined || query['referredBy'] !== undefined
  const found = world.customers.filter((customer) => matches(customer, asked))
  const reply = isReferred ? listOf(found.map(referredRow), query) : listOf(found.map(row), query)
  const isAutocomplete = query['searchTerm'] !== undefined && query['exactSearch'] !== 'true'
  return isAutocomplete ? { ...reply, pages: reply.pagination.total_pages, total: found.length } : reply
}

type Detail = KnownCustomer['detail']

/** A change without a documented result; it answers an empty object. */
const change = (method: Call['method'], path: string, change: (detail: Detail, asked: Asked) => void, body: Fields = {}): Call => ({
  method,
  path: `/customers/{id}/${path}`,
  body,
  answer: (asked) => {
    change(withId(asked.world, asked.params[0]).detail, asked)
    return {}
  },
})

function setWillCancel(detail: Detail, willCancel: boolean) {
  detail.cancelAtPeriodEnd = willCancel
  detail.subscriptionInfo.willCancel = willCancel
}

const edited: Fields = {
  email: 'text?',
  bulkLimit: 'number or null?',
  allowSepa: 'boolean or null?',
  qrLimit: 'number or null?',
  domainsLimit: 'number or null?',
  whitelisted: 'boolean?',
}

const oauthIds = {
  facebook: ['facebookId'],
  google: ['googleId'],
  linkedin: ['linkedinId'],
  all: ['facebookId', 'googleId', 'linkedinId'],
} as const

/** Document 1, section 7: Customers. */
export const customerCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/customers',
    query: [
      ...paging,
      ...sort,
      'searchTerm',
      'from',
      'to',
      'last4',
      'status',
      'expiryMonth',
      'expiryYear',
      'country',
      'exactSearch',
      'trialPlan',
      'isReferred',
      'referredBy',
    ],
    answer: list,
  },
  {
    method: 'GET',
    path: '/customers/countries',
    answer: ({ world }) => [...new Set(world.customers.map(({ detail }) => detail.country))].sort(),
  },
  {
    method: 'GET',
    path: '/customers/find/{term}',
    answer: ({ world, params }) => {
      const term = (params[0] ?? '').toLowerCase()
      const found = world.customers.find(({ detail }) =>
        [String(detail.id), detail.email, detail.stripeCustomerId?.toLowerCase()].includes(term),
      )
      if (!found) throw new Refused(404, 'Not found')
      const { id, email, firstName, lastName } = found.detail
      return { id, email, firstname: firstName, lastname: lastName }
    },
  },
  {
    method: 'GET',
    path: '/customers/notes',
    query: [...paging, ...sort],
    answer: ({ world, query }) => {
      const rows = world.customers.flatMap(({ note, detail }) =>
        note ? [{ note: note.text, createdAt: note.createdAt, user: detail.id }] : [],
      )
      return listOf(rows, query, 'createdAt')
    },
  },
  {
    method: 'GET',
    path: '/customers/feedback',
    query: [...paging, ...sortField],
    answer: ({ world, query }) => listOf(world.feedback, query, 'createdAt'),
  },
  { method: 'GET', path: '/customers/{id}', answer: ({ world, params }) => withId(world, params[0]).detail },
  {
    method: 'PATCH',
    path: '/customers/{id}',
    body: edited,
    answer: ({ world, params, body }) => {
      if ('whitelisted' in body && Object.keys(body).length > 1) throw new Undocumented(400, `'whitelisted' stands alone`)
      const { detail } = withId(world, params[0])
      if (world.customers.some((each) => each.detail !== detail && each.detail.email === body['email']))
        throw new Refused(409, 'Email already exists.')
      Object.assign(detail, body)
      return {}
    },
  },
  change('PATCH', 'cancel-subscription', (detail) => setWillCancel(detail, true)),
  change('PATCH', 'cancel-immediately', (detail) => {
    detail.subscriptionStatus = 'canceled'
    setWillCancel(detail, false)
  }),
  change('PATCH', 'resume-subscription', (detail) => setWillCancel(detail, false)),
  change('PATCH', 'restore', (detail) => Object.assign(detail, { deleted: false, deletedAt: null, subscriptionStatus: 'canceled' })),
  change('PATCH', 'unarchive-qrs', (detail) => Object.assign(detail, { archived: 0 })),
  change('PATCH', 'ban', (detail, { body }) => Object.assign(detail, body), { banned: 'boolean' }),
  change(
    'PATCH',
    'billing',
    (detail, { world, body }) => {
      const billing = world.billing.get(detail.id)
      if (!billing) throw new Refused(404, 'Not found')
      Object.assign(billing, body)
    },
    {
      country: 'text',
      accountType: 'text',
      companyName: 'text or null?',
      vatNumber: 'text or null?',
      taxId: 'text or null?',
      firstname: 'text',
      lastname: 'text',
      street: 'text',
      zip: 'text',
      city: 'text',
      email: 'text',
    },
  ),
  change(
    'POST',
    'trial/extend',
    (detail, { world, body }) => {
      const triallingEndsAt = Math.max(world.now, detail.triallingEndsAt ?? 0) + Number(body['days']) * day
      Object.assign(detail, { subscriptionStatus: 'trialing', triallingEndsAt })
    },
    { days: 'number' },
  ),
  { method: 'GET', path: '/customers/{id}/app-login', answer: ({ world, params }) => (withId(world, params[0]), {}) },
  {
    method: 'GET',
    path: '/customers/{id}/note',
    answer: ({ world, params }) => ({ note: withId(world, params[0]).note?.text ?? null }),
  },
  {
    method: 'PATCH',
    path: '/customers/{id}/note',
    body: { text: 'text' },
    answer: ({ world, params, body }) => {
      withId(world, params[0]).note = { text: String(body['text']), createdAt: world.now }
      return {}
    },
  },
  {
    method: 'DELETE',
    path: '/customers/{id}/note',
    answer: ({ world, params }) => {
      withId(world, params[0]).note = null
      return {}
    },
  },
  change('PATCH', '2fa/disable', (detail) => Object.assign(detail, { is2faEnabled: false })),
  change('POST', 'stripe/sync', () => {}),
  change('POST', 'discount', (detail, { body }) => Object.assign(detail, body), { discount: 'number' }),
  change('PATCH', 'detach-discount', (detail) => Object.assign(detail, { discount: null })),
  change('PATCH', 'reset-oauth/{provider}', (detail, { params }) => {
    const ids = oauthIds[params[1] as keyof typeof oauthIds]
    if (!(ids as unknown)) throw new Undocumented(404, `No provider '${params[1]}'`)
    for (const id of ids) detail[id] = null
  }),
]

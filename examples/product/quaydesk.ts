import { Webhook } from 'standardwebhooks'
import type { AppVisit } from '../../src/contract/app-login.ts'
import type { ProductEventBody } from '../../src/contract/product-events.ts'
import { type Code, type Customer, later, type Store } from './store.ts'

/** Connects the product to Quaydesk: sends its changes and carries out staff's decisions. */
export function connect(store: Store, { url, token, secret }: { url: string; token: string; secret: string }) {
  const post = (path: string, body: object) =>
    fetch(`${url}/api/ingest/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  /** Rows with the field names of src/contract/ingest. */
  const rowOf = {
    customers: async (id: number) => {
      const found = await store.one<Customer>('select * from customers where id = $1', [id])
      if (!found) return null
      const { email, name, banned, createdAt, updatedAt } = found
      const [firstName = '', ...rest] = name.split(' ')
      return { externalId: String(id), email, firstName, lastName: rest.join(' '), banned, createdAt, updatedAt, signupSource: 'website' }
    },
    qrs: async (id: number) => {
      const found = await store.one<Code>('select * from codes where id = $1', [id])
      if (!found) return null
      const { customer, uri, name, url: target, status, stopped, scans, createdAt, updatedAt } = found
      const state = { status, stopped, scans, visits: scans, createdAt, updatedAt }
      return { externalId: String(id), customer: String(customer), type: 'url', uri, name, content: { url: target }, ...state }
    },
  }
  type Resource = keyof typeof rowOf

  /** Sends the queued changes. Anything that did not arrive stays queued, so nothing is lost while Quaydesk is down. */
  const send = async () => {
    for (const { resource, id } of await store.all<{ resource: Resource; id: number }>('select * from unsent order by resource, id')) {
      const row = await rowOf[resource](id)
      const reply = await post(resource, { rows: row ? [row] : [] })
      const { refused = [] } = (await reply.json()) as { refused?: unknown[] }
      if (!reply.ok || refused.length > 0)
        throw new Error(`Quaydesk refused ${resource} ${id} (${reply.status}): ${JSON.stringify(refused)}`)
      await store.all('delete from unsent where resource = $1 and id = $2', [resource, id])
    }
  }
  let sending = Promise.resolve()
  const sendSoon = () => {
    sending = sending.then(send).catch((error: unknown) => void process.stderr.write(`${String(error)}\n`))
    return sending
  }
  const timer = setInterval(() => void sendSoon(), 5000)

  return {
    /** Queues a change, so that it is sent even after a crash, and then sends it. */
    tell: async (resource: Resource, id: number) => {
      await store.all('insert into unsent values ($1, $2) on conflict do nothing', [resource, id])
      await sendSoon()
    },
    /**
     * Carries out a staff decision. Repeated messages have no further effect.
     * @throws if the signature is not Quaydesk's
     */
    hear: async (body: string, headers: Record<string, string>) => {
      const { type, data } = new Webhook(secret).verify(body, headers) as ProductEventBody | { type: 'test'; data: Record<string, never> }
      if (type === 'test') return
      const isKnown = await store.one('select id from events where id = $1', [headers['webhook-id']])
      if (isKnown) return
      const id = Number(data.record.externalId)
      const { after } = data
      if (type === 'customer.banned' || type === 'customer.unbanned')
        await store.all(`update customers set banned = $2, ${later} where id = $1`, [id, type === 'customer.banned'])
      if (type === 'qr.status_changed')
        await store.all(`update codes set status = $2, stopped = $3, ${later} where id = $1`, [
          id,
          after?.['status'] === 0 ? 'deleted' : after?.['status'] === 2 ? 'blocked' : 'active',
          after?.['stopped'] === 1 || after?.['stopped'] === true,
        ])
      if (type === 'qr.uri_changed') await store.all(`update codes set uri = $2, ${later} where id = $1`, [id, after?.['uri']])
      // Recorded only after the decision is carried out. A repeat after a crash does no harm.
      await store.all('insert into events values ($1) on conflict do nothing', [headers['webhook-id']])
    },
    /** Whom a link of ‘Log in as customer’ lets in; null if it is wrong, too old or used. */
    visit: async (link: string) => {
      const reply = await post('app-logins', { token: link })
      if (reply.status === 404 || reply.status === 400) return null
      if (!reply.ok) throw new Error(`Quaydesk did not say whom the link lets in (${reply.status})`)
      return (await reply.json()) as AppVisit
    },
    close: async () => {
      clearInterval(timer)
      await sending
    },
  }
}

/** On the first start, signs in to Quaydesk with full access and creates the product's token and webhook. */
export async function introduce(
  store: Store,
  { url, own, email, password }: { url: string; own: string; email: string; password: string },
) {
  const known = { token: await store.setting('token'), secret: await store.setting('secret') }
  if (known.token && known.secret) return { token: known.token, secret: known.secret }
  const headers: Record<string, string> = { 'content-type': 'application/json', origin: url }
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${url}/api/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    headers['cookie'] ??= reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
    return (await reply.json()) as { token: string; secret: string }
  }
  await post('/auth/login', { email, password })
  const { token } = await post('/tokens', { name: 'Example product', scopes: ['ingest'] })
  const { secret } = await post('/webhook-endpoints', { url: `${own}/webhooks`, events: [] })
  await store.set('token', token)
  await store.set('secret', secret)
  return { token, secret }
}

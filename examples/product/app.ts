import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AppVisit } from '../../src/contract/app-login.ts'
import type { connect } from './quaydesk.ts'
import { type Code, type Customer, later, type Store } from './store.ts'

type Quaydesk = ReturnType<typeof connect>

const now = () => Math.floor(Date.now() / 1000)
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>body{font:1rem/1.6 system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem}input{font:inherit;margin:0 .5rem .5rem 0;padding:.25rem .5rem}</style>
</head><body><h1>${escaped(title)}</h1>${body}</body></html>`

const form = (action: string, button: string, fields: Record<string, string>) =>
  `<form method="post" action="${action}">${Object.entries(fields)
    .map(([name, type]) => `<label>${name} <input name="${name}" type="${type}" required></label>`)
    .join('')}<button>${button}</button></form>`

const scrypt = (password: string, salt: string) => `${salt}:${scryptSync(password, salt, 32).toString('hex')}`
const fits = (password: string, stored: string) =>
  timingSafeEqual(Buffer.from(scrypt(password, stored.split(':')[0] ?? '')), Buffer.from(stored))

/** A small QR product: sign-up, QR codes, and the target of a scanned code. It reports every change to Quaydesk. */
export function startApp(store: Store, quaydesk: Quaydesk, port: number, host = '127.0.0.1') {
  /** Who is signed in; during a visit, staff of Quaydesk as this customer. */
  const sessions = new Map<string, { customer: number; visit?: AppVisit }>()

  const send = (response: ServerResponse, status: number, title: string, body: string) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page(title, body))
  const goTo = (response: ServerResponse, location: string, headers: Record<string, string> = {}) =>
    response.writeHead(303, { location, ...headers }).end()
  const signIn = (response: ServerResponse, customer: number, visit?: AppVisit) => {
    const session = randomBytes(16).toString('hex')
    sessions.set(session, { customer, ...(visit && { visit }) })
    goTo(response, '/app/my-qr-codes', { 'set-cookie': `session=${session}; HttpOnly; SameSite=Lax; Path=/` })
  }
  const whoIs = async ({ headers }: IncomingMessage) => {
    const { customer, visit } = sessions.get(/session=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '') ?? {}
    if (customer === undefined || (visit && visit.endsAt <= now())) return undefined
    const found = await store.one<Customer>('select * from customers where id = $1', [customer])
    return found && { ...found, visit }
  }
  /** Tells staff as whom they are here, and for how long. */
  const banner = ({ staff, mode, endsAt }: AppVisit) =>
    `<p role="status"><strong>${escaped(staff.name)} is ${mode === 'look' ? 'looking around: nothing can be changed' : 'acting for this customer'}.</strong>
     Ends at ${new Date(endsAt * 1000).toISOString().slice(11, 16)} UTC.</p>`
  const banned = (response: ServerResponse) =>
    send(response, 403, 'Your account is banned', '<p>Write to support if you think that this is a mistake.</p>')

  const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
    'GET /': (_request, response) =>
      send(
        response,
        200,
        'Example QR codes',
        `<h2>Sign up</h2>${form('/signup', 'Sign up', { name: 'text', email: 'email', password: 'password' })}
         <h2>Log in</h2>${form('/login', 'Log in', { email: 'email', password: 'password' })}`,
      ),
    'POST /signup': async (request, response) => {
      const { name = '', email = '', password = '' } = Object.fromEntries(new URLSearchParams(await textOf(request)))
      const made = await store.one<Customer>(
        `insert into customers (email, name, password, "createdAt", "updatedAt") values ($1, $2, $3, $4, $4) on conflict do nothing returning *`,
        [email.toLowerCase(), name, scrypt(password, randomBytes(8).toString('hex')), now()],
      )
      if (!made) return send(response, 409, 'This e-mail has an account already', '<p><a href="/">Log in</a></p>')
      await quaydesk.tell('customers', made.id)
      return signIn(response, made.id)
    },
    'POST /login': async (request, response) => {
      const { email = '', password = '' } = Object.fromEntries(new URLSearchParams(await textOf(request)))
      const found = await store.one<Customer>('select * from customers where email = $1', [email.toLowerCase()])
      if (!found || !fits(password, found.password))
        return send(response, 401, 'Wrong e-mail or password', '<p><a href="/">Try again</a></p>')
      return found.banned ? banned(response) : signIn(response, found.id)
    },
    'GET /app/my-qr-codes': async (request, response) => {
      const link = new URL(request.url ?? '/', 'http://product').searchParams.get('token')
      if (link !== null) {
        const visit = await quaydesk.visit(link)
        if (!visit) return send(response, 403, 'This link is not valid', '<p>It works once, and for a minute. Ask for a new one.</p>')
        return signIn(response, Number(visit.customer), visit)
      }
      const customer = await whoIs(request)
      if (!customer) return goTo(response, '/')
      // Staff find out why somebody is banned.
      if (customer.banned && !customer.visit) return banned(response)
      const codes = await store.all<Code>('select * from codes where customer = $1 order by id', [customer.id])
      const rows = codes.map(
        ({ uri, name, status, scans }) => `<li><a href="/${uri}">${escaped(name)}</a> (${status}, ${scans} scans)</li>`,
      )
      return send(
        response,
        200,
        'My QR codes',
        `${customer.visit ? banner(customer.visit) : ''}<p>${escaped(customer.email)}</p><ul>${rows.join('')}</ul>${form('/codes', 'Make code', { name: 'text', url: 'url' })}`,
      )
    },
    'POST /codes': async (request, response) => {
      const customer = await whoIs(request)
      if (!customer || customer.banned) return goTo(response, '/')
      if (customer.visit?.mode === 'look') return send(response, 403, 'Nothing changed', '<p>You are only looking. Log in to act.</p>')
      const { name = '', url = '' } = Object.fromEntries(new URLSearchParams(await textOf(request)))
      if (!/^https?:\/\//.test(url)) return send(response, 400, 'A code leads to http:// or https://', '')
      const made = await store.one<Code>(
        `insert into codes (customer, uri, name, url, "createdAt", "updatedAt") values ($1, $2, $3, $4, $5, $5) returning *`,
        [customer.id, randomBytes(4).toString('hex'), name, url, now()],
      )
      if (made) await quaydesk.tell('qrs', made.id)
      return goTo(response, '/app/my-qr-codes')
    },
    'POST /webhooks': async (request, response) => {
      await quaydesk.hear(await textOf(request), request.headers as Record<string, string>)
      response.writeHead(204).end()
    },
  }

  /** Answers a scan of a code. */
  const scan = async (uri: string, response: ServerResponse) => {
    const code = await store.one<Code & { banned: boolean }>(
      'select c.*, o.banned from codes c join customers o on o.id = c.customer where c.uri = $1',
      [uri],
    )
    if (!code) return send(response, 404, 'There is no such code', '')
    if (code.status !== 'active' || code.stopped || code.banned) return send(response, 403, 'This code is not served', '')
    await store.all(`update codes set scans = scans + 1, ${later} where id = $1`, [code.id])
    void quaydesk.tell('qrs', code.id)
    return response.writeHead(302, { location: code.url }).end()
  }

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://product').pathname
    const answer = routes[`${request.method} ${path}`]
    const work = answer ? async () => answer(request, response) : async () => scan(decodeURIComponent(path.slice(1)), response)
    work().catch((error: unknown) => {
      process.stderr.write(`${request.method} ${path}: ${String(error)}\n`)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  return new Promise<{ close: () => void }>((resolve) => {
    server.listen(port, host, () => resolve({ close: () => void server.close() }))
  })
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

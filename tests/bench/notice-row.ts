import { get } from 'node:http'
import { openIdStandIn } from '../support/openid-stand-in.ts'
import { milliseconds, Samples } from './measure.ts'
import type { Row } from './report.ts'
import { type RunningServer, startServer } from './server.ts'

const budgetMs = 5_000

/** Measures how soon somebody who is switched off at the company's provider is out here: their open console, a look-up and an export. */
export async function noticeRow(databaseUrl: string, people: number): Promise<Row> {
  const provider = await openIdStandIn()
  const server = await startServer(databaseUrl, {
    SIGN_IN: 'password,oidc',
    OIDC_ISSUER: provider.origin,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_ROLES: 'leads=1',
  })
  try {
    const times: number[] = []
    for (let person = 0; person < people; person += 1) {
      provider.state.person = { sub: `bench-${person}`, email: `bench${person}@example.com`, email_verified: true, groups: ['leads'] }
      times.push(await timeOut(server, provider, await signIn(server)))
    }
    const samples = new Samples(times)
    return {
      what: 'switched off at the provider → out of the open console, look-ups and exports',
      budget: '≤ 5 s p95 after the notice',
      measured: `median ${milliseconds(samples.median)}, p95 ${milliseconds(samples.p95)}`,
      isMet: samples.p95 <= budgetMs,
      note: `${people} people, one after the other: from the back-channel notice to the moment when their stream has ended, an export under way has broken off or ended, and a look-up is refused.`,
    }
  } finally {
    await server.stop()
    await provider.close()
  }
}

/** Signs in as the stand-in's person, as a browser would. @returns its cookies */
async function signIn({ origin }: RunningServer): Promise<string> {
  const started = await fetch(`${origin}/sign-in/start`, { redirect: 'manual' })
  const there = await fetch(started.headers.get('location') ?? '', { redirect: 'manual' })
  const cookie = started.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')
  const back = await fetch(there.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } })
  const earned = back.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '')
  const session = earned.filter((each) => !each.endsWith('=')).join('; ')
  if (back.headers.get('location') !== '/' || session === '') throw new Error(`the sign-in led to ${back.headers.get('location')}`)
  return session
}

async function timeOut({ origin }: RunningServer, provider: Awaited<ReturnType<typeof openIdStandIn>>, cookie: string): Promise<number> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const opened = (path: string) =>
    new Promise<{ ended: Promise<void> }>((resolve, reject) => {
      get(`${origin}/api/admin${path}`, { headers, agent: false }, (reply) => {
        reply.resume()
        resolve({ ended: new Promise((ended) => reply.once('close', () => ended())) })
      }).once('error', reject)
    })
  const stream = await opened('/live')
  const exported = await opened('/exports/customers')
  // Its beginning is the server's second of the notice, not before that of the session.
  const token = await provider.logoutToken()
  const start = performance.now()
  const body = new URLSearchParams({ logout_token: token })
  const { status } = await fetch(`${origin}/sign-in/logout`, { method: 'POST', body })
  if (status !== 200) throw new Error(`the notice was answered ${status}`)
  const refused = async () => {
    while ((await fetch(`${origin}/api/admin/customers?perPage=10`, { headers })).status !== 401);
  }
  await Promise.all([stream.ended, exported.ended, refused()])
  return performance.now() - start
}

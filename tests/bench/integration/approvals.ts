import { openDatabase } from '../../../server/db/connect.ts'
import { policyTables } from '../../../server/db/schema/policies.ts'
import { staff } from '../../../server/db/schema/staff.ts'
import { cookieName } from '../../../server/http/access/cookies.ts'
import { silentLog } from '../../../server/process/log.ts'
import { startSession } from '../../../server/resources/auth/sessions.ts'
import { testConfig } from '../../support/app.ts'
import { freePort } from '../../support/free-port.ts'
import { insertCustomers, insertPayments } from '../../support/rows.ts'
import { ask, folder, fresh, load, say, startServer } from './support.ts'

/**
 * Races approvals on two servers, of which one after the other is killed and started again, and counts what was done:
 *
 *     node --import tsx tests/bench/integration/approvals.ts 2000 20
 */
const [total = 2000, kills = 20] = process.argv.slice(2).map(Number)
const day = 86_400
const kinds = ['refund', 'trial', 'ban', 'refund'] as const

interface Person {
  cookie: string
}
interface Answer {
  status: number
  error?: string | undefined
  approval?: string | undefined
}

const seconds = () => Math.floor(Date.now() / 1000)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Record `id`, each of its kind: the call that somebody asks for. */
function callFor(id: number): [method: string, path: string, body: object] {
  const kind = kinds[id % kinds.length]
  if (kind === 'refund') return ['PATCH', `/payments/${id}/refund`, {}]
  if (kind === 'trial') return ['POST', `/customers/${id}/trial/extend`, { days: 7, version: 1 }]
  return ['PATCH', `/customers/${id}/ban`, { banned: true }]
}

async function fill(url: string): Promise<{ clerks: Person[]; leads: Person[] }> {
  const database = await openDatabase({ databaseUrl: url, dataDir: folder }, silentLog)
  const { orm } = database
  const now = seconds()
  const person = async (rol: number, index: number): Promise<Person> => {
    const values = { name: `Person ${rol}.${index}`, email: `p${rol}.${index}@example.com`, passwordHash: '', rol, createdAt: now }
    const [row] = await orm.insert(staff).values(values).returning({ id: staff.id })
    const value = await startSession(orm, { staffId: row?.id ?? 0, now, ip: '127.0.0.1', userAgent: 'soak' })
    return { cookie: `${cookieName('session', testConfig)}=${value}` }
  }
  const clerks = await Promise.all([0, 1, 2, 3].map((index) => person(2, index)))
  const leads = await Promise.all([0, 1, 2, 3].map((index) => person(1, index)))
  const ids = Array.from({ length: total }, (_, index) => index + 1)
  const trialEnd = now + 3 * day
  await insertCustomers(
    database,
    ids.map((id) => ({
      id,
      subscriptionStatus: 'trialing',
      stripeCustomerId: `cus_${id}`,
      stripeSubscriptionId: `sub_${id}`,
      triallingEndsAt: trialEnd,
      stripeTrialEnd: trialEnd,
      currentPeriodEnd: trialEnd,
    })),
  )
  await insertPayments(
    database,
    ids.map((id) => ({ id, userId: id })),
  )
  const policy = { who: { is: 'role', role: 2 }, what: 'everything', when: null, verdict: 'ask', text: 'Ask.' } as const
  await orm.insert(policyTables).values({ id: 1, revision: 1, policies: [policy], changedByEmail: 'soak', changedAt: now })
  await database.close()
  return { clerks, leads }
}

const url = await fresh('quaydesk_approvals')
const { clerks, leads } = await fill(url)
const ports = [await freePort(), await freePort()]
const servers = await Promise.all(ports.map((port) => startServer(url, port)))
let killed = 0
let lost = 0
let isOver = false

/** Null if no reply came. */
async function send(port: number, { cookie }: Person, [method, path, body]: ReturnType<typeof callFor>): Promise<Answer | null> {
  const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const init = { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(20_000) }
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/api/admin${path}`, init)
    const { error, details } = (await reply.json()) as { error?: string; details?: { approval?: string } }
    return { status: reply.status, error, approval: details?.approval }
  } catch {
    lost += 1
    return null
  }
}

const of = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('there is none')
  return item
}

/** Asks until the request is known, then has two people approve it in the same moment, each on another server, until it is decided. */
async function race(id: number): Promise<void> {
  let request: string | undefined
  for (let tries = id; request === undefined; tries += 1) {
    const answer = await send(of(ports, tries), of(clerks, id), callFor(id))
    request = answer?.approval
    if (request === undefined) await pause(100)
  }
  const approve: ReturnType<typeof callFor> = ['POST', `/approvals/${request}/approve`, {}]
  for (;;) {
    const answers = await Promise.all(ports.map((port, index) => send(port, of(leads, id + index), approve)))
    if (answers.some((answer) => answer !== null && (answer.status === 200 || answer.error === 'conflict'))) return
    const refused = answers.find((answer) => answer !== null && answer.status < 500)
    if (refused) throw new Error(`request ${request}: ${JSON.stringify(refused)}`)
    await pause(100)
  }
}

let next = 0
async function client(): Promise<void> {
  while (next < total) {
    next += 1
    await race(next)
    if (next % 100 === 0) say(`${next} asked for, ${killed} kills, ${lost} calls without a reply, ${load()}`)
  }
}

async function killer(): Promise<void> {
  while (!isOver) {
    await pause(300 + Math.random() * 1500)
    const at = killed % servers.length
    await servers[at]?.kill()
    killed += 1
    servers[at] = await startServer(url, of(ports, at))
  }
}

const begin = Date.now()
const killing = killer()
await Promise.all(Array.from({ length: 6 }, client))
const took = (Date.now() - begin) / 1000
isOver = true
await killing
// What a killed server had begun is another's after a minute.
const counts = () => ask(url, 'select state, count(*)::int from approvals group by 1 order by 1')
for (let waited = 0; waited < 180 && (await counts()).some(({ state }) => state === 'approved'); waited += 1) await pause(1000)
await Promise.all(servers.map((server) => server.kill()))

const [result] = await ask(
  url,
  `with records as (select id, (array['refund', 'trial', 'ban', 'refund'])[1 + id % 4] as kind from customers),
    done as (select r.id, r.kind,
      (select count(*) from audit_log a where a.target_id = r.id and a.approved_by is not null
        and a.action = case r.kind when 'refund' then 'payment.refund' when 'trial' then 'customer.extend-trial' else 'customer.ban' end) as audited,
      (select count(*) from sandbox_refunds f where f.intent_id = 'pi_' || r.id) as refunds,
      (select p.amount_refunded from payments p where p.id = r.id) as refunded,
      (select round((s.trial_end - c.trialling_ends_at)::numeric) from sandbox_subscriptions s join customers c on c.id = r.id where s.id = 'sub_' || r.id) as apart,
      (select count(*) from approvals p where p.target_id = r.id and p.state = 'done') as approvals
    from records r)
  select count(*)::int as all,
    count(*) filter (where audited = 1 and approvals = 1)::int as once,
    count(*) filter (where audited > 1 or refunds > 1 or refunded > 5000)::int as twice,
    count(*) filter (where audited = 0)::int as "never",
    count(*) filter (where kind = 'refund' and (refunds <> 1 or refunded <> 5000))::int as "refunds wrong",
    count(*) filter (where kind = 'trial' and apart is distinct from 0)::int as "trials wrong"
  from done`,
)
say(JSON.stringify({ result, states: await counts(), killed, lost, seconds: took }))
const isRight = result?.['once'] === total && result['twice'] === 0 && result['refunds wrong'] === 0 && result['trials wrong'] === 0
process.exit(isRight && killed >= kills ? 0 : 1)

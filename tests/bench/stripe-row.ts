import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { StripeAccount } from '../support/stripe-account.ts'
import { stripeObjects as make } from '../support/stripe-objects.ts'
import { benchDataDirectory, type Datasets } from './dataset.ts'
import type { Row } from './report.ts'

const root = path.resolve(import.meta.dirname, '../..')
const memoryBudget = 300
const day = 86_400
const began = Date.UTC(2023, 0, 1) / 1000

/** 100,000 objects of four currencies over three years. */
const sizes = { customers: 15_000, payments: 40_000, invoices: 26_000, refunds: 3000, disputes: 500, warnings: 500 }
const currencies = [
  ['eur', 1],
  ['usd', 0.91],
  ['gbp', 1.16],
  ['jpy', 0.61],
] as const

/**
 * The backfill of 100,000 objects, killed three times, from a stand-in that allows 40 requests a second and fails one in fifty.
 * Then the comparison and a second run.
 */
export async function stripeRow(datasets: Datasets): Promise<Row> {
  const databaseUrl = await datasets.empty('stripe_sync')
  const account = new StripeAccount('sk_live_bench1234')
  const objects = fill(account)
  const address = await account.listen()
  account.faults = { perSecond: 40, every: 50, delayMs: 20 }
  const run = (args: string[] = [], killAfter?: number) =>
    command('server/operate/stripe-sync/main.ts', args, databaseUrl, address, account, killAfter)
  try {
    await command('server/product/tokens/main.ts', ['list'], databaseUrl, address, account)
    await insertCustomers(databaseUrl)
    const first = []
    for (const killAfter of [150, 300, 250]) first.push(await run([], killAfter))
    first.push(await run())
    const check = await run(['--check'])
    const second = await run()
    const total = first.reduce((sum, { seconds }) => sum + seconds, 0)
    const busy = first.reduce((sum, { cpu }) => sum + cpu, 0)
    const highest = Math.max(...[...first, second].map(({ megabytes }) => megabytes))
    const isSame = second.output.split('\n').every((line) => !line.includes(' read: ') || / 0 new, 0 changed, /.test(line))
    const agrees = check.code === 0
    return {
      what: `Stripe backfill of ${objects} objects, killed three times`,
      budget: `equal sums, second run changes nothing, memory ≤ ${memoryBudget} MB`,
      measured: `${agrees ? 'equal' : 'NOT equal'}, ${isSame ? 'nothing changed' : 'CHANGED'}, ${highest.toFixed(0)} MB, ${Math.round(objects / total)} objects/s`,
      isMet: agrees && isSame && highest <= memoryBudget,
      note:
        `${total.toFixed(0)} s in four runs, ${busy.toFixed(0)} s of them processor time; the stand-in answers after 20 ms, allows 40 requests a second (429 with Retry-After: 1) and fails one in fifty ` +
        `(429, 500, cut-off, broken connection). ${check.output.trim().split('\n').at(-1)} The second run took ${second.seconds.toFixed(0)} s.`,
    }
  } finally {
    await account.close()
  }
}

interface Ended {
  code: number | null
  output: string
  seconds: number
  /** Processor time in seconds. */
  cpu: number
  /** The peak resident memory. */
  megabytes: number
}

/**
 * Runs a command as an operator would.
 * @param killAfter kills it after this many requests
 */
async function command(
  program: string,
  args: string[],
  databaseUrl: string,
  address: string,
  account: StripeAccount,
  killAfter?: number,
): Promise<Ended> {
  const started = performance.now()
  const stripe = { STRIPE_SECRET_KEY: account.key, STRIPE_WEBHOOK_SECRET: 'whsec_bench', STRIPE_API_URL: address }
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: benchDataDirectory(), ...stripe },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let requests = 0
  account.onRequest = () => {
    requests += 1
    if (requests === killAfter) child.kill('SIGKILL')
  }
  let last = { megabytes: 0, cpu: 0 }
  const watch = setInterval(() => (last = used(child.pid ?? 0) ?? last), 200)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearInterval(watch)
  return { code, output, seconds: (performance.now() - started) / 1000, ...last }
}

/** Only Linux exposes this for other processes. Null elsewhere and once the process has ended. */
function used(pid: number): Pick<Ended, 'megabytes' | 'cpu'> | null {
  try {
    const [, highest] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return { megabytes: Number(highest ?? 0) / 1000, cpu: (Number(fields[11]) + Number(fields[12])) / 100 }
  } catch {
    return null
  }
}

/** Inserts customers. A third each is matched by id, by metadata and by e-mail. */
async function insertCustomers(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `INSERT INTO customers (id, email, created_at, updated_at, stripe_customer_id, search_keys, search_text, name_key)
     SELECT id, 'c' || id || '@example.com', $2, $2, CASE WHEN id % 3 = 0 THEN 'cus_' || id END, array[id::text, 'c' || id || '@example.com'], '', ''
     FROM generate_series(1, $1::int) id`,
    [sizes.customers, began],
  )
  await client.end()
}

function fill(account: StripeAccount): number {
  const { customers, payments, invoices, refunds, disputes, warnings } = sizes
  for (let n = 1; n <= customers; n += 1) {
    const known = n % 3 === 1 ? { metadata: { user_id: String(n) }, email: null } : n % 3 === 2 ? { email: `C${n}@example.com` } : {}
    const ended = n % 4 === 0 ? { status: 'canceled', ended_at: began + n * 3000 + 90 * day, canceled_at: began + n * 3000 + 80 * day } : {}
    account.add(make.customer(`cus_${n}`, began + n * 3000, known), make.subscription(`sub_${n}`, `cus_${n}`, began + n * 3000, ended))
  }
  for (let n = 1; n <= payments; n += 1) {
    const [currency, rate] = currencies[n % currencies.length] ?? currencies[0]
    const created = began + n * 2300
    const amount = 1000 + (n % 97) * 10
    const isRefunded = n % 13 === 0 && n / 13 <= refunds
    const isFailed = n % 19 === 0 && !isRefunded
    const [id, refunded] = [`pi_${n}`, isRefunded ? 500 : 0]
    const more = {
      amount,
      currency,
      euros: isFailed ? null : Math.round(amount * rate),
      refunded,
      ...(isFailed ? { status: 'requires_payment_method' } : {}),
    }
    account.add(...make.payment(id, `cus_${1 + (n % customers)}`, created, more))
    if (isRefunded) account.add(make.refund(`re_${n}`, id, created + day, 500, { currency }))
    if (n % 80 === 1 && n / 80 < disputes) account.add(make.dispute(`dp_${n}`, id, created + 2 * day))
    if (n % 80 === 2 && n / 80 < warnings) account.add(make.warning(`issfr_${n}`, id, created + day))
    if (n <= invoices) account.add(...make.invoice(`in_${n}`, id, created, isFailed ? { status: n % 2 === 0 ? 'open' : 'void' } : {}))
  }
  // Charges, balance transactions and invoices come with the objects they belong to.
  return customers * 2 + payments + invoices + refunds + disputes + warnings
}

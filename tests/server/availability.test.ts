import { randomBytes } from 'node:crypto'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { customerNotes, invitations } from '../../server/db/schema/customer-records.ts'
import { coupons } from '../../server/db/schema/customers.ts'
import { signInLimiter } from '../../server/resources/auth/limits.ts'
import { ApiFailure } from '../../src/api/client.ts'
import type { Command } from '../../src/commands/engine/command.ts'
import type { CommandContext } from '../../src/commands/engine/context.ts'
import { availabilityOf } from '../../src/commands/engine/resolve.ts'
import type { Arguments, Step } from '../../src/commands/engine/steps.ts'
import type { Target, TargetType } from '../../src/commands/engine/targets.ts'
import { commands } from '../../src/commands/registry.ts'
import type { CurrentUser } from '../../src/contract/auth.ts'
import { displayedStatuses, subscriptionStatuses } from '../../src/contract/customer-status.ts'
import type { Customer } from '../../src/contract/customers.ts'
import type { Method } from '../../src/contract/endpoint.ts'
import { invoiceStatuses, type PaymentRow, paymentIntentStatuses } from '../../src/contract/payments.ts'
import type { Qr } from '../../src/contract/qrs.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertAbuse, insertCustomers, insertPayments, insertQrs, insertWebrisk } from '../support/rows.ts'
import { type Browser, makeStaff, signIn, type TestStaff } from '../support/sign-in.ts'

/** Input for each step that asks for text, by the step's name. */
const typed: Record<string, string> = { days: '7', amount: '10', text: 'Called back.' }

describeDatabase('what console and server say of', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser & { staff: TestStaff }
  let viewer: CurrentUser
  let asked: string[] = []

  const startSession = async () => {
    browser = await signIn(server, { rol: 1 })
    viewer = (await browser.get('/auth/me')).json<CurrentUser>()
  }
  beforeAll(async () => {
    server = await buildTestApp(database.current)
    await startSession()
    // The console's own calls, routed into the server.
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit & { method?: Method }) => {
      asked.push(`${method} ${url}`)
      const reply = await browser.inject({
        method,
        url,
        ...(typeof body === 'string' ? { payload: body, headers: headers as Record<string, string> } : {}),
      })
      return new Response(reply.body, { status: reply.statusCode })
    })
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await server.app.close()
  })

  const contextOf = (target: Target): CommandContext => ({
    user: viewer,
    queryClient: new QueryClient(),
    navigate: () => {},
    openInNewTab: () => {},
    openTab: () => ({ go: () => {}, close: () => {} }),
    copy: () => Promise.resolve(),
    location: '/',
    origin: 'https://console.example',
    ui: new Proxy({} as CommandContext['ui'], { get: () => () => Promise.resolve(true) }),
    list: null,
    targets: [target],
    pageRecord: target,
    walk: null,
  })

  /** The console's verdict on a command: null if it may run, else the reason; undefined if the command is not offered. */
  const consoleSays = (command: Command, target: Target, refusal: string | null = null) => {
    const availability = availabilityOf(command, contextOf(target), target)
    if (availability.state === 'hidden') return undefined
    // The choice's own reason is the more specific one.
    return availability.state === 'blocked' ? (refusal ?? availability.reason) : refusal
  }

  /** The server's answer if the command runs anyway; undefined if it makes no request. */
  async function serverSays(command: Command, target: Target, args: Arguments): Promise<string | null | undefined> {
    asked = []
    try {
      await command.run(contextOf(target), target, args, randomBytes(16).toString('hex'))
    } catch (error) {
      if (asked.length === 0) return undefined
      if (!(error instanceof ApiFailure)) throw error
      // The rule's message comes before any other error.
      return error.status === 409 || error.status === 422 ? error.message : `${error.status} ${error.message}`
    }
    return asked.length === 0 ? undefined : null
  }

  /** Every way to answer a command's steps, each with the reason that its choice shows for being unavailable. */
  function answersTo({ args = [] }: Command, target: Target, all: readonly Target[]): { args: Arguments; refusal: string | null }[] {
    const choice = args.find(({ kind, options }) => kind === 'choice' && options)
    // A choice that this record refuses is read on a record that allows it, so that the server is asked anyway.
    const read = (step: Step, text: string) =>
      [target, ...all].map(({ record }) => step.read(text, record as never).value).find((value) => value !== null)
    return (choice?.options?.(target.record as never) ?? [null]).map((option) => {
      const given: Arguments = {}
      for (const step of args.filter(({ isWanted }) => isWanted?.(given) ?? true)) {
        const text = option && step === choice ? option.value : typed[step.name]
        if (text !== undefined) given[step.name] = read(step, text)
      }
      return { args: given, refusal: option?.refusal ?? null }
    })
  }

  interface Records {
    type: TargetType
    /** Further arguments of commands, by command id. */
    given?: Record<string, Arguments>
    /** Commands that the server decides by facts unknown to the console, with the reason. */
    apart?: Record<string, string>
    /** Refusals of the console that the server accepts as already done (ruling 53). */
    harmless?: RegExp
    /** Creates fresh records for one command, one in each state. */
    make: () => Promise<readonly Target[]>
  }

  /** Runs every command on a fresh record in each state and compares. Returns the commands that made requests. */
  async function compare({ type, given = {}, apart = {}, harmless, make }: Records) {
    const ruled = new Set<string>()
    const odd: string[] = []
    // Only a request can change the records, so they are reused until one is made.
    let unused: readonly Target[] | null = null
    for (const command of commands.filter((each) => each.target === type && apart[each.id] === undefined)) {
      let targets: readonly Target[] = unused ?? (await make())
      unused = targets
      const [first] = targets
      const ways = first ? answersTo(command, first, targets).length : 0
      for (let way = 0; way < ways; way++) {
        if (way > 0 && unused === null) targets = await make()
        for (const target of targets) {
          const answer = answersTo(command, target, targets)[way]
          const args = { ...answer?.args, ...given[command.id] }
          const known = consoleSays(command, target, answer?.refusal)
          if (known === undefined) continue
          const server = await serverSays(command, target, args)
          if (server === undefined) continue
          ruled.add(command.id)
          unused = null
          if (server !== known && !(server === null && harmless?.test(known ?? '')))
            odd.push(`${command.id} ${JSON.stringify(args)}: console ${known}, server ${server}, on ${JSON.stringify(target.record)}`)
        }
      }
    }
    expect(odd).toEqual([])
    return [...ruled]
  }

  let lastId = 100
  const nextIds = (count: number) => Array.from({ length: count }, () => ++lastId)

  describe('a customer', () => {
    /** The facts behind each displayed status, and the flags that rules read. */
    const states = [
      ...[...subscriptionStatuses, null].map((subscriptionStatus) => ({ subscriptionStatus })),
      { subscriptionStatus: 'active', willCancel: true },
      { subscriptionStatus: 'active', cancelAtPeriodEnd: true },
      { subscriptionStatus: 'active', requiresAction: true },
      { subscriptionStatus: 'canceled', subscriptionCanceledBy: 'customer' },
      { subscriptionStatus: 'canceled', paymentDisputeReason: 'fraudulent' },
      { subscriptionStatus: 'canceled', paymentEarlyFraud: true },
      { subscriptionStatus: 'active', deleted: true, deletedAt: 1_781_510_000 },
      { subscriptionStatus: 'active', banned: true, whitelisted: true, is2faEnabled: true, archived: 1, googleId: 'g', discount: 10 },
      {
        subscriptionStatus: 'trialing',
        deleted: true,
        deletedAt: 1_781_510_000,
        banned: true,
        archived: 1,
        linkedinId: 'l',
        facebookId: 'f',
      },
      { subscriptionStatus: 'canceled', stripeCustomerId: 'cus', discount: 30, googleId: 'g' },
    ]
    const make = async () => {
      const ids = nextIds(states.length)
      const rows = states.map((state, index) => ({
        ...state,
        id: ids[index] ?? 0,
        ...('stripeCustomerId' in state ? { stripeCustomerId: `cus_${ids[index]}` } : {}),
      }))
      await insertCustomers(database.current, rows)
      const note = { note: 'Calls on Mondays.', createdAt: 1_781_510_000, authorName: 'Marta' }
      await database.current.orm.insert(customerNotes).values(ids.filter((id) => id % 2 === 0).map((userId) => ({ ...note, userId })))
      const records: Target<'customer'>[] = []
      for (const id of ids) records.push({ type: 'customer', record: (await browser.get(`/customers/${id}`)).json<Customer>() })
      return records
    }

    test('matches in every displayed status [1.4 every action]', async () => {
      await database.current.orm.insert(coupons).values({ name: 'Twenty', percentOff: 20 })
      const shown = (await make()).map(({ record }) => record.status)
      expect(displayedStatuses.filter((status) => !shown.includes(status))).toEqual([])
      const given = { 'customer.attach-discount': { percent: 20 } }
      const ruled = await compare({ type: 'customer', given, apart: { ...ofAllQrs, ...ofPayments, ...ofDownloads }, harmless: isSo, make })
      expect(ruled).toEqual(expect.arrayContaining(['customer.ban', 'customer.restore', 'customer.extend-trial', 'customer.delete-note']))
    })
  })

  /** Calls that do nothing because the state is already as requested (ruling 53). */
  const isSo = /^(Already (?!canceled)\w+|Not (banned|whitelisted|deleted)|Two-factor is off|No \w+ login|QR codes are not archived)\.$/
  const ofDownloads = {
    'customer.export-data': 'only another one under way',
    'customer.view-last-invoice': 'that there is one',
  }
  const ofPayments = {
    'customer.refund': 'the payment decides, which is compared below',
    'customer.refund-another': 'the payment decides, which is compared below',
  }
  const ofAllQrs = {
    'customer.transfer-qrs': 'the destination decides, and that there are any',
    'customer.activate-qrs': 'that there are any to activate',
  }

  test('a payment matches in every intent and invoice status, refunded or not, disputed or not', async () => {
    await insertCustomers(database.current, [{ id: 1, totalRevenue: 1_000_000 }])
    const states = [
      // An invoice is paid by a succeeded payment.
      ...paymentIntentStatuses.map((status) => ({
        stripePaymentIntentStatus: status,
        ...(status === 'succeeded' ? {} : { stripeInvoiceStatus: 'open' }),
      })),
      ...invoiceStatuses.map((stripeInvoiceStatus) => ({ stripeInvoiceStatus })),
      ...[1_000, 5_000].map((amount) => ({ amountRefunded: amount, finalAmountRefunded: amount, refundCurrency: 'eur' })),
      ...['needs_response', 'under_review', 'won', 'lost', 'warning_closed'].map((stripeDisputeStatus) => ({ stripeDisputeStatus })),
      { currency: 'jpy' },
      { currency: 'kwd' },
    ]
    const make = async () => {
      const ids = nextIds(states.length)
      await insertPayments(
        database.current,
        states.map((state, index) => ({ ...state, id: ids[index] ?? 0 })),
      )
      const { rows } = (await browser.get('/payments?perPage=100&sort=id&sortDirection=desc')).json<{ rows: PaymentRow[] }>()
      const records = rows.filter(({ id }) => ids.includes(id)).map((record): Target<'payment'> => ({ type: 'payment', record }))
      expect(records).toHaveLength(states.length)
      return records
    }
    expect(await compare({ type: 'payment', make })).toEqual(['payment.refund', 'payment.approve'])
  })

  test('a QR code matches in every status, whatever its content', async () => {
    const facts = [
      { content: { url: 'https://shop.example/x' } },
      { whitelisted: true, content: { url: 'https://shop.example/x' } },
      { type: 'text', content: { text: 'x' } },
      { content: { url: 'javascript:alert(1)' } },
      { content: { url: 'https://site.example/x' } },
    ]
    const states = [0, 1, 2].flatMap((status) =>
      ([0, 1] as const).flatMap((stopped) => facts.map((each) => ({ ...each, status, stopped }))),
    )
    const make = async () => {
      const ids = nextIds(states.length)
      // Each has its own domain, because a blocked domain cannot be blocked again.
      const rows = states.map((state, index) => {
        const url = 'url' in state.content ? state.content.url?.replace('shop', `shop-${ids[index]}`) : undefined
        return { ...state, id: ids[index] ?? 0, content: url === undefined ? state.content : { url } }
      })
      await insertQrs(database.current, rows)
      const records: Target<'qr'>[] = []
      for (const id of ids) records.push({ type: 'qr', record: (await browser.get(`/qrs/${id}`)).json<Qr>() })
      return records
    }
    const ruled = await compare({
      type: 'qr',
      apart: { 'qr.transfer': 'the destination decides', 'qr.set-uri': 'what is typed decides' },
      harmless: isSo,
      make,
    })
    expect(ruled).toEqual(['qr.set-status', 'qr.whitelist', 'qr.blacklist'])
  })

  /** The rows just created, in the console's list format. */
  async function rowsOf<Type extends 'webrisk' | 'abuse'>(type: Type, ids: readonly number[]): Promise<Target<Type>[]> {
    const { rows } = (await browser.get(`/${type}?perPage=100`)).json<{ rows: Target<Type>['record'][] }>()
    const records = rows.filter(({ id }) => ids.includes(id)).map((record) => ({ type, record }) as Target<Type>)
    expect(records).toHaveLength(ids.length)
    return records
  }

  test('a web-risk entry matches in every status, without a QR code or with one in any status', async () => {
    const states = [0, 1, 2, 3].flatMap((status) => [{ status, of: null }, ...[0, 1, 2].map((of) => ({ status, of }))])
    const make = async () => {
      const ids = nextIds(states.length)
      const qrs = states.flatMap(({ of }, index) => (of === null ? [] : [{ id: ids[index] ?? 0, status: of, userId: 1 }]))
      await insertQrs(database.current, qrs)
      await insertWebrisk(
        database.current,
        states.map(({ status, of }, index) => ({ id: ids[index] ?? 0, status, ...(of === null ? {} : { qrId: ids[index], userId: 1 }) })),
      )
      return rowsOf('webrisk', ids)
    }
    const ruled = await compare({
      type: 'webrisk',
      apart: { 'webrisk.check': 'what the check finds', 'webrisk.block-qr': 'the server blocks deleted QR codes as well' },
      harmless: isSo,
      make,
    })
    expect(ruled).toEqual(expect.arrayContaining(['webrisk.mark-safe', 'webrisk.set-status']))
  })

  test('an abuse report matches in every status', async () => {
    const make = async () => {
      const ids = nextIds(3)
      await insertAbuse(
        database.current,
        ids.map((id, status) => ({ id, status })),
      )
      return rowsOf('abuse', ids)
    }
    expect(await compare({ type: 'abuse', harmless: isSo, make })).toEqual(
      expect.arrayContaining(['abuse.mark-pending', 'abuse.set-status']),
    )
  })

  test('an invitation matches, accepted or pending', async () => {
    const make = async () => {
      // A row without an account has no id to send.
      const states = [0, 1].map((status) => ({ status, userId: 1 }))
      const [owner = 0] = nextIds(1)
      await insertCustomers(database.current, [{ id: owner }])
      const rows = states.map((state, index) => ({
        ...state,
        ownerId: owner,
        email: `i${owner}-${index}@example.com`,
        role: 2,
        createdAt: 1,
      }))
      await database.current.orm.insert(invitations).values(rows)
      const found = (await browser.get(`/customers/${owner}/invitations`)).json<Target<'invitation'>['record'][]>()
      return found.map((record): Target<'invitation'> => ({ type: 'invitation', record: { ...record, owner } }))
    }
    expect(await compare({ type: 'invitation', make })).toEqual(['invitation.app-login', 'invitation.delete'])
  })

  test('a staff account matches in either role, including the user’s own', async () => {
    const make = async () => {
      // A new session each time, because changing one's own role ends it.
      await startSession()
      const locked = await makeStaff(server, { rol: 1 })
      const people = [locked, await makeStaff(server, { rol: 2 })]
      const limiter = signInLimiter(database.current.pool)
      for (const id of nextIds(10)) await limiter.countPassword(`192.0.2.${id}`, locked.email, null)
      const records: Target<'user'>[] = []
      for (const { id } of [...people, browser.staff])
        records.push({ type: 'user', record: (await browser.get(`/users/${id}`)).json<Target<'user'>['record']>() })
      return records
    }
    const ruled = await compare({
      type: 'user',
      apart: { 'user.end-sessions': 'it ends the session that asks, too' },
      harmless: /^Already role \d\.$/,
      make,
    })
    expect(ruled).toEqual(expect.arrayContaining(['user.delete', 'user.set-role', 'user.unlock']))
  })

  test('every command decided by a rule is compared here', () => {
    const compared: readonly TargetType[] = ['customer', 'payment', 'qr', 'webrisk', 'abuse', 'invitation', 'user']
    const others = commands.filter(({ target, danger, args }) => target && !compared.includes(target) && (danger ?? args))
    // Records without a status: only typed or chosen input can be refused.
    for (const { target, id } of others)
      expect(['customers', 'qrs', 'folders', 'invoice', 'domain', 'domain-list', 'webrisks', 'abuses'], id).toContain(target)
  })
})

import { AsyncResource } from 'node:async_hooks'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customerNotes } from '../../server/db/schema/customer-records.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { playbookRuns } from '../../server/db/schema/playbooks.ts'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import { asPerson } from '../../server/http/access/as-person.ts'
import type { Playbook, PlaybookInput, PlaybookRun, RunCall } from '../../src/contract/playbooks.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

const input: PlaybookInput = {
  name: 'Unban and note',
  type: 'customer',
  keys: 'x u',
  isShared: false,
  steps: [
    { command: 'customer.ban', side: 'off', args: {} },
    { command: 'customer.add-note', args: { text: 'Unbanned by {me} on {today}.' } },
  ],
}

const key = (digit: number) => `b9a0e1d2-3c4f-4a5b-8c6d-7e8f90a1b2c${digit}`
const ban: RunCall = { command: 'customer.ban', title: 'Ban', method: 'PATCH', path: '/customers/1/ban', body: { banned: true } }
const note: RunCall = { command: 'customer.add-note', title: 'Note', method: 'POST', path: '/customers/1/note', body: { text: 'Spam.' } }
const discount: RunCall = {
  command: 'customer.detach-discount',
  title: 'Remove the discount',
  method: 'PATCH',
  path: '/customers/1/detach-discount',
  body: {},
}
const extend: RunCall = {
  command: 'customer.extend-trial',
  title: 'Extend by 7 days',
  method: 'POST',
  path: '/customers/1/trial/extend',
  body: { days: 7, version: 1 },
}

describeEngines('playbooks', (engine) => {
  const { database, server, browser } = useServer(engine, { emptied: true })

  const list = async (by: Browser = browser) => (await by.get('/playbooks')).json<{ rows: Playbook[] }>().rows
  const create = (over: Partial<PlaybookInput> = {}, by: Browser = browser) => by.send('POST', '/playbooks', { ...input, ...over })

  const run = (calls: RunCall[], { by = browser, at = 1, ...over }: { by?: Browser; at?: number; record?: number; type?: string } = {}) =>
    by.send('POST', '/playbooks/runs', { runs: [{ key: key(at), name: 'Test', type: 'customer', record: 1, calls, ...over }] })
  /** The run once nothing of it is in progress. */
  const ended = async (at = 1, by: Browser = browser) => {
    await server.app.playbookRunner.settled()
    return (await by.get(`/playbooks/runs/${key(at)}`)).json<PlaybookRun>()
  }
  const steps = ({ steps }: PlaybookRun) => steps.map(({ state, message }) => message ?? state)
  const customer = async () => (await database.current.orm.select().from(customers).where(eq(customers.id, 1)))[0]
  const audits = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))

  test('only a step’s own call is made as its person, whatever else is asked meanwhile', async () => {
    const [person] = await database.current.orm.select({ id: staff.id }).from(staff).limit(1)
    const call = () => server.app.inject({ method: 'GET', url: '/api/admin/customers' })
    // As a request from outside would come in: in the context from before the step.
    const asNobody = AsyncResource.bind(async () => (await call()).statusCode)
    const during = await asPerson({ staffId: person?.id ?? 0, step: { batch: key(9), step: 0 } }, () =>
      Promise.all([call().then(({ statusCode }) => statusCode), asNobody()]),
    )
    expect(during).toEqual([200, 401])
    expect(await asNobody()).toBe(401)
  })

  test('are kept for oneself or everybody, and only changed by who may [1.7 playbooks]', async () => {
    const clerk = await signIn(server, { rol: 2 })
    expect((await create()).statusCode).toBe(200)
    expect((await create({ name: 'For all', isShared: true })).statusCode).toBe(200)
    expect((await create({ name: 'For all', isShared: true }, clerk)).statusCode).toBe(403)
    expect((await list()).map(({ name }) => name)).toEqual(['For all', 'Unban and note'])
    const [shared] = await list(clerk)
    expect([shared?.name, shared?.ownerName]).toEqual(['For all', browser.staff.name])
    expect((await clerk.send('PUT', `/playbooks/${shared?.id}`, { ...input, isShared: true, version: 1 })).statusCode).toBe(403)
    expect((await clerk.send('DELETE', `/playbooks/${shared?.id}`)).statusCode).toBe(403)
    const own = (await list()).find(({ isShared }) => !isShared)
    expect((await clerk.send('DELETE', `/playbooks/${own?.id}`)).statusCode).toBe(404)
  })

  test('are refused with a blank that is not known, and as stale after somebody else’s change', async () => {
    const args = { text: 'Hello {firstname}' }
    const reply = await create({ steps: [{ command: 'customer.add-note', args }] })
    expect(reply.statusCode).toBe(400)
    expect(Object.values(reply.json<{ details: Record<string, string> }>().details)).toEqual([
      '{firstname} is not known. There are {firstName}, {email}, {plan}, {lastPayment}, {today}, {me}.',
    ])
    const { id } = (await create()).json<{ id: number }>()
    expect((await browser.send('PUT', `/playbooks/${id}`, { ...input, name: 'Two', version: 1 })).statusCode).toBe(200)
    expect((await browser.send('PUT', `/playbooks/${id}`, { ...input, name: 'Three', version: 1 })).json()).toMatchObject({
      error: 'stale',
    })
  })

  test('come back when their edit or deletion is undone', async () => {
    const { id } = (await create()).json<{ id: number }>()
    await browser.send('PUT', `/playbooks/${id}`, { ...input, name: 'Two', steps: input.steps.toReversed(), version: 1 })
    expect((await browser.send('POST', '/undo', {})).json()).toMatchObject({ message: 'Edit of the playbook of Two was undone.' })
    expect(await list()).toMatchObject([{ ...input, id }])
    const { auditId } = (await browser.send('DELETE', `/playbooks/${id}`)).json<{ auditId: number }>()
    expect(await list()).toEqual([])
    expect((await browser.send('POST', '/undo', { auditId })).statusCode).toBe(200)
    expect(await list()).toMatchObject([{ ...input, id, ownerId: browser.staff.id }])
  })

  test('run on several records, one after the other: all are kept, or none', async () => {
    await insertCustomers(database.current, [{}, {}, {}])
    const on = (record: number, ...calls: RunCall[]) => ({ key: key(record), name: 'Test', type: 'customer', record, calls })
    const banOf = (record: number): RunCall => ({ ...ban, path: `/customers/${record}/ban` })
    const refused = await browser.send('POST', '/playbooks/runs', { runs: [on(1, ban), on(2, ban)] })
    expect(refused.json()).toMatchObject({ message: '‘Ban’ is on another customer’s customer: a playbook stays with one customer.' })
    expect(await audits()).toEqual([])
    const runs = [on(1, ban), on(2, { ...ban, path: '/customers/2/unban-nobody' }), on(3, banOf(3))]
    expect((await browser.send('POST', '/playbooks/runs', { runs })).statusCode).toBe(422)
    const twice = () =>
      browser.send('POST', '/playbooks/runs', {
        runs: [on(1, ban), on(2, banOf(2), { ...discount, path: '/customers/2/detach-discount' }), on(3, banOf(3))],
      })
    await Promise.all([twice(), twice()])
    const ends = [await ended(1), await ended(2), await ended(3)]
    expect(ends.map(({ state }) => state)).toEqual(['done', 'stopped', 'done'])
    expect((await audits()).filter(({ action }) => action === 'customer.ban').map(({ targetId }) => targetId)).toEqual([1, 2, 3])
  })

  test('run in order, as the person, and are undone as a whole, newest first, but for what can’t be [1.7 playbook runs]', async () => {
    await insertCustomers(database.current, [{ is2faEnabled: true }])
    const twoFactor: RunCall = { ...ban, title: 'Disable', path: '/customers/1/2fa/disable', body: {} }
    expect((await run([ban, twoFactor, note])).json()).toMatchObject({ runs: [{ state: 'running', record: 1 }] })
    const done = await ended()
    expect([done.state, steps(done)]).toEqual(['done', ['done', 'done', 'done']])
    expect(done.steps.map(({ undoable }) => undoable)).toEqual([true, false, true])
    const [ofRun, ...rows] = await audits()
    expect(ofRun).toMatchObject({
      action: 'playbook.run',
      batch: key(1),
      step: null,
      after: { playbook: 'Test', steps: 'Ban; Disable; Note' },
    })
    expect(rows.map(({ action, batch, step, actorId, ip }) => ({ action, batch, step, actorId, ip }))).toEqual(
      ['customer.ban', 'customer.disable-2fa', 'note.write'].map((action, step) => {
        return { action, batch: key(1), step, actorId: browser.staff.id, ip: '127.0.0.1' }
      }),
    )
    const [change] = (await browser.get('/undo')).json<{ changes: { what: string; batch: string }[] }>().changes
    expect(change).toMatchObject({ what: '2 steps of a playbook', batch: key(1) })
    expect((await browser.send('POST', '/undo/batch', { batch: key(1) })).json()).toEqual({
      undone: 2,
      kept: [{ id: 1, refusal: 'Disabled two-factor: This change can’t be undone.' }],
    })
    expect(await customer()).toMatchObject({ banned: false, is2faEnabled: false })
    expect(await database.current.orm.select().from(customerNotes)).toEqual([])
    const clerk = await signIn(server, { rol: 2 })
    expect((await clerk.send('POST', '/undo/batch', { batch: key(1) })).statusCode).toBe(409)
  })

  test('stop at the first step that fails, say why, and go on from it or without it [1.7 playbook goes on]', async () => {
    await insertCustomers(database.current, [{}])
    await run([ban, discount, note])
    const stopped = await ended()
    expect([stopped.state, steps(stopped)]).toEqual(['stopped', ['done', 'No discount.', 'waiting']])
    expect((await browser.send('POST', `/playbooks/runs/${key(1)}/go-on`, { isWithout: false })).json()).toMatchObject({ state: 'running' })
    expect((await ended()).state).toBe('stopped')
    await browser.send('POST', `/playbooks/runs/${key(1)}/go-on`, { isWithout: true })
    const whole = await ended()
    expect([whole.state, steps(whole)]).toEqual(['done', ['done', 'left-out', 'done']])
    expect((await browser.send('POST', `/playbooks/runs/${key(1)}/go-on`, { isWithout: true })).statusCode).toBe(409)
  })

  test('are not stale after their own change, but after somebody else’s', async () => {
    await insertCustomers(database.current, [{ subscriptionStatus: 'trialing' }])
    await run([ban, extend])
    expect((await ended()).state).toBe('done')
    await run([extend, ban], { at: 2 })
    expect(steps(await ended(2))).toEqual([expect.stringContaining('was changed by somebody else'), 'waiting'])
  })

  test('run once, however often they are sent', async () => {
    await insertCustomers(database.current, [{}])
    await Promise.all([run([note, ban]), run([note, ban])])
    await run([note, ban])
    expect((await ended()).state).toBe('done')
    expect((await audits()).map(({ action }) => action)).toEqual(['playbook.run', 'note.write', 'customer.ban'])
  })

  test('change nothing but the customer of their record', async () => {
    await insertCustomers(database.current, [{}, {}])
    await insertQrs(database.current, [{ userId: 1 }, { userId: 2 }])
    await insertPayments(database.current, [{ userId: 2 }])
    const block: RunCall = { ...ban, title: 'Block', path: '/qrs/1/status', body: { status: 'blocked' } }
    expect((await run([block, ban], { type: 'qr' })).statusCode).toBe(200)
    expect((await ended()).state).toBe('done')
    const refusals = [
      { ...ban, path: '/customers/2/ban' },
      { ...block, path: '/qrs/2/status' },
      { ...ban, path: '/payments/1/refund', body: {} },
      // The id is a customer's, though the path begins with codes.
      { ...ban, path: '/qrs/2/activate-all', body: {} },
      { ...ban, path: '/customers/1/personal-data' },
      { ...ban, method: 'POST' as const, path: '/customers/bulk' },
      { ...ban, path: '/users/1', body: { rol: 1 } },
      { ...ban, method: 'DELETE' as const, path: '/playbooks/1', body: {} },
      { ...ban, path: '/customers/1/ban/../../users/1' },
    ]
    for (const call of refusals) expect([call.path, (await run([call], { at: 2 })).statusCode]).toEqual([call.path, 422])
    expect((await run([{ ...ban, body: { banned: 'yes' } }], { at: 2 })).statusCode).toBe(400)
    expect((await run([ban], { at: 2, record: 3 })).statusCode).toBe(404)
    expect(await database.current.orm.select().from(playbookRuns)).toHaveLength(1)
  })

  test('stop at what their person may no longer do, and when the account is gone', async () => {
    await insertCustomers(database.current, [{}])
    await insertPayments(database.current, [{ stripePaymentIntentStatus: 'requires_action', stripeInvoiceStatus: 'open' }])
    const approve: RunCall = { ...ban, title: 'Approve', path: '/payments/1/force-approve', body: {} }
    await run([discount, approve])
    expect(steps(await ended())).toEqual(['No discount.', 'waiting'])
    await database.current.orm.update(staff).set({ rol: 2 })
    await browser.send('POST', `/playbooks/runs/${key(1)}/go-on`, { isWithout: true })
    expect(steps(await ended())).toEqual(['left-out', 'Your account may not do this.'])
    expect((await run([approve], { at: 2 })).statusCode).toBe(403)
    await run([discount, ban], { at: 3 })
    await ended(3)
    await database.current.orm.delete(staff)
    await database.current.orm
      .update(playbookRuns)
      .set({ state: 'running' })
      .where(eq(playbookRuns.key, key(3)))
    await server.app.playbookRunner.resume()
    await server.app.playbookRunner.settled()
    const [gone] = await database.current.orm
      .select()
      .from(playbookRuns)
      .where(eq(playbookRuns.key, key(3)))
    expect(gone?.steps.map(({ message }) => message)).toEqual(['No discount.', 'The account that ran this playbook is gone.'])
  })

  test('are one row of the audit trail, which leads to its steps, and one entry of the timeline', async () => {
    await insertCustomers(database.current, [{}])
    await run([ban, discount, note])
    await ended()
    const actions = async (query: string) =>
      (await browser.get(`/audit?${query}`)).json<{ rows: { action: string }[] }>().rows.map(({ action }) => action)
    expect(await actions('')).toEqual(['playbook.run'])
    expect(await actions(`actor=${browser.staff.email}`)).toEqual(['playbook.run'])
    expect(await actions(`run=${key(1)}`)).toEqual(['customer.ban', 'playbook.run'])
    expect(await actions('action=customer.ban')).toEqual(['customer.ban'])
    const timeline = (await browser.get('/customers/1/timeline?kinds=staff')).json<{ rows: { what: string; after: object }[] }>()
    expect(timeline.rows).toMatchObject([
      { what: 'playbook.run', after: { playbook: 'Test', steps: 'Ban; Remove the discount (failed: No discount.); Note (not done)' } },
    ])
  })

  test('are somebody’s own: nobody else reads a run or goes on with it', async () => {
    await insertCustomers(database.current, [{}])
    await run([discount])
    await ended()
    const clerk = await signIn(server, { rol: 1 })
    expect((await clerk.get(`/playbooks/runs/${key(1)}`)).statusCode).toBe(404)
    expect((await clerk.send('POST', `/playbooks/runs/${key(1)}/go-on`, { isWithout: true })).statusCode).toBe(404)
  })

  test('are left alone by a second server while the first has them', async () => {
    await insertCustomers(database.current, [{}])
    await run([discount])
    await ended()
    const { orm } = database.current
    await orm.update(playbookRuns).set({ state: 'running', leaseUntil: server.clock.now() + 60 })
    await server.app.playbookRunner.resume()
    expect((await ended()).state).toBe('running')
    server.clock.advance(60)
    await server.app.playbookRunner.resume()
    expect((await ended()).state).toBe('done')
  })
})

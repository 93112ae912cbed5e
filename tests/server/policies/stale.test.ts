import { expect, test } from 'vitest'
import { approvals } from '../../../server/db/schema/policies.ts'
import { compareApprovals, expireApprovals } from '../../../server/resources/approvals/watch.ts'
import { isDoneByRequester, type PolicyAction, policyActionNames } from '../../../src/contract/policy-actions.ts'
import { describeEngines } from '../../support/database.ts'
import { everybody, requestOf, usePolicies } from '../../support/policies.ts'
import { policyExamples } from '../../support/policy-examples.ts'

/** What may be done twice: the second time is as good as the first. */
const repeatable: readonly PolicyAction[] = ['customer.sync', 'invitation.resend', 'webhook.resend']

/** What has no record yet that could change: it is found out when somebody approves. */
const ofNewRecords: readonly PolicyAction[] = ['blocked-domain.add', 'allowed-domain.add']

describeEngines('a request whose record changes', (engine) => {
  const rooms = usePolicies(engine)
  const { setPolicies, prepare, decide, stored, server, orm } = rooms
  const atOnce = policyActionNames.filter((action) => policyExamples[action].by !== 'program' && !isDoneByRequester(action))
  /** An undo is one's own. */
  const isOther = (action: PolicyAction) => policyExamples[action].undoes === undefined && action !== 'customer.erase'
  const byOthers = atOnce.filter((action) => isOther(action) && !repeatable.includes(action))

  const ask = async (action: PolicyAction) => {
    const prepared = await prepare(action)
    await setPolicies({ ...everybody, who: { is: 'person', id: prepared.asker.staff.id }, what: action, verdict: 'ask' })
    return { ...prepared, id: requestOf(await prepared.make()) }
  }

  // [1.7 void approval]
  test.each(byOthers)('%s is void once somebody else has done it', async (action) => {
    const { id, make, audited } = await ask(action)
    const { anna, ben } = rooms.world
    expect((await make(ben)).statusCode).toBeLessThan(300)
    const reply = await decide(anna, id, 'approve')
    const { state, answer } = await stored(id)
    expect([action, reply.statusCode, state, answer]).toEqual([action, 409, 'void', expect.any(String)])
    expect(reply.json()).toMatchObject({ error: 'stale', message: expect.stringContaining(answer ?? '') })
    const done = (await audited()).filter((row) => row.action === action)
    expect(new Set(done.map(({ actorEmail }) => actorEmail))).toEqual(new Set([ben.staff.email]))
    expect((await audited()).at(-1)).toMatchObject({ action: 'approval.void', actorEmail: anna.staff.email })
    expect((await decide(anna, id, 'approve')).statusCode).toBe(409)
  })

  test.each(byOthers.filter((action) => !ofNewRecords.includes(action)))('%s is void by itself then', async (action) => {
    const { id, make, audited } = await ask(action)
    expect((await make(rooms.world.ben)).statusCode).toBeLessThan(300)
    const count = (await audited()).length
    await compareApprovals(server.context, server.app.approvalRunner)
    expect([action, await stored(id)]).toMatchObject([action, { state: 'void', answer: expect.any(String) }])
    expect((await audited()).slice(count)).toMatchObject([{ action: 'approval.void', actorEmail: 'policies' }])
  })

  test('all about a customer are void once the customer is erased, and nothing of them is kept', async () => {
    const { clerk, lead, anna } = rooms.world
    await setPolicies({ ...everybody, who: { is: 'role', role: 2 }, verdict: 'ask' })
    const id = requestOf(await clerk.send('POST', '/customers/5/note', { text: 'Calls on Mondays.' }))
    await lead.send('PATCH', '/customers/5/erase', {})
    expect((await decide(anna, id, 'approve')).statusCode).toBe(409)
    const kept = await stored(id)
    expect(kept).toMatchObject({ state: 'void', answer: 'The personal data is erased.' })
    expect(JSON.stringify(kept)).not.toMatch(/Mondays|customer5@/)
  })

  test.each(repeatable)('%s is done all the same', async (action) => {
    const { id, make } = await ask(action)
    const { anna, ben } = rooms.world
    expect((await make(ben)).statusCode).toBeLessThan(300)
    await compareApprovals(server.context, server.app.approvalRunner)
    expect((await decide(anna, id, 'approve')).json()).toMatchObject({ approval: { state: 'done' } })
  })

  test.each([...atOnce, ...policyActionNames.filter(isDoneByRequester)])('%s expires after a day, and nothing is done', async (action) => {
    const { id, audited } = await ask(action)
    await orm()
      .update(approvals)
      .set({ expiresAt: server.clock.now() + 1 })
    await expireApprovals(server.context)
    expect((await stored(id)).state).toBe('open')
    await orm().update(approvals).set({ expiresAt: server.clock.now() })
    const late = await decide(rooms.world.anna, id, 'approve')
    expect([late.statusCode, late.json()]).toMatchObject([409, { message: expect.stringContaining('expired') }])
    await expireApprovals(server.context)
    expect((await stored(id)).state).toBe('expired')
    expect((await audited()).map((row) => row.action)).toEqual(['approval.request'])
  })
})

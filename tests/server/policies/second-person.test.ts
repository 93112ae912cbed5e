import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog } from '../../../server/db/schema/staff.ts'
import type { Policy } from '../../../src/contract/policies.ts'
import { isDoneByRequester, policyActionNames } from '../../../src/contract/policy-actions.ts'
import { eventOf } from '../../../src/contract/product-events.ts'
import { describeEngines } from '../../support/database.ts'
import { everybody, requestOf, usePolicies } from '../../support/policies.ts'
import { policyExamples } from '../../support/policy-examples.ts'
import { openSession, type Session } from '../../support/sign-in.ts'

/** What asking for approval writes. */
const written = ['approvals', 'audit_log', 'outbox', 'webhook_deliveries', 'changes']

describeEngines('each action that takes a second person', (engine) => {
  const rooms = usePolicies(engine)
  const { setPolicies, prepare, contents, decide, stored, orm } = rooms
  const people = policyActionNames.filter((action) => policyExamples[action].by !== 'program')
  const byAsker = people.filter((action) => isDoneByRequester(action))
  const atOnce = people.filter((action) => !isDoneByRequester(action))

  /** Half of them by role, half by person. */
  const asks = (action: Policy['what'], { staff }: Session): Policy => ({
    ...everybody,
    what: action,
    verdict: 'ask',
    who: action.length % 2 === 0 ? { is: 'role', role: staff.rol as 1 } : { is: 'person', id: staff.id },
  })
  const ask = async (action: (typeof people)[number]) => {
    const prepared = await prepare(action)
    await setPolicies(asks(action, prepared.asker))
    const before = await contents(...written)
    const id = requestOf(await prepared.make())
    return { ...prepared, id, before }
  }
  const audits = (action: (typeof people)[number]) => orm().select().from(auditLog).where(eq(auditLog.action, action))

  test.each(people)('%s becomes one request, which nobody decides on themselves', async (action) => {
    const { id, before, make, asker, audited, events } = await ask(action)
    expect(await contents(...written)).toEqual(before)
    expect(requestOf(await make())).toBe(id)
    const elsewhere = await openSession(rooms.server, asker.staff)
    expect(requestOf(await make(elsewhere))).toBe(id)
    for (const session of [asker, elsewhere]) expect((await decide(session, id, 'approve')).statusCode).toBe(403)
    expect(await stored(id)).toMatchObject({ state: 'open', action, staffEmail: asker.staff.email })
    expect((await audited()).map((row) => row.action)).toEqual(['approval.request'])
    expect(await events()).toEqual(['approval.requested'])
    expect(await contents(...written)).toEqual(before)
  })

  // [1.7 second person]
  test.each(atOnce)('%s is done once as soon as somebody else approves', async (action) => {
    const { id, asker, audited, events } = await ask(action)
    const others = await audits(action)
    const { anna, ben } = rooms.world
    const reply = await decide(anna, id, 'approve')
    expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining('"state":"done"')])
    const [, ...rows] = await audited()
    expect(rows.map((row) => row.action).slice(0, 2)).toEqual(['approval.approve', action])
    for (const row of rows.filter((row) => row.action === action))
      expect(row).toMatchObject({ actorEmail: asker.staff.email, approvedBy: anna.staff.email })
    const event = eventOf(action)
    expect(await events()).toEqual(expect.arrayContaining(['approval.requested', 'approval.approved', ...(event ? [event] : [])]))
    const count = (await audits(action)).length - others.length
    const before = await contents()
    for (const by of [anna, ben]) {
      const again = await decide(by, id, 'approve')
      expect([again.statusCode, again.body]).toEqual([409, expect.stringContaining(anna.staff.name)])
    }
    expect(await contents()).toEqual(before)
    expect(count).toBe((await audits(action)).length - others.length)
  })

  test.each(byAsker)('%s is then done once by the asker, by the same call alone', async (action) => {
    const { id, asker, make, audited } = await ask(action)
    const { anna, lead, clerk } = rooms.world
    const approved = await decide(anna, id, 'approve')
    expect([approved.statusCode, approved.body]).toEqual([200, expect.stringContaining('"state":"approved"')])
    const done = async () => (await audited()).filter((row) => row.action === action)
    expect(await done()).toEqual([])
    const other = asker === lead ? clerk : lead
    await setPolicies({ ...everybody, what: action, verdict: 'ask' })
    await make(other)
    expect(await done()).toEqual([])
    const reply = await make()
    expect([reply.statusCode, reply.statusCode < 300 ? '' : reply.body]).toEqual([expect.any(Number), ''])
    expect(await done()).toMatchObject([{ actorEmail: asker.staff.email, approvedBy: anna.staff.email }])
    expect((await stored(id)).state).toBe('done')
    expect((await make()).statusCode).toBe(409)
    expect(await done()).toHaveLength(1)
  })

  describe.skipIf(engine.kind === 'embedded')('when two approve in the same moment', () => {
    test.each(atOnce)('%s is done once, and the other is told by whom', async (action) => {
      const { id, audited } = await ask(action)
      const { anna, ben } = rooms.world
      const replies = await Promise.all([decide(anna, id, 'approve'), decide(ben, id, 'approve')])
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
      const [winner, loser] = replies[0]?.statusCode === 200 ? [anna, replies[1]] : [ben, replies[0]]
      expect(loser?.body).toContain(winner.staff.name)
      const rows = (await audited()).map((row) => row.action)
      expect(rows.filter((each) => each === 'approval.approve')).toHaveLength(1)
      expect(rows).toContain(action)
      expect((await stored(id)).state).toBe('done')
    })
  })
})

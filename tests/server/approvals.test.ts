import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { policyTables } from '../../server/db/schema/policies.ts'
import { sandboxRefunds } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import type { Approval } from '../../src/contract/approvals.ts'
import type { Policy } from '../../src/contract/policies.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { type Browser, signIn, type TestStaff } from '../support/sign-in.ts'

type Session = Browser & { staff: TestStaff }

const above100: Policy = {
  who: { is: 'everybody' },
  what: 'payment.refund',
  when: { is: 'above', amount: 10_000 },
  verdict: 'ask',
  text: 'Refunds above 100,00 € need a second person.',
}

describeEngines('a change that takes a second person', (engine) => {
  const database = engine.use()
  let server: TestApp
  let clerk: Session
  let lead: Session

  beforeEach(async () => {
    await database.empty()
    server = await buildTestApp(database.current)
    clerk = await signIn(server, { rol: 2 })
    lead = await signIn(server, { rol: 1 })
    await insertCustomers(database.current, [{ email: 'ana@example.com' }])
    await insertPayments(database.current, [{ amount: 12_000, finalAmount: 12_000 }])
  })

  const setPolicies = async (...policies: Policy[]) => {
    const { orm } = database.current
    const [former] = await orm.select().from(policyTables)
    const reply = await lead.send('PUT', '/policies', { policies, revision: former?.revision ?? 0 })
    expect(reply.json()).toMatchObject({ success: true })
  }
  const refund = (by: Session, amount?: number, payment = 1) =>
    by.send('PATCH', `/payments/${payment}/refund`, amount === undefined ? {} : { amount })
  const atProvider = async () => (await database.current.orm.select().from(sandboxRefunds)).map(({ amount }) => amount)
  const decide = (by: Session, id: number, verb: 'approve' | 'reject' | 'withdraw', body?: object) =>
    by.send('POST', `/approvals/${id}/${verb}`, body)

  test('is done once somebody else approves, and both are in the audit trail [1.7 approvals]', async () => {
    await setPolicies(above100)
    const reply = await refund(clerk)
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { error: 'approval_required', details: { approval: '1' } }])
    expect(await atProvider()).toEqual([])
    const approved = await decide(lead, 1, 'approve')
    expect([approved.statusCode, approved.json<{ approval: Approval }>().approval]).toMatchObject([200, { state: 'done', amount: 12_000 }])
    expect(await atProvider()).toEqual([12_000])
    const [row] = await database.current.orm.select().from(auditLog).where(eq(auditLog.action, 'payment.refund'))
    expect(row).toMatchObject({ actorEmail: clerk.staff.email, approvedBy: lead.staff.email })
  })
})

import { asc, desc, eq, gt } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { outbox } from '../../server/db/schema/outbox.ts'
import { approvals, policyTables } from '../../server/db/schema/policies.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { apiBase } from '../../server/http/mount.ts'
import type { Policy } from '../../src/contract/policies.ts'
import type { PolicyAction } from '../../src/contract/policy-actions.ts'
import type { Engine } from './database.ts'
import { type PolicyExample, policyExamples } from './policy-examples.ts'
import { fillPolicyWorld, type PolicyWorld } from './policy-world.ts'
import { useServer } from './server.ts'
import type { Session } from './sign-in.ts'
import { contentsOf } from './whole-database.ts'

/** When somebody was last seen, who looked at what, which is written in batches, and what the database knows of itself. */
const volatile = ['sessions', 'views', 'app_state']

let revision = 0

/** Servers keep the policies of a revision in memory, so that none may ever come twice, whatever is emptied. */
function nextRevision(): number {
  revision += 100
  return revision
}

export const everybody: Policy = {
  who: { is: 'everybody' },
  what: 'everything',
  when: null,
  verdict: 'block',
  text: 'Nobody may do this at the end of the year.',
}

/** A server on whose database each test finds a new `PolicyWorld`. Call it in a `describe`. */
export function usePolicies(engine: Engine, options: Parameters<typeof useServer>[1] = {}) {
  const { database, server } = useServer(engine, options)
  let world: PolicyWorld

  beforeEach(() =>
    database
      .empty()
      .then(() => fillPolicyWorld(server))
      .then((filled) => {
        world = filled
        server.sandbox.faults.clear()
      }),
  )

  const orm = () => database.current.orm
  const setPolicies = async (...policies: Policy[]) => {
    const stored = { revision: nextRevision(), policies, changedByEmail: 'test@example.com', changedAt: 0 }
    await orm()
      .insert(policyTables)
      .values({ id: 1, ...stored })
      .onConflictDoUpdate({ target: policyTables.id, set: stored })
  }
  const newestAudit = async () => (await orm().select({ id: auditLog.id }).from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]?.id ?? 0

  return {
    database,
    server,
    orm,
    setPolicies,
    get world() {
      return world
    },
    /** Does what must precede an example's call. @returns the call, and who makes it unless it is somebody else */
    async prepare(action: PolicyAction) {
      const { by, undoes, ...example }: PolicyExample = policyExamples[action]
      const asker = by === 1 ? world.lead : world.clerk
      const undone = undoes && (await asker.send(undoes.method as 'POST', undoes.path, undoes.body))
      const payload = undone ? { auditId: undone.json<{ auditId: number }>().auditId } : example.body
      const { method, path } = example
      const url = by === 'program' ? path : apiBase + path
      const program = by === 'program' ? { authorization: `Bearer ${world.product.token}` } : {}
      const before = await newestAudit()
      return {
        asker,
        isProgram: by === 'program',
        make: (as: Session = asker) => as.inject({ method, url, headers: program, ...(payload === undefined ? {} : { payload }) }),
        /** The audit rows since. */
        audited: () => orm().select().from(auditLog).where(gt(auditLog.id, before)).orderBy(asc(auditLog.id)),
        events: async () =>
          (await orm().select({ event: outbox.event }).from(outbox).where(gt(outbox.auditId, before)).orderBy(asc(outbox.id))).map(
            ({ event }) => event,
          ),
      }
    },
    /** Everything stored, but for what any call may change and what `except` names. */
    async contents(...except: string[]) {
      const all = await contentsOf(database.current)
      const left = Object.entries(all).filter(([name]) => !name.endsWith('_seq') && !volatile.includes(name) && !except.includes(name))
      return Object.fromEntries(left)
    },
    decide: (by: Session, id: number, verb: 'approve' | 'reject' | 'withdraw', body?: object) =>
      by.send('POST', `/approvals/${id}/${verb}`, body),
    stored: async (id: number) => {
      const [row] = await orm().select().from(approvals).where(eq(approvals.id, id))
      if (!row) throw new Error(`there is no request ${id}`)
      return row
    },
  }
}

/** The request that a call became. */
export function requestOf(reply: { statusCode: number; body: string }): number {
  expect([reply.statusCode, reply.body]).toEqual([409, expect.stringContaining('"approval_required"')])
  return Number((JSON.parse(reply.body) as { details: { approval: string } }).details.approval)
}

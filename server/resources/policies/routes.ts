import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/policies.ts'
import { lastDay } from '../../audit/policy-facts.ts'
import { final } from '../../audit/reply.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { readPolicies, writePolicies } from './table.ts'
import { tryPolicy } from './trial.ts'

/** Who may do what alone. */
export function policyRoutes(app: FastifyInstance, context: AppContext): void {
  const { database, now } = context
  const { orm } = database

  mount(app, context, contract.listPolicies, () => readPolicies(orm))

  mount(app, context, contract.putPolicies, async ({ body, actor }) => {
    const { revision, auditId } = await writePolicies(orm, actor, body, now())
    return { ...final(auditId), revision }
  })

  mount(app, context, contract.tryPolicies, ({ body }) =>
    database.reading(async (db) => {
      const rows = []
      for (const policy of body.policies) rows.push(await tryPolicy(db, policy))
      return { rows }
    }),
  )

  mount(app, context, contract.myPolicies, async ({ staff }) => {
    const isInUse = staff.policyRevision > 0
    const nothing = { isInUse, policies: [], amountInDay: 0, timesInDay: {} }
    if (!isInUse) return nothing
    const actor = { is: 'person', id: staff.id, role: staff.rol } as const
    const policies = (await readPolicies(orm)).policies.filter((policy) => contract.isMeant(policy.who, actor))
    if (policies.length === 0) return nothing
    return {
      isInUse,
      policies,
      ...(await lastDay(
        orm,
        { actor, email: staff.email, now: now() },
        policies.map(({ what }) => what),
      )),
    }
  })
}

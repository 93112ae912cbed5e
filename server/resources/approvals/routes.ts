import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/approvals.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { askForApproval } from './ask.ts'
import { approve, reject, withdraw } from './decide.ts'
import { approvalNews, listApprovals, readApproval, shownApproval } from './queries.ts'
import { ApprovalRunner } from './runner.ts'

/** Requests for a second person's consent, which `app.approvalRunner` carries out. */
export function approvalRoutes(app: FastifyInstance, context: AppContext): void {
  const { now, database } = context
  const { orm } = database
  const runner = new ApprovalRunner(app, context)
  const success = true as const
  app.decorate('approvalRunner', runner)
  app.decorate('askForApproval', (call, needed) => askForApproval(context, call, needed))
  app.addHook('preClose', () => runner.stop())

  mount(app, context, contract.listApprovals, ({ query, staff }) => database.reading((db) => listApprovals(db, staff, query)))
  mount(app, context, contract.approvalNews, ({ staff }) => approvalNews(orm, staff, now()))
  mount(app, context, contract.getApproval, async ({ params, staff }) => {
    const row = await readApproval(orm, staff, params.id)
    return { approval: shownApproval(row, staff), now: { refusal: row.state === 'open' ? await runner.whyNot(row) : null } }
  })
  mount(app, context, contract.approve, async ({ params, staff, request }) => ({
    success,
    approval: await approve(orm, runner, { staff, ip: request.ip }, params.id, now()),
  }))
  mount(app, context, contract.reject, async ({ params, body, staff, request }) => ({
    success,
    approval: await reject(orm, { staff, ip: request.ip }, params.id, body.reason, now()),
  }))
  mount(app, context, contract.withdraw, async ({ params, staff, request }) => ({
    success,
    approval: await withdraw(orm, { staff, ip: request.ip }, params.id, now()),
  }))
}

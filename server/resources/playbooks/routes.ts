import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/playbooks.ts'
import { final, undoable } from '../../audit/reply.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { createPlaybook, deletePlaybook, editPlaybook, listPlaybooks } from './kept.ts'
import { lastActions } from './last-actions.ts'
import { PlaybookRunner } from './runner.ts'
import { goOn, readRun, shownRun, startRuns } from './runs.ts'

/** Kept playbooks, and their runs, which `app.playbookRunner` carries on. */
export function playbookRoutes(app: FastifyInstance, context: AppContext): void {
  const { now } = context
  const { orm } = context.database
  const runner = new PlaybookRunner(app, context)
  app.decorate('playbookRunner', runner)
  app.addHook('preClose', () => runner.stop())

  mount(app, context, contract.listPlaybooks, async ({ staff }) => ({ rows: await listPlaybooks(orm, staff.id) }))
  mount(app, context, contract.createPlaybook, async ({ body, actor }) => {
    const { id, auditId } = await createPlaybook(orm, actor, body, now())
    return { ...final(auditId), id }
  })
  mount(app, context, contract.editPlaybook, async ({ params, body, actor }) =>
    undoable(await editPlaybook(orm, actor, params.id, body, now())),
  )
  mount(app, context, contract.deletePlaybook, async ({ params, actor }) => undoable(await deletePlaybook(orm, actor, params.id, now())))

  mount(app, context, contract.runPlaybook, async ({ body, actor }) => {
    const runs = await startRuns(orm, actor, body.runs, now())
    runner.begin(runs.map(({ key }) => key))
    return { runs: runs.map(shownRun) }
  })
  mount(app, context, contract.getRun, async ({ params, staff }) => shownRun(await readRun(orm, staff.id, params.key)))
  mount(app, context, contract.goOnRun, async ({ params, body, staff }) => {
    const run = await goOn(orm, staff.id, params.key, body.isWithout)
    runner.begin([run.key])
    return shownRun(run)
  })
  mount(app, context, contract.lastActions, ({ query, staff }) => lastActions(orm, staff.id, query, now()))
}

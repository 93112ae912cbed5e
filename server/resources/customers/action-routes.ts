import type { FastifyInstance } from 'fastify'
import * as billing from '../../../src/contract/billing.ts'
import { roleMay } from '../../../src/contract/capabilities.ts'
import * as contract from '../../../src/contract/customer-actions.ts'
import * as bulk from '../../../src/contract/customer-bulk.ts'
import * as noteChanges from '../../../src/contract/note-changes.ts'
import * as notes from '../../../src/contract/notes.ts'
import { final, undoable } from '../../audit/reply.ts'
import type { Actor } from '../../audit/write.ts'
import { matchingIds } from '../../db/list/matching-ids.ts'
import { customers } from '../../db/schema/customers.ts'
import { ApiError } from '../../http/errors.ts'
import { mount, requireCapability } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { ban, disable2fa, resetOauth, restore } from './account.ts'
import { appLoginUrl } from './app-login.ts'
import { actAtProvider, type ProviderAction, type ProviderActionDone } from './at-provider.ts'
import { getBilling, updateBilling } from './billing.ts'
import { previewBulk, runBulk } from './bulk.ts'
import { type CustomerAction, changeCustomer } from './change.ts'
import { editCustomer } from './edit.ts'
import { customerCondition } from './filters.ts'
import { addNote, deleteNote, getNote, writeNote } from './note.ts'
import { attachDiscount, cancelAtPeriodEnd, cancelImmediately, detachDiscount, extendTrial, resume } from './subscription.ts'
import { syncCustomer } from './sync.ts'

interface ById {
  params: { id: number }
  actor: Actor
}

/** Reply to a change at the payment provider. */
const acted = ({ auditId, undoable }: ProviderActionDone) => ({ success: true as const, auditId, undoable })

/** All changes to a customer (document 1, sections 4 and 7; rulings 32 to 40). */
export function customerActionRoutes(app: FastifyInstance, context: AppContext) {
  const { database, config, now } = context

  const change = (call: ById, action: CustomerAction) => changeCustomer(database.orm, call.actor, call.params.id, now(), action)
  const act = <Reference, Answer>(call: ById, action: ProviderAction<Reference, Answer>, version?: number) =>
    actAtProvider(context, call.actor, call.params.id, action, { version })

  mount(app, context, contract.updateCustomer, async (call) => {
    if (call.body.whitelisted !== undefined && !roleMay(call.staff.rol, 'customers.whitelist'))
      throw new ApiError('forbidden', 'Your account may not do this.')
    return undoable(await editCustomer(database.orm, call.actor, call.params.id, call.body, now()))
  })

  mount(app, context, contract.banCustomer, async (call) => {
    const { banned } = call.body
    return { ...undoable(await change(call, ban(banned, now()))), banned }
  })
  mount(app, context, contract.restoreCustomer, async (call) => final(await change(call, restore(now()))))
  mount(app, context, contract.disable2fa, async (call) => final(await change(call, disable2fa)))
  mount(app, context, contract.resetOauth, async (call) => final(await change(call, resetOauth(call.params.provider))))

  mount(app, context, contract.cancelSubscription, async (call) => acted(await act(call, cancelAtPeriodEnd(now()))))
  mount(app, context, contract.cancelImmediately, async (call) => acted(await act(call, cancelImmediately(now()))))
  mount(app, context, contract.resumeSubscription, async (call) => acted(await act(call, resume)))
  mount(app, context, contract.extendTrial, async (call) => {
    const done = await act(call, extendTrial(call.body.days, now()), call.body.version)
    if (typeof done.set.triallingEndsAt !== 'number') throw new Error('an extended trial has an end')
    return { ...acted(done), triallingEndsAt: done.set.triallingEndsAt }
  })

  mount(app, context, contract.attachDiscount, async (call) => acted(await act(call, attachDiscount(call.body.discount))))
  mount(app, context, contract.detachDiscount, async (call) => acted(await act(call, detachDiscount)))

  mount(app, context, contract.syncCustomer, async (call) => {
    const { auditId, url } = await syncCustomer(context, call.actor, call.params.id)
    return { ...final(auditId), url }
  })

  mount(app, context, contract.appLogin, async (call) => ({
    url: await appLoginUrl(database.orm, call.actor, call.params.id, { appUrl: config.appUrl, now: now(), ...call.query }),
  }))

  mount(app, context, billing.getBilling, async ({ params }) => ({ billing: await getBilling(database.orm, params.id) }))
  mount(app, context, billing.updateBilling, async (call) =>
    undoable(await updateBilling(database.orm, call.actor, call.params.id, call.body, now())),
  )

  mount(app, context, notes.getNote, ({ params }) => getNote(database.orm, params.id))
  mount(app, context, noteChanges.writeNote, async (call) =>
    undoable(await writeNote(database.orm, call.actor, call.params.id, call.body, now())),
  )
  mount(app, context, noteChanges.addNote, async (call) =>
    undoable(await addNote(database.orm, call.actor, call.params.id, call.body.text, now())),
  )
  mount(app, context, noteChanges.deleteNote, async (call) => undoable(await deleteNote(database.orm, call.actor, call.params.id, now())))

  mount(app, context, bulk.matchingCustomers, async ({ query }) =>
    matchingIds(database.orm, customers, await customerCondition(database.orm, query, now())),
  )
  mount(app, context, bulk.previewCustomerBulk, ({ body, staff }) => {
    requireCapability(staff, bulk.customerBulkNeeds[body.change.action])
    return previewBulk(context, body.change, body.ids)
  })
  mount(app, context, bulk.runCustomerBulk, ({ body, staff, actor }) => {
    requireCapability(staff, bulk.customerBulkNeeds[body.change.action])
    return runBulk(context, actor, body)
  })
}

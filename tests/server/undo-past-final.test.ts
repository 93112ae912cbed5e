import { beforeEach, describe, expect, test } from 'vitest'
import { writeAudit } from '../../server/audit/write.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { type AuditAction, auditActions } from '../../src/contract/audit-actions.ts'
import { undoSeconds } from '../../src/contract/undo.ts'
import { describeEngines } from '../support/database.ts'
import { type Browser, signIn } from '../support/sign-in.ts'
import { useUndo } from '../support/undo.ts'

/** What is audited although nobody's data changes by it, or no member of staff does it. */
const changesNothing: ReadonlySet<AuditAction> = new Set([
  'auth.sign-in',
  'auth.two-factor-activated',
  'customer.app-login',
  'customer.export',
  'customer.sync',
  'customer.provider-update',
  'customer.product-delete',
  'domain.validate',
  'list.export',
  'payment.provider-update',
  'payment.refund-failed',
  'playbook.run',
  'qr.product-delete',
])

describeEngines('POST /undo past what can’t be undone', (engine) => {
  const world = useUndo(engine)
  const { database, ban, undo, banned, refusal } = world

  describe('after a change that can’t be undone', () => {
    const extend = (id: number, by: Browser = world.browser) => by.send('POST', `/customers/${id}/trial/extend`, { days: 7 })
    beforeEach(() => database.current.orm.update(customers).set({ subscriptionStatus: 'trialing' }))

    const stopped = async (body: object = {}) => {
      const { statusCode, error, message, details } = (await undo(body)).json<Record<string, unknown>>()
      expect({ statusCode, error }).toEqual({ statusCode: 409, error: 'nothing_to_undo' })
      return { message, details }
    }

    test('stops, says which and what would come next, and goes past it only when told to', async () => {
      await ban(1)
      const { auditId: past } = (await extend(2)).json<{ auditId: number }>()
      const reason = {
        message: '‘Extended the trial: bo@example.com’ can’t be undone.',
        details: { past: String(past), next: 'Ban of Ana López' },
      }
      expect(await stopped()).toEqual(reason)
      expect(await stopped({ past: past - 1 })).toEqual(reason)
      expect(await banned()).toEqual([true, false])
      expect((await undo({ past })).json()).toMatchObject({ message: 'Ban of Ana López was undone.' })
      expect(await banned()).toEqual([false, false])
      expect((await undo({ past })).json()).toEqual(refusal('There is nothing to undo.'))
    })

    test('tells how many there are, and stops again at a newer one', async () => {
      await ban(1)
      await extend(1)
      await extend(2)
      const { auditId: past } = (await extend(1)).json<{ auditId: number }>()
      expect(await stopped()).toEqual({
        message: '‘Extended the trial: Ana López’ can’t be undone. Nor can the 2 changes before it.',
        details: { past: String(past), next: 'Ban of Ana López' },
      })
      await extend(2)
      expect(await stopped({ past })).toMatchObject({ message: '‘Extended the trial: bo@example.com’ can’t be undone.' })
    })

    test('says so where nothing comes next', async () => {
      const { auditId } = (await extend(1)).json<{ auditId: number }>()
      expect((await stopped()).details).toEqual({ past: String(auditId) })
    })

    test('undoes a newer change first', async () => {
      await extend(1)
      await ban(2)
      expect((await undo()).json()).toMatchObject({ message: 'Ban of bo@example.com was undone.' })
      expect((await stopped()).message).toBe('‘Extended the trial: Ana López’ can’t be undone.')
    })

    test('names any change that can’t be, whatever else of its kind can', async () => {
      const entry = { staff: world.browser.staff, ip: '', now: world.start, targetType: 'qr', targetId: 7, before: {}, after: {} }
      let past: number | undefined
      for (const action of (Object.keys(auditActions) as AuditAction[]).filter((action) => !changesNothing.has(action))) {
        const auditId = await writeAudit(database.current.orm, { ...entry, action })
        expect(await stopped({ past })).toEqual({
          message: `‘${auditActions[action]}: qr #7’ can’t be undone.`,
          details: { past: String(auditId) },
        })
        past = auditId
      }
    })

    test('goes past one that somebody else has changed since, once it is told', async () => {
      await ban(2)
      const past = await ban(1)
      await ban(1, false, await signIn(world.server))
      const details = { past: String(past), next: 'Ban of bo@example.com' }
      expect(await stopped()).toEqual({ message: 'Ana López has been changed since: nothing was undone.', details })
      const { auditId: final } = (await extend(2)).json<{ auditId: number }>()
      expect(await stopped()).toEqual({
        message: '‘Extended the trial: bo@example.com’ can’t be undone. Nor can the change before it.',
        details: { ...details, past: String(final) },
      })
      expect((await undo({ past: final })).json()).toMatchObject({ message: 'Ban of bo@example.com was undone.' })
    })

    test('is not stopped by a colleague’s, by an old one, or by what changes nothing', async () => {
      await extend(1, await signIn(world.server))
      await extend(1)
      world.server.clock.advance(undoSeconds + 1)
      await ban(1)
      await world.browser.get('/customers/1/app-login')
      expect((await undo()).json()).toMatchObject({ message: 'Ban of Ana López was undone.' })
    })
  })
})

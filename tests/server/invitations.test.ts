import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { appLoginTokens, invitations } from '../../server/db/schema/customer-records.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { outbox, webhookEndpoints } from '../../server/db/schema/outbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import type { InvitationRow } from '../../src/contract/invitations.ts'
import type { ProductEvent } from '../../src/contract/product-events.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

describeDatabase('invitations', (engine) => {
  const { database, browser } = useServer(engine, { rol: 2 })

  const pending = { id: 11, ownerId: 1, email: 'New@example.com', role: 3, status: 0, createdAt: 100 }
  const accepted = {
    id: 12,
    ownerId: 1,
    email: 'in@example.com',
    role: 1,
    status: 1,
    createdAt: 90,
    lastLogin: 95,
    registrationComplete: 1,
    userId: 2,
  }

  beforeEach(async () => {
    for (const table of [outbox, webhookEndpoints, auditLog, appLoginTokens, invitations, customers])
      await database.current.orm.delete(table)
    await insertCustomers(database.current, [{ firstName: 'Ana', lastName: 'Ruiz' }, {}, { deleted: true }])
    await database.current.orm
      .insert(invitations)
      .values([
        pending,
        accepted,
        { ...accepted, id: 13, userId: null, email: 'gone@example.com' },
        { ...accepted, id: 14, userId: 3, email: 'deleted@example.com' },
      ])
  })

  const list = async () => (await browser.get('/customers/1/invitations')).json<InvitationRow[]>()
  const ids = async () => (await list()).map(({ id }) => id)
  const remove = (id: number | string) => browser.send('DELETE', `/customers/invite/${id}`)
  const undo = (auditId: number) => browser.send('POST', '/undo', { auditId })
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))

  describe('DELETE /customers/invite/{id}', () => {
    test('deletes only this one and records its data on the customer [2.7 delete invitation]', async () => {
      const reply = await remove(12)
      const [row] = await audited()
      expect(reply.json()).toEqual({ success: true, auditId: row?.id, undoable: true })
      expect(await ids()).toEqual([11, 14, 13])
      expect(row).toMatchObject({
        action: 'invitation.delete',
        targetType: 'customer',
        targetId: 1,
        before: {
          invitation: 12,
          email: 'in@example.com',
          role: 1,
          status: 1,
          createdAt: 90,
          lastLogin: 95,
          registrationComplete: 1,
          userId: 2,
        },
        after: { invitation: null },
        reversible: true,
      })
    })

    test('one of two parallel requests succeeds', async () => {
      const replies = await Promise.all([remove(11), remove(11)])
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
      expect(await audited()).toHaveLength(1)
    })

    test.each(['99', '0', 'note', 'abc', '99999999999'])('responds with 404 to %s and changes nothing', async (id) => {
      expect((await remove(id)).json()).toMatchObject({ statusCode: 404, error: 'not_found' })
      expect(await ids()).toEqual([11, 14, 13, 12])
      expect(await audited()).toEqual([])
    })
  })

  describe('POST /customers/invite/{id}/resend', () => {
    const resend = (id: number) => browser.send('POST', `/customers/invite/${id}/resend`)
    const endpoint = (events: ProductEvent[], disabledAt: number | null = null) =>
      database.current.orm.insert(webhookEndpoints).values({ url: 'http://127.0.0.1:9/', secret: 'x', events, createdAt: 1, disabledAt })

    test('tells the product, and leaves the invitation as it is [2.7 resend invitation]', async () => {
      await endpoint(['invitation.resent'])
      const before = await list()
      const reply = await resend(11)
      const [row] = await audited()
      expect(reply.json()).toEqual({ success: true, auditId: row?.id, undoable: false })
      const after = { invitation: 11, email: 'New@example.com', role: 3 }
      expect(row).toMatchObject({ action: 'invitation.resend', targetType: 'customer', targetId: 1, after, reversible: false })
      expect(await database.current.orm.select().from(outbox)).toMatchObject([{ event: 'invitation.resent', recordId: 1, after }])
      expect(await list()).toEqual(before)
      expect((await undo(row?.id ?? 0)).statusCode).toBe(409)
    })

    test.each([
      ['no webhook', () => Promise.resolve()],
      ['only one for other events', () => endpoint(['customer.banned'])],
      ['only one that is switched off', () => endpoint([], 1)],
    ])('is refused with %s, as nothing would be sent', async (_what, prepare) => {
      await prepare()
      expect((await resend(11)).json()).toMatchObject({
        statusCode: 409,
        error: 'unavailable_action',
        message: 'Not sent: no webhook would tell the product. Add one that takes ‘invitation.resent’ under Integrations.',
      })
      expect(await audited()).toEqual([])
    })

    test('is refused for one that is accepted, and for none', async () => {
      await endpoint([])
      expect((await resend(12)).json()).toMatchObject({ statusCode: 409, message: 'Accepted already.' })
      expect((await resend(99)).json()).toMatchObject({ statusCode: 404 })
      expect(await audited()).toEqual([])
    })
  })

  describe('undo', () => {
    const deleted = async (id: number) => (await remove(id)).json<{ auditId: number }>().auditId

    test.each([11, 12])('restores %i unchanged', async (id) => {
      const before = await list()
      const reply = await undo(await deleted(id))
      expect(reply.json()).toMatchObject({ success: true, action: 'invitation.delete', targetType: 'customer', targetId: 1 })
      expect(reply.json<{ message: string }>().message).toMatch(
        /^Deletion of the invitation of (New|in)@example\.com by Ana Ruiz was undone\.$/,
      )
      expect(await list()).toEqual(before)
      expect((await audited()).map(({ action }) => action)).toEqual(['invitation.delete', 'invitation.restore'])
    })

    test('restores it without an account deleted since', async () => {
      const auditId = await deleted(12)
      await database.current.orm.delete(customers).where(eq(customers.id, 2))
      await undo(auditId)
      expect((await list()).find(({ id }) => id === 12)).toMatchObject({ email: 'in@example.com', userId: null })
    })

    test('is rejected if the same person was invited again, ignoring case', async () => {
      const auditId = await deleted(11)
      await database.current.orm.insert(invitations).values({ ...pending, id: 20, email: 'NEW@example.com' })
      expect((await undo(auditId)).json()).toMatchObject({
        statusCode: 409,
        error: 'nothing_to_undo',
        message: 'New@example.com has been invited again since: nothing was undone.',
      })
      expect(await ids()).not.toContain(11)
    })

    test('is rejected if the same person was invited again under the other spelling of the host', async () => {
      const { orm } = database.current
      await orm.insert(invitations).values({ ...pending, id: 21, email: 'info@bücher.example' })
      const auditId = await deleted(21)
      await orm.insert(invitations).values({ ...pending, id: 22, email: 'info@xn--bcher-kva.example' })
      expect((await undo(auditId)).statusCode).toBe(409)
    })

    test('works only once for each deletion', async () => {
      const [first, second] = [await deleted(11), await deleted(12)]
      expect((await undo(first)).statusCode).toBe(200)
      expect((await undo(first)).statusCode).toBe(409)
      expect((await undo(second)).statusCode).toBe(200)
      expect(await ids()).toEqual([11, 14, 13, 12])
    })
  })

  describe('GET /customers/{userId}/app-login of an invited person (ruling 37)', () => {
    test('returns a one-time URL for their account [R37 invited account] [2.7 app login]', async () => {
      const reply = await browser.get('/customers/2/app-login?invitation=12')
      expect(reply.json<{ url: string }>().url).toMatch(/^https:\/\/app\.example\/.+token=[\w-]{43}$/)
      expect((await database.current.orm.select().from(appLoginTokens)).map(({ userId }) => userId)).toEqual([2])
      expect((await audited()).map(({ action, targetId }) => [action, targetId])).toEqual([['customer.app-login', 2]])
    })

    test.each([
      ['a pending invitation', '/customers/2/app-login?invitation=11', 409, 'Waiting for approval.'],
      ['an invitation without an account', '/customers/2/app-login?invitation=13', 409, 'No account yet.'],
      ['another person’s account', '/customers/1/app-login?invitation=12', 409, 'The invitation is for another person’s account.'],
      ['an account that is deleted', '/customers/3/app-login?invitation=14', 409, 'The account is deleted.'],
      ['an invitation that is not there', '/customers/2/app-login?invitation=99', 404, 'Invitation 99 was not found.'],
    ])('rejects %s', async (_what, path, statusCode, message) => {
      expect((await browser.get(path)).json()).toMatchObject({ statusCode, message })
      expect(await database.current.orm.select().from(appLoginTokens)).toEqual([])
      expect(await audited()).toEqual([])
    })

    test('responds with 400 if the invitation is not a number', async () => {
      expect((await browser.get('/customers/2/app-login?invitation=x')).statusCode).toBe(400)
    })
  })
})

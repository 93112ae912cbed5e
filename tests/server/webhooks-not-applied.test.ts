import { expect, test } from 'vitest'
import { auditLog } from '../../server/db/schema/staff.ts'
import { describeDatabase } from '../support/database.ts'
import { useNotifiedServer } from '../support/notified-server.ts'

describeDatabase('notifications of the payment provider that are not applied', (engine) => {
  const world = useNotifiedServer(engine)
  const { aboutCustomer, aboutPayment, deliver, orm, events } = world

  test.each([
    ['a customer of nobody', { object: 'customer', id: 'cus_nobody' }],
    ['a payment of nobody', { object: 'payment_intent', id: 'pi_nobody' }],
  ] as const)('%s: only accepted and recorded', async (_what, about) => {
    const notice = world.server.sandbox.notification('some.type', about)
    expect([(await deliver(notice)).statusCode, (await deliver(notice)).statusCode]).toEqual([200, 200])
    expect(await events()).toMatchObject([{ subject: about.id }])
    expect(await orm().select().from(auditLog)).toEqual([])
  })

  test.each(['customer', 'payment'] as const)(
    'respond with 503 and record nothing if the provider can’t return the %s',
    async (operation) => {
      const about = operation === 'customer' ? aboutCustomer('cus_1') : aboutPayment('pi_1')
      const notice = world.server.sandbox.notification('some.type', about)
      world.server.sandbox.faults.add({ operation, kind: 'lost-before' })
      world.server.sandbox.faults.add({ operation, kind: 'refuse' })
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const reply = await deliver(notice)
        expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
      }
      expect(await events()).toEqual([])
      expect((await deliver(notice)).statusCode).toBe(200)
      expect(await events()).toHaveLength(1)
    },
  )

  test('are rejected without a valid and recent signature', async () => {
    const notice = world.server.sandbox.notification('customer.updated', aboutCustomer('cus_1'))
    const wrong = { ...notice, body: notice.body.replace('cus_1', 'cus_2') }
    expect((await deliver(wrong)).json()).toMatchObject({ statusCode: 400, error: 'bad_request', message: 'The signature is wrong.' })
    const unsigned = await world.server.app.inject({ method: 'POST', url: '/webhooks/payments', payload: { id: 'evt_1' } })
    expect(unsigned.json()).toMatchObject({ statusCode: 400, message: 'The signature is missing or malformed.' })
    world.server.clock.advance(301)
    expect((await deliver(notice)).json()).toMatchObject({ statusCode: 400, message: 'The signature is too old, or of the future.' })
    expect(await events()).toEqual([])
  })

  test('are rejected if the body is too large', async () => {
    const reply = await deliver({ body: 'x'.repeat(256 * 1024 + 1), signature: 't=1,v1=0' })
    expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([413, 'payload_too_large'])
  })
})

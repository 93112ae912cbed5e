import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { billingData, customers } from '../../../server/db/schema/customers.ts'
import { payments } from '../../../server/db/schema/payments.ts'
import { apiCalls } from '../../../server/db/schema/security.ts'
import { apiBase } from '../../../server/http/mount.ts'
import { hiddenText, type OnDemandData, showHeader } from '../../../src/contract/on-demand.ts'
import type { ViewRow } from '../../../src/contract/views.ts'
import { testStart } from '../../support/app.ts'
import { describeEngines } from '../../support/database.ts'
import { makeProduct } from '../../support/ingest.ts'
import { everybody, usePolicies } from '../../support/policies.ts'
import type { Session } from '../../support/sign-in.ts'

const ip = '203.0.113.9'

describeEngines('what is shown on demand', (engine) => {
  const rooms = usePolicies(engine)
  const { setPolicies, server, orm } = rooms
  const onDemand = (what: OnDemandData, more: object = {}) => ({ ...everybody, what, verdict: 'ask' as const, ...more })
  const get = (path: string, { by = rooms.world.clerk, show = '' }: { by?: Session; show?: string } = {}) =>
    by.inject({ method: 'GET', url: apiBase + path, headers: show === '' ? {} : { [showHeader]: show } })
  const read = async (...of: Parameters<typeof get>) => (await get(...of)).json<Record<string, unknown>>()
  const fill = async () => {
    await orm().update(customers).set({ lastIp: ip, accountCreatedWithIp: ip }).where(eq(customers.id, 1))
    await orm().update(payments).set({ ip }).where(eq(payments.id, 1))
    await orm().update(billingData).set({ country: 'fr', accountType: 'company', companyName: 'Café Sol', vatNumber: 'FR40303265045' })
    const call = {
      method: 'POST',
      path: '/v1/qrs',
      statusCode: 200,
      createdAt: testStart,
      requestHeaders: {},
      responseHeaders: {},
      responseTime: 5,
    }
    await orm()
      .insert(apiCalls)
      .values({ ...call, owner: 1, requestBody: '{"name":"Menu"}', responseBody: '' })
  }

  test('is hidden in each reply until it is asked for, which is noted [1.7 on demand]', async () => {
    await fill()
    await setPolicies(onDemand('show.ip', { who: { is: 'role', role: 2 } }))
    expect(await read('/customers/1')).toMatchObject({
      lastIp: hiddenText,
      accountCreatedWithIp: hiddenText,
      email: 'customer1@example.com',
    })
    expect(await read('/customers/2')).toMatchObject({ lastIp: null })
    expect(await read('/payments?user=1')).toMatchObject({ rows: [{ ip: hiddenText }] })
    expect(await read('/customers/1', { by: rooms.world.lead })).toMatchObject({ lastIp: ip })
    expect(await read('/customers/1', { show: 'show.tax-id' })).toMatchObject({ lastIp: hiddenText })
    expect(await read('/customers/1', { show: 'show.ip,show.tax-id' })).toMatchObject({ lastIp: ip, accountCreatedWithIp: ip })
    expect(await read('/payments?user=1', { show: 'show.ip' })).toMatchObject({ rows: [{ ip }] })
    // Nothing of that kind is in it.
    await read('/customers/1/note', { show: 'show.ip' })
    const shown = async () => (await read('/views?look=show&perPage=50', { by: rooms.world.lead })) as unknown as { rows: ViewRow[] }
    await expect.poll(async () => (await shown()).rows.length, { timeout: 5000 }).toBe(2)
    const { rows } = await shown()
    expect(rows.map(({ staffEmail, recordType, recordId, text }) => [staffEmail, recordType, recordId, text])).toEqual(
      expect.arrayContaining([
        [rooms.world.clerk.staff.email, 'customer', 1, 'IP addresses'],
        [rooms.world.clerk.staff.email, null, null, 'IP addresses, /payments'],
      ]),
    )
  })

  test('is never shown where a policy blocks it, and not to programs', async () => {
    await fill()
    await setPolicies(onDemand('show.ip', { verdict: 'block' }))
    expect(await read('/customers/1', { show: 'show.ip' })).toMatchObject({ lastIp: hiddenText })
    await setPolicies(onDemand('show.ip'))
    const { headers } = await makeProduct(server, ['read'])
    const reply = await server.app.inject({
      method: 'GET',
      url: `${apiBase}/customers/1`,
      headers: { ...headers, [showHeader]: 'show.ip' },
    })
    expect(reply.json()).toMatchObject({ lastIp: hiddenText })
  })

  test('is as ever under policies about other things, everything included', async () => {
    await fill()
    await setPolicies({ ...everybody }, onDemand('show.tax-id'), onDemand('show.ip', { who: { is: 'role', role: 1 } }))
    expect(await read('/customers/1')).toMatchObject({ lastIp: ip })
  })

  test('covers tax ids, also in the trail, and a form that holds them hidden leaves them as they are', async () => {
    await fill()
    await setPolicies(onDemand('show.tax-id'))
    const { billing } = (await read('/customers/1/billing')) as { billing: Record<string, unknown> }
    expect(billing).toMatchObject({ vatNumber: hiddenText, companyName: 'Café Sol' })
    const { locked: _, ...edit } = billing
    const save = (values: object) => rooms.world.clerk.send('PATCH', '/customers/1/billing', { ...edit, ...values })
    expect((await save({ city: 'Lyon' })).json()).toMatchObject({ success: true })
    const [stored] = await orm().select().from(billingData)
    expect(stored).toMatchObject({ vatNumber: 'FR40303265045', city: 'Lyon' })
    expect((await save({ version: stored?.version, vatNumber: 'FR61954506077' })).statusCode).toBe(200)
    const trail = await read('/audit?action=customer.edit-billing&perPage=10', { by: rooms.world.lead })
    expect(JSON.stringify(trail)).not.toMatch(/FR\d/)
    expect(JSON.stringify(await read('/customers/1/timeline'))).not.toMatch(/FR\d/)
    expect(JSON.stringify(await read('/customers/1/timeline', { show: 'show.tax-id' }))).toMatch(/FR61954506077/)
  })

  test('covers the bodies of API calls', async () => {
    await fill()
    await setPolicies(onDemand('show.api-body'))
    expect(await read('/api-calls/1', { by: rooms.world.lead })).toMatchObject({ requestBody: hiddenText, responseBody: '' })
    expect(await read('/api-calls/1', { by: rooms.world.lead, show: 'show.api-body' })).toMatchObject({ requestBody: '{"name":"Menu"}' })
  })

  test.each([
    [`a list’s file`, '', hiddenText],
    [`a list’s file for whoever asks`, 'show.ip', ip],
  ])('covers %s', async (_, show, expected) => {
    await fill()
    await setPolicies(onDemand('show.ip'))
    const csv = (await get('/exports/payments', { by: rooms.world.lead, show })).body
    expect(csv).toContain(expected)
    expect(csv).not.toContain(expected === ip ? hiddenText : ip)
  })

  test('has no condition', async () => {
    const policies = [onDemand('show.ip', { when: { is: 'rows', rows: 3 } })]
    const reply = await rooms.world.lead.send('PUT', '/policies', { policies, revision: 0 })
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { message: 'Check: policies.0.when.' }])
  })
})

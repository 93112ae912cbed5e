import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '../../src/api/client.ts'
import type { CommandContext } from '../../src/commands/engine/context.ts'
import type { Target, Targets } from '../../src/commands/engine/targets.ts'
import { answerCalls, commandOf } from './answer-calls.ts'
import { apiCallTarget, customer, invitationTarget, makeContext } from './samples.ts'

afterEach(() => vi.unstubAllGlobals())
const key = 'key-of-this-run'
const on = (over: Partial<Targets['customer']> = {}): Target => ({ type: 'customer', record: { ...customer, ...over } })
const done = { success: true, auditId: 7 }

describe('tabs whose address is requested first', () => {
  // [1.2 provider sync] [R36 sync] [R37 tab on click]
  test.each([
    ['customer.app-login', 'GET /customers/8812/app-login', { url: 'https://app.example.com/once' }],
    ['customer.sync', 'POST /customers/8812/stripe/sync {}', { ...done, url: 'https://app.example.com/once' }],
  ])('%s opens a tab at once and then navigates it', async (id, call, reply) => {
    const calls = answerCalls(reply)
    const { context, did } = withTab()
    const running = commandOf(id).run(context, on({ stripeCustomerId: 'cus_1' }), {}, key)
    expect(did).toEqual(['tab opens'])
    await running
    expect(calls).toEqual([call])
    expect(did).toEqual(['tab opens', 'tab goes to https://app.example.com/once'])
  })

  test.each(['customer.app-login', 'customer.sync'])('%s closes the tab if the server refuses [1.8 sync failed]', async (id) => {
    answerCalls({ statusCode: 409, error: 'unavailable_action', message: 'The account is deleted.' }, 409)
    const { context, did } = withTab()
    await expect(commandOf(id).run(context, on({ stripeCustomerId: 'cus_1' }), {}, key)).rejects.toBeInstanceOf(ApiFailure)
    expect(did).toEqual(['tab opens', 'tab closes'])
  })

  test('logging in as an invited person sends the invitation’s id [2.2 invited login] [2.7 app login]', async () => {
    const calls = answerCalls({ url: 'https://app.example.com/once' })
    const { context, did } = withTab()
    const running = commandOf('invitation.app-login').run(context, invitationTarget, { mode: 'act', reason: 'ticket 7' }, key)
    expect(did).toEqual(['tab opens'])
    await running
    expect(calls).toEqual(['GET /customers/77/app-login?invitation=61&mode=act&reason=ticket+7'])
    expect(did).toEqual(['tab opens', 'tab goes to https://app.example.com/once'])
  })

  function withTab(): { context: CommandContext; did: string[] } {
    const did: string[] = []
    const openTab = () => {
      did.push('tab opens')
      return { go: (url: string) => void did.push(`tab goes to ${url}`), close: () => void did.push('tab closes') }
    }
    return { context: makeContext({ openTab }).context, did }
  }
})

test('copies a call as a cURL command without its credentials', async () => {
  const call = {
    id: 301,
    owner: 8812,
    method: 'GET',
    path: '/v1/qrs',
    query: 'page=2',
    status: 200,
    statusCode: 200,
    createdAt: 1,
    responseTime: 9,
  }
  const calls = answerCalls({
    ...call,
    requestHeaders: { host: 'api.example.com', authorization: '***' },
    requestBody: '',
    responseHeaders: {},
    responseBody: '',
    previousId: null,
    nextId: null,
  })
  const { context, did } = makeContext()
  await commandOf('api-call.copy-curl').run(context, apiCallTarget, {}, key)
  expect(calls).toEqual(['GET /api-calls/301'])
  expect(did).toHaveLength(1)
  expect(did[0]).toContain("curl --globoff 'https://api.example.com/v1/qrs?page=2'")
  expect(did[0]).toContain('authorization: REPLACE_ME')
})

import { describe, expect, test } from 'vitest'
import { policyActionNames } from '../../../src/contract/policy-actions.ts'
import { describeEngines } from '../../support/database.ts'
import { everybody, usePolicies } from '../../support/policies.ts'

describeEngines('each action that a policy can be about', (engine) => {
  const rooms = usePolicies(engine)
  const { setPolicies, prepare, contents, server } = rooms
  const isFileStored = async () => (await server.context.storage.get('qrs/4/image-1')) !== null

  describe.each(policyActionNames)('%s', (action) => {
    test('is done by its example where no policy is, and by one that allows it', async () => {
      await setPolicies({ ...everybody, what: action, verdict: 'allow' })
      const { make, audited } = await prepare(action)
      const reply = await make()
      expect([reply.statusCode, reply.statusCode < 300 ? '' : reply.body]).toEqual([expect.any(Number), ''])
      expect((await audited()).map((row) => row.action)).toContain(action)
    })

    test('is refused with the policy’s sentence if it is blocked, and nothing is changed [1.7 blocked]', async () => {
      const { make, isProgram } = await prepare(action)
      await setPolicies({ ...everybody, what: action })
      // When a token was used last.
      const volatile = isProgram ? ['service_tokens'] : []
      const before = await contents(...volatile)
      const reply = await make()
      expect([reply.statusCode, reply.json()]).toMatchObject([403, { error: 'blocked_by_policy', message: everybody.text }])
      expect(await contents(...volatile)).toEqual(before)
      expect(await isFileStored()).toBe(true)
    })
  })

  test.each([
    ['DELETE', '/qrs/media/4', undefined, 'qr.delete-file'],
    ['PATCH', '/customers/1/note', { text: 'New', version: null }, 'note.write'],
    ['POST', '/exports/qrs', { ids: [2] }, 'list.export'],
    // Of two changes in one call, neither is made if one is blocked.
    ['PATCH', '/customers/1', { qrLimit: 9, whitelisted: true }, 'customer.whitelist'],
    ['PATCH', '/customers/1', { qrLimit: 9, whitelisted: true }, 'customer.edit'],
    ['PATCH', '/users/5', { name: 'Renamed', password: 'numbers4letters' }, 'user.edit'],
    ['PATCH', '/users/5', { name: 'Renamed', password: 'numbers4letters' }, 'user.set-password'],
  ] as const)('%s %s with %o is refused if %s is blocked', async (method, path, body, action) => {
    await setPolicies({ ...everybody, what: action })
    const before = await contents()
    const reply = await rooms.world.lead.send(method, path, body)
    expect([reply.statusCode, reply.json()]).toMatchObject([403, { error: 'blocked_by_policy' }])
    expect(await contents()).toEqual(before)
    expect(await isFileStored()).toBe(true)
  })
})

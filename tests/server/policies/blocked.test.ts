import { describe, expect, test } from 'vitest'
import { policyActionNames } from '../../../src/contract/policy-actions.ts'
import { describeEngines } from '../../support/database.ts'
import { everybody, usePolicies } from '../../support/policies.ts'

describeEngines('each action that a policy can be about', (engine) => {
  const { setPolicies, prepare, contents } = usePolicies(engine)

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
    })
  })
})

import { describe, expect, test } from 'vitest'
import { policyActionOf } from '../../../src/commands/policies/forecast.ts'
import { commands } from '../../../src/commands/registry.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { policyExamples } from '../../support/policy-examples.ts'

const contract = import.meta.glob<Record<string, unknown>>('../../../src/contract/*.ts', { eager: true })
const endpoints = Object.values(contract)
  .flatMap((file) => Object.values(file))
  // Endpoints that differ only in one name are grouped in a record.
  .flatMap((value) => (isEndpoint(value) || typeof value !== 'object' || value === null ? [value] : Object.values(value)))
  .filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && ['method', 'path', 'access', 'changesState'].every((key) => key in value)
}

/** Calls that no policy is about, with the reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'signing in and out': [
    'POST /auth/login',
    'GET /auth/logout',
    'GET /auth/2fa/generate',
    'POST /auth/2fa/verify',
    'POST /auth/2fa/recovery',
    'POST /auth/2fa/passkey/options',
    'POST /auth/2fa/passkey/verify',
    'POST /auth/passkey/options',
    'POST /auth/passkey/verify',
    'POST /auth/link',
    'POST /auth/step-up/options',
    'POST /auth/step-up',
  ],
  'one’s own account': [
    'POST /account/passkeys',
    'POST /account/passkeys/options',
    'PATCH /account/passkeys/{id}',
    'DELETE /account/passkeys/{id}',
    'POST /account/2fa/generate',
    'PUT /account/2fa',
    'POST /account/recovery-codes',
    'DELETE /account/sessions',
    'DELETE /account/sessions/{id}',
    'PATCH /auth/me/preferences',
    'PUT /live/presence',
  ],
  'policies and approvals themselves, or nobody could mend them': [
    'PUT /policies',
    'POST /policies/try',
    'POST /approvals/{id}/approve',
    'POST /approvals/{id}/reject',
    'POST /approvals/{id}/withdraw',
  ],
  'lists of commands; each step is a call of its own': [
    'POST /playbooks',
    'PUT /playbooks/{id}',
    'DELETE /playbooks/{id}',
    'POST /playbooks/runs',
    'POST /playbooks/runs/{key}/go-on',
  ],
  'words of the palette': ['POST /words', 'PUT /words/{id}', 'DELETE /words/{id}', 'POST /words/missing'],
  'looks only, or reports what went wrong': [
    'POST /customers/bulk/preview',
    'POST /qrs/bulk/preview',
    'POST /qrs/impact',
    'POST /webrisk/bulk/preview',
    'POST /abuse/bulk/preview',
    'POST /client-errors',
    'POST /webhook-endpoints/{id}/test',
  ],
  'faults of the embedded payment provider': ['PUT /sandbox/faults'],
}

/** Calls whose changes are the actions of others, one by one or together; `bulk.test.ts` and `blocked.test.ts` beside this try them. */
const manyAtOnce = [
  'POST /customers/bulk',
  'POST /qrs/bulk',
  'POST /webrisk/bulk',
  'POST /abuse/bulk',
  'POST /undo/batch',
  'POST /exports/{list}',
  'DELETE /qrs/media/{id}',
  'PATCH /customers/{id}/note',
]

/** Commands of the console whose calls are among the exceptions, and one whose row says which list it is of: only the server knows. */
const unjudged = ['word.delete', 'approval.approve', 'approval.reject', 'approval.withdraw', 'domain.remove']

describe('policies can be about everything [1.7 policies complete]', () => {
  const calls = Object.values(policyExamples)
    .filter(({ by }) => by !== 'program')
    .map(({ method, path }) => ({ method, path }))
  const isExample = ({ method, path }: Endpoint) =>
    calls.some((call) => call.method === method && new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(call.path))
  const changing = endpoints.filter((endpoint) => endpoint.changesState)
  const excepted = Object.values(exceptions).flat()
  const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

  test('each call that changes something has an example, or is on a list', () => {
    const known = new Set([...excepted, ...manyAtOnce])
    expect(changing.filter((endpoint) => !isExample(endpoint) && !known.has(nameOf(endpoint))).map(nameOf)).toEqual([])
  })

  test('the lists name only what there is, once, and nothing that has an example', () => {
    const names = new Set(changing.map(nameOf))
    const listed = [...excepted, ...manyAtOnce]
    expect(listed.filter((name) => !names.has(name))).toEqual([])
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([])
    expect(excepted.filter((name) => changing.some((endpoint) => nameOf(endpoint) === name && isExample(endpoint)))).toEqual([])
  })

  test('the console forecasts each of its changes, either way round, by the action that the server judges', () => {
    const changes = commands.filter(({ change }) => change)
    const sides = changes.flatMap((command) => (command.toggle ? [false, true] : [false]).map((isOn) => ({ command, isOn })))
    const strangers = sides.filter(({ command, isOn }) => policyActionOf(command, isOn) === null).map(({ command }) => command.id)
    expect(new Set(strangers)).toEqual(new Set(unjudged))
  })
})

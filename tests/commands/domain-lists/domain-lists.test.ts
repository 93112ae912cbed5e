import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { domainCheckQuery } from '../../../src/api/customer-domains.ts'
import { forgetVisit } from '../../../src/api/visit.ts'
import { initialAnswers, readAnswers } from '../../../src/commands/engine/answers.ts'
import type { Arguments } from '../../../src/commands/engine/steps.ts'
import type { Target } from '../../../src/commands/engine/targets.ts'
import { answerCalls, commandOf } from '../answer-calls.ts'
import { domain, domainListTarget, domainTarget, hostnameTarget, makeContext } from '../samples.ts'

afterEach(() => vi.unstubAllGlobals())

const run = (id: string, target: Target, args: Arguments = {}, queryClient = new QueryClient()) =>
  commandOf(id).run(makeContext({ queryClient }).context, target, args, 'key')
const failing = (code: string, message: string, status = 409) => answerCalls({ statusCode: status, error: code, message }, status)
const saved = { success: true, undoable: true, auditId: 7, id: 5, domain: 'xn--bcher-kva.example', createdAt: 1, overruledBy: null }
const allowedTarget: Target = { type: 'domain', record: { ...domain, list: 'whitelisted' } }
const allowedList: Target = { type: 'domain-list', record: { id: 2, list: 'whitelisted' } }

describe('the request and success message of each action [2.2 edit domains]', () => {
  test.each<{ id: string; target: Target; args?: Arguments; reply?: object; call: string; says: string }>([
    {
      id: 'domain-list.add',
      target: domainListTarget,
      args: { domain: 'Bücher.example' },
      call: 'POST /blacklisted-domains {"domain":"Bücher.example"}',
      says: 'Blocked: xn--bcher-kva.example.',
    },
    {
      id: 'domain-list.add',
      target: allowedList,
      args: { domain: 'a.example' },
      call: 'POST /whitelisted-domains {"domain":"a.example"}',
      says: 'Allowed: xn--bcher-kva.example.',
    },
    {
      id: 'domain-list.add',
      target: domainListTarget,
      args: { domain: 'a.b.example' },
      reply: { ...saved, domain: 'a.b.example', overruledBy: '*.b.example' },
      call: 'POST /blacklisted-domains {"domain":"a.b.example"}',
      says: 'Blocked: a.b.example, without effect: *.b.example is allowed.',
    },
    {
      id: 'domain.edit',
      target: domainTarget,
      args: { domain: 'b.example' },
      reply: { ...saved, domain: 'b.example' },
      call: 'PUT /blacklisted-domains/5 {"domain":"b.example","from":"shop.example"}',
      says: 'Changed: shop.example is now b.example.',
    },
    {
      id: 'domain.remove',
      target: allowedTarget,
      call: 'DELETE /whitelisted-domains/5?from=shop.example',
      says: 'Removed: shop.example.',
    },
  ])('$id: $call', async ({ id, target, args = {}, reply = saved, call, says }) => {
    const calls = answerCalls(reply)
    expect(await run(id, target, args)).toEqual({ message: says, auditId: 7 })
    expect(calls).toEqual([call])
  })

  test.each([
    [true, true, 'CNAME right, TXT right'],
    [true, false, 'CNAME right, TXT not right'],
    [false, false, 'CNAME not right, TXT not right'],
  ])('reports a check with CNAME %s and TXT %s, and caches it for the panel [2.7 validate domain]', async (cname, txt, words) => {
    const found = { cname, txt, status: 'active', certificate_status: 'issued' }
    const calls = answerCalls(found)
    const queryClient = new QueryClient()
    expect(await run('hostname.validate', hostnameTarget, {}, queryClient)).toEqual({ message: `Checked qr.cafesol.es: ${words}.` })
    expect(calls).toEqual(['POST /customers/8812/domain/validation {"domainId":6}'])
    expect(queryClient.getQueryData(domainCheckQuery(6).queryKey)).toEqual(found)
  })

  test('shows the documented error if no name server answers [2.8 domain check failed]', async () => {
    failing('service_unavailable', 'The name servers did not answer.', 503)
    await expect(run('hostname.validate', hostnameTarget)).rejects.toThrow('The name servers did not answer.')
    expect(commandOf('hostname.validate').failureTitle).toBe('Request error try again')
  })
})

describe('the add and edit dialog [2.2 domain dialog]', () => {
  const answered = (id: string, target: Target, typed: string) => readAnswers(commandOf(id), target, { domain: typed }).answers[0]?.read

  test.each([
    ['', 'Must be present.'],
    ['   ', 'Must be present.'],
    ['a'.repeat(256), 'Must have less than 255 characters.'],
    ['https://a.example', 'Invalid domain. It cannot contain routes or protocol (e.g. https://).'],
  ])('rejects %j while it is open [2.5 blocked domain] [R46 one check]', (typed, refusal) => {
    for (const [id, target] of [
      ['domain-list.add', domainListTarget],
      ['domain.edit', domainTarget],
    ] as const)
      expect(answered(id, target, typed)).toEqual({ value: null, refusal })
  })

  test('trims a new domain, and prefills but rejects the current one', () => {
    expect(answered('domain-list.add', domainListTarget, ' a.example ')).toEqual({ value: 'a.example', refusal: null })
    expect(answered('domain.edit', domainTarget, 'SHOP.example')).toEqual({ value: null, refusal: 'This is already its domain.' })
    expect(initialAnswers(commandOf('domain.edit'), domainTarget)).toEqual({ domain: 'shop.example' })
  })

  test('shows what will be stored and what a wildcard entry covers', () => {
    const says = (typed: string) => commandOf('domain-list.add').danger?.(domainListTarget, { domain: typed }).body
    expect(says('Bücher.example')).toMatch(/^xn--bcher-kva\.example is blocked from now on/)
    expect(says('*.example.com')).toMatch(/^\*\.example\.com \(example\.com and everything below it\) is blocked/)
  })

  // [2.8 domain exists] [R46 dialog]
  test('closes if the server refuses, and prefills the typed text for this entry only, until it succeeds', async () => {
    failing('domain_already_exists', 'The domain is already blacklisted')
    const typed = (id: string, target: Target) => initialAnswers(commandOf(id), target)['domain']
    await expect(run('domain-list.add', domainListTarget, { domain: 'twice.example' })).rejects.toThrow('The domain is already blacklisted')
    await expect(run('domain.edit', domainTarget, { domain: 'other.example' })).rejects.toThrow('The domain is already blacklisted')
    for (const id of ['domain-list.add', 'domain.edit', 'domain.remove']) expect(commandOf(id).closesOnFailure).toBe(true)
    expect(typed('domain-list.add', domainListTarget)).toBe('twice.example')
    expect(typed('domain.edit', domainTarget)).toBe('other.example')
    expect(typed('domain-list.add', allowedList)).toBe('')
    expect(typed('domain.edit', allowedTarget)).toBe('shop.example')
    answerCalls(saved)
    await run('domain-list.add', domainListTarget, { domain: 'twice.example' })
    await run('domain.edit', domainTarget, { domain: 'other.example' })
    expect(typed('domain-list.add', domainListTarget)).toBe('')
    expect(typed('domain.edit', domainTarget)).toBe('shop.example')
  })

  test('keeps no refused text for the next person', async () => {
    failing('domain_already_exists', 'The domain is already blacklisted')
    await expect(run('domain-list.add', domainListTarget, { domain: 'twice.example' })).rejects.toThrow('already blacklisted')
    forgetVisit()
    expect(initialAnswers(commandOf('domain-list.add'), domainListTarget)).toEqual({ domain: '' })
  })

  // [2.8 domain exists] [2.8 already blacklisted] [2.8 operation error]
  test.each([
    ['domain_already_exists', 'The domain is already blacklisted', 'The domain is already blacklisted'],
    ['conflict', 'a.example is an allowed domain: remove it there first.', 'Operation error, try again.'],
    ['stale', 'Somebody changed it in the meantime.', 'Operation error, try again.'],
  ])('%s has the documented error title', async (code, message, title) => {
    failing(code, message)
    const { failureTitle } = commandOf('domain-list.add')
    const error: unknown = await Promise.resolve(run('domain-list.add', allowedList, { domain: 'a.example' })).catch(
      (caught: unknown) => caught,
    )
    expect(typeof failureTitle === 'function' && failureTitle(error)).toBe(title)
    answerCalls(saved)
    await run('domain-list.add', allowedList, { domain: 'a.example' })
  })
})

test.each([
  [
    '/security/domain-blacklist?searchTerm=a&page=2',
    '/security/domain-blacklist?searchTerm=a&page=2&checked=https%3A%2F%2Fx.example%2F%3Fq%3D1',
  ],
  ['/customers', '/security/domain-blacklist?checked=https%3A%2F%2Fx.example%2F%3Fq%3D1'],
])('finding the deciding rule from %s opens the domain list', async (location, href) => {
  const { context, did } = makeContext({ location })
  await commandOf('domain-list.find-rule').run(context, domainListTarget, { url: 'https://x.example/?q=1' }, 'key')
  expect(did).toEqual([`navigate ${JSON.stringify(href)}`])
})

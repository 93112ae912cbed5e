import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { BulkJob } from '../../src/commands/engine/context.ts'
import type { Arguments } from '../../src/commands/engine/steps.ts'
import type { Target, Targets } from '../../src/commands/engine/targets.ts'
import { answerCalls, commandOf } from './answer-calls.ts'
import { customer, foldersTarget, makeContext, qrTarget, selectedQrsTarget } from './samples.ts'

afterEach(() => vi.unstubAllGlobals())
const destiny = { id: 5, email: 'luis@prat.es', name: 'Luis Prat' }
const on = (over: Partial<Targets['customer']> = {}): Target => ({ type: 'customer', record: { ...customer, ...over } })

describe('the coupon step', () => {
  const choicesOf = async (record: Targets['customer']) =>
    commandOf('customer.attach-discount').args?.[0]?.choices?.(makeContext({ queryClient: new QueryClient() }).context, record)

  test('lists each percentage once and rejects the current one [1.4 attach discount]', async () => {
    answerCalls([
      { name: 'SPRING', percent_off: 20 },
      { name: 'LOYAL', percent_off: 50 },
      { name: 'AUTUMN', percent_off: 20 },
    ])
    expect(await choicesOf({ ...customer, subscriptionStatus: 'trialing', discount: 50 })).toEqual([
      { value: '20', label: '20 % – SPRING, AUTUMN', refusal: null },
      { value: '50', label: '50 % – LOYAL', refusal: 'Already 50 %.' },
    ])
  })

  test('offers none, without an error, if they fail to load [1.8 coupons failed]', async () => {
    answerCalls({ statusCode: 500, error: 'server_error', message: 'Broken' }, 500)
    expect(await choicesOf(customer)).toEqual([])
  })
})

describe('the impact of an action', () => {
  const touches = (id: string, target: Target, args: Arguments = {}) =>
    commandOf(id)
      .danger?.(target, args)
      .touches?.(makeContext({ queryClient: new QueryClient() }).context)

  test('on a QR code is shown before it is blocked, deleted, transferred or its domain blocked [2.7 impact]', async () => {
    const calls = answerCalls({ qrs: 1, liveQrs: 1, scans: 1204 })
    expect(await touches('qr.transfer', qrTarget, { destiny })).toBe('Live: 1.204 scans in 30 days.')
    expect(await touches('qr.blacklist', qrTarget)).toMatch(/^Live/)
    expect(await touches('qr.set-status', qrTarget, { status: 'deleted' })).toMatch(/^Live/)
    expect(await touches('qr.set-status', qrTarget, { status: 'blocked' })).toMatch(/^Live/)
    expect(touches('qr.set-status', qrTarget, { status: 'active' })).toBeUndefined()
    expect(new Set(calls)).toEqual(new Set(['GET /qrs/41/impact']))
  })

  test('on a customer without QR codes says so, and counts nothing', async () => {
    answerCalls({ qrs: 0, liveQrs: 0, scans: 0 })
    expect(await touches('customer.ban', on())).toBe('No QR codes.')
  })

  test('on folders is shown before a transfer, and on selected QR codes in the bulk preview', async () => {
    const calls = answerCalls({ qrs: 231, liveQrs: 2, scans: 1 })
    expect(await touches('folders.transfer', foldersTarget, { destiny })).toBe('2 of 231 QR codes are live: 1 scan in 30 days.')
    const jobs: BulkJob[] = []
    const { context } = makeContext({ queryClient: new QueryClient() })
    const bulk = async (id: string, args: Arguments = {}) => {
      await commandOf(id).run({ ...context, ui: { ...context.ui, openBulk: (job) => jobs.push(job) } }, selectedQrsTarget, args, 'key')
      return jobs.at(-1)?.touches?.([41, 43])
    }
    for (const [id, args] of [
      ['qrs.blacklist', {}],
      ['qrs.transfer', { destiny }],
      ['qrs.set-status', { status: 'blocked' }],
    ] as const)
      expect(await bulk(id, args)).toMatch(/^2 of 231 QR codes are live/)
    expect(await bulk('qrs.whitelist')).toBeUndefined()
    const { id: userId, folders } = foldersTarget.record as Targets['folders']
    const bodies = [{ userId, folders: folders.map(({ id }) => id) }, { ids: [41, 43] }]
    expect(new Set(calls)).toEqual(new Set(bodies.map((body) => `POST /qrs/impact ${JSON.stringify(body)}`)))
  })

  test('on a customer is shown before a ban and a transfer of all QRs', async () => {
    const calls = answerCalls({ qrs: 231, liveQrs: 1, scans: 1 })
    expect(await touches('customer.ban', on())).toBe('1 of 231 QR codes is live: 1 scan in 30 days.')
    expect(await touches('customer.transfer-qrs', on(), { destiny })).toMatch(/^1 of 231 QR codes is live/)
    expect(touches('customer.ban', on({ banned: true }))).toBeUndefined()
    expect(new Set(calls)).toEqual(new Set(['GET /customers/8812/impact']))
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '../../../src/api/client.ts'
import { resolve, resolveAll } from '../../../src/commands/engine/resolve.ts'
import type { Arguments } from '../../../src/commands/engine/steps.ts'
import type { Target, Targets } from '../../../src/commands/engine/targets.ts'
import { commands } from '../../../src/commands/registry.ts'
import { capabilitiesOf } from '../../../src/contract/capabilities.ts'
import { answerCalls, commandOf } from '../answer-calls.ts'
import {
  abuseReport,
  abuseTarget,
  makeContext,
  selectedAbuseTarget,
  selectedWebriskTarget,
  webriskEntry,
  webriskTarget,
} from '../samples.ts'

afterEach(() => vi.unstubAllGlobals())

const run = (id: string, target: Target, args: Arguments = {}, location = '/customers') =>
  commandOf(id).run(makeContext({ targets: [target], location }).context, target, args, 'key')

const done = { success: true, auditId: 7, undoable: true }
const stateOf = (id: string, target: Target) => resolve(commandOf(id), makeContext().context, target)?.availability

describe('the request and message of a review', () => {
  test.each<[string, Target, Arguments, string, string]>([
    ['webrisk.mark-safe', webriskTarget, {}, 'PATCH /webrisk/61/status {"status":1,"expected":2}', 'https://parcel-fee.test/pay is safe.'],
    [
      'webrisk.mark-unknown',
      webriskTarget,
      {},
      'PATCH /webrisk/61/status {"status":3,"expected":2}',
      'https://parcel-fee.test/pay is unknown.',
    ],
    [
      'webrisk.set-status',
      webriskTarget,
      { status: 3 },
      'PATCH /webrisk/61/status {"status":3,"expected":2}',
      'https://parcel-fee.test/pay is unknown.',
    ],
    [
      'abuse.mark-pending',
      abuseTarget,
      {},
      'PATCH /abuse/71/status {"status":1,"expected":0}',
      'https://qr.example.com/aB3xYz is pending.',
    ],
    [
      'abuse.set-status',
      abuseTarget,
      { status: 2 },
      'PATCH /abuse/71/status {"status":2,"expected":0}',
      'https://qr.example.com/aB3xYz is finished.',
    ],
  ])('%s', async (id, target, args, call, says) => {
    const calls = answerCalls(done)
    expect(await run(id, target, args)).toEqual({ message: `Status changed: ${says}`, auditId: 7 })
    expect(calls).toEqual([call])
  })

  // [2.2 webrisk block] [2.4 block from webrisk] [2.8 blocked from webrisk]
  test('blocking uses the QR’s own endpoint', async () => {
    const calls = answerCalls(done)
    expect(await run('webrisk.block-qr', webriskTarget)).toEqual({ message: 'QR code blocked: Menu.', auditId: 7 })
    expect(calls).toEqual(['PATCH /qrs/41/status {"status":"blocked"}'])
  })

  test.each<[object, string, number | undefined]>([
    [{ ...done, verdict: 'safe', threats: [], status: 1, failure: null }, 'Checked: https://parcel-fee.test/pay is safe.', 7],
    [
      { success: true, verdict: 'unsafe', threats: ['MALWARE'], status: 2, failure: null },
      'Checked: https://parcel-fee.test/pay is still unsafe (MALWARE).',
      undefined,
    ],
    [
      { success: true, verdict: 'unknown', threats: [], status: 2, failure: 'The quota of Google Web Risk is used up: try again later.' },
      'The quota of Google Web Risk is used up: try again later. https://parcel-fee.test/pay stays unsafe.',
      undefined,
    ],
  ])('reports a check that returns %o', async (reply, message, auditId) => {
    const calls = answerCalls(reply)
    expect(await run('webrisk.check', webriskTarget)).toEqual({ message, ...(auditId === undefined ? {} : { auditId }) })
    expect(calls).toEqual(['POST /webrisk/61/check {}'])
  })

  test('fails if somebody else changed the status first', async () => {
    answerCalls({ statusCode: 409, error: 'stale', message: 'Web-risk entry 61 has become safe in the meantime.' }, 409)
    await expect(run('webrisk.mark-unknown', webriskTarget)).rejects.toBeInstanceOf(ApiFailure)
  })
})

describe('availability', () => {
  const entry = (over: Partial<Targets['webrisk']>): Target => ({ type: 'webrisk', record: { ...webriskEntry, ...over } })
  const qrIn = (status: number) => ({ name: '', uri: 'x', status, stopped: 0 })

  test.each<[string, Target, string | null]>([
    ['webrisk.mark-unsafe', webriskTarget, 'Already unsafe.'],
    ['webrisk.mark-unsafe', entry({ status: 0 }), null],
    ['webrisk.block-qr', webriskTarget, null],
    ['webrisk.block-qr', entry({ qr: null, qrInfo: null }), 'No QR code.'],
    ['webrisk.block-qr', entry({ qrInfo: qrIn(2) }), 'QR code is already blocked.'],
    ['webrisk.block-qr', entry({ qrInfo: qrIn(0) }), 'QR code is deleted.'],
    ['webrisk.open-customer', entry({ user: null }), 'No customer.'],
    ['webrisk.open-link', entry({ url: 'javascript:alert(1)' }), 'Not a web address.'],
    [
      'webrisk.open-link',
      entry({ url: 'https://127.0.0.1:4710@evil.example/' }),
      'Misleading address. It names a user before its host, to look like another address.',
    ],
    ['webrisk.open-qr', entry({ qr: null }), 'No QR code.'],
    ['abuse.mark-finished', { type: 'abuse', record: { ...abuseReport, status: 2 } }, 'Already finished.'],
    ['abuse.open-qr', { type: 'abuse', record: { ...abuseReport, url: 'https://else.example/x' } }, 'Not one of our addresses.'],
    ['abuse.open-link', { type: 'abuse', record: { ...abuseReport, url: 'on the wall' } }, 'Not a web address.'],
  ])('%s: %s', (id, target, reason) => {
    expect(stateOf(id, target)).toEqual(reason === null ? { state: 'ready' } : { state: 'blocked', reason })
  })

  test('the status step offers all but init, and rejects the current one with a reason [2.4 webrisk buttons] [2.4 abuse status]', () => {
    const choicesOf = (id: string, record: Targets['webrisk'] | Targets['abuse']) =>
      commandOf(id)
        .args?.[0]?.options?.(record)
        .map(({ label, refusal }) => [label, refusal ?? null])
    expect(choicesOf('webrisk.set-status', webriskEntry)).toEqual([
      ['safe', null],
      ['unsafe', 'Already unsafe.'],
      ['unknown', null],
    ])
    expect(choicesOf('abuse.set-status', abuseReport)).toEqual([
      ['pending', null],
      ['finished', null],
    ])
  })

  // [R48 status 0]
  test.each(['webrisk.set-status', 'webrisks.set-status', 'abuse.set-status', 'abuses.set-status'])('%s rejects 0, 4 and text', (id) => {
    const [step] = commandOf(id).args ?? []
    for (const typed of ['0', '4', 'x', '']) expect(step?.read(typed, webriskEntry).value).toBeNull()
    expect(step?.read('1', { ...webriskEntry, status: 2 })).toEqual({ value: 1, refusal: null })
  })

  test('the bulk bar offers actions to role 1 and none to role 2', () => {
    const idsFor = (rol: number, target: Target) => {
      const { context } = makeContext()
      const user = { ...context.user, rol, capabilities: capabilitiesOf(rol) }
      return resolveAll(commands, { ...context, user }, target, 'bulk-bar').map(({ command }) => command.id)
    }
    expect(idsFor(1, selectedWebriskTarget)).toEqual(['webrisks.set-status', 'webrisks.check', 'webrisks.block-qr', 'webrisks.export'])
    expect(idsFor(1, selectedAbuseTarget)).toEqual(['abuses.set-status', 'abuses.export'])
    expect(idsFor(2, selectedWebriskTarget)).toEqual([])
    expect(idsFor(2, selectedAbuseTarget)).toEqual([])
  })
})

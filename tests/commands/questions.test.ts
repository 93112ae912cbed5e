import { afterEach, expect, test, vi } from 'vitest'
import type { Command } from '../../src/commands/engine/command.ts'
import { availabilityOf } from '../../src/commands/engine/resolve.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { commands } from '../../src/commands/registry.ts'
import { answerCalls } from './answer-calls.ts'
import { sampleArguments } from './sample-arguments.ts'
import { customer, makeContext } from './samples.ts'
import { targetStates } from './target-states.ts'

afterEach(() => vi.unstubAllGlobals())

const trialEnd = Math.floor(Date.now() / 1000) + 864_000

/** Records in every state, and customers whose period and trial are known to end. */
const records: readonly Target[] = [
  ...targetStates,
  ...['active', 'trialing'].flatMap((status) =>
    [false, true].map((willCancel): Target => {
      const dates = { currentPeriodEnd: trialEnd, triallingEndsAt: trialEnd, stripeTrialEnd: null }
      return { type: 'customer', record: { ...customer, status, subscriptionStatus: status, subscriptionInfo: { willCancel }, ...dates } }
    }),
  ),
]

/** The records on which a command can run now. */
function readyFor(command: Command): { target: Target; context: ReturnType<typeof makeContext>['context'] }[] {
  return records
    .filter(({ type }) => type === command.target)
    .map((target) => ({ target, context: makeContext({ targets: [target], pageRecord: target }).context }))
    .filter(({ target, context }) => availabilityOf(command, context, target).state === 'ready')
}

/** Old → new, a day, or an amount. */
const values = /→|\b\d\d-\d\d-\d{4}\b|\d\s(€|[A-Z]{3}|%)/

/** What becomes of the record, where nothing has a value: in these words. */
const becomes: Readonly<Record<string, RegExp>> = {
  'customer.app-login': /signed in as/,
  'customer.whitelist': /will be allowed|is no longer on the whitelist/,
  'customer.disable-two-factor': /signs in to the app without a code/,
  'customer.reset-oauth': /can no longer sign in to the app by/,
  'customer.unarchive-qrs': /are taken out of the archive/,
  'customer.delete-note': /is deleted for all staff/,
  'customer.ban': /is signed out of the app and cannot sign in again|can sign in to the app again/,
  'customer.transfer-qrs': /go to Luis Prat/,
  'customer.activate-qrs': /become active/,
  'customer.erase': /will be removed/,
  // The end of the period is unknown in lists.
  'customer.cancel-at-period-end': /runs to the end of its period/,
  'customer.cancel-trial': /runs to its end/,
  'customer.cancel-immediately': /ends now/,
  'customer.cancel-at-once': /ends now/,
  'customer.resume': /will be renewed/,
  'customer.extend-trial': /gets 30 days more/,
  'customers.write-note': /will be added to 2 customers/,
  'customers.extend-trial': /will be extended by 30 days/,
  'qrs.set-status': /will become blocked/,
  'qrs.transfer': /will go to Luis Prat/,
  'qr.set-status': /is marked stopped, and stays (deleted|blocked)/,
  'qr.whitelist': /is trusted from now on/,
  'qr.blacklist': /is added to the blocked domains/,
  'qr.transfer': /goes to Luis Prat/,
  'folders.transfer': /go to Luis Prat/,
  'invoice.reupload': /A new file replaces the current one/,
  'invitation.app-login': /signed in as the invited user/,
  'invitation.delete': /is deleted/,
  'domain-list.add': /is (never )?blocked from now on/,
  'domain-list.block': /is blocked from now on/,
  'domain-list.allow': /is never blocked from now on/,
  'domain.remove': /is removed from the (blocked|allowed) domains/,
  'domain.unblock': /is removed from the blocked domains/,
  'domain.disallow': /is removed from the allowed domains/,
  'webrisk.block-qr': /becomes blocked/,
  'abuse.block-qr': /becomes blocked/,
  'webrisks.set-status': /will become safe/,
  'abuses.set-status': /will become pending/,
  'user.reset-two-factor': /sets up two-factor authentication again/,
  'user.end-sessions': /is signed out everywhere/,
  'user.disable': /cannot sign in/,
  'user.delete': /can no longer sign in/,
}

test('every question says what it comes to: old → new, a day, an amount, or what becomes of the record', () => {
  const silent = new Set<string>()
  const inWords = new Set<string>()
  for (const command of commands.filter(({ danger }) => danger))
    for (const { target } of readyFor(command)) {
      const body = command.danger?.(target, sampleArguments[command.id] ?? {}).body ?? ''
      if (values.test(body)) continue
      if (becomes[command.id]?.test(body)) inWords.add(command.id)
      else silent.add(`${command.id}: ${body}`)
    }
  expect([...silent]).toEqual([])
  expect(Object.keys(becomes).filter((id) => !inWords.has(id))).toEqual([])
})

/**
 * They ask others for news, or copy records out: nothing that anybody could want back is lost. A request is seen as a whole before it is
 * approved, and one that was withdrawn can be made again.
 */
const nothingToUndo = [
  'customer.sync',
  'customers.export',
  'qrs.export',
  'hostname.validate',
  'webrisks.export',
  'abuses.export',
  'approval.approve',
  'approval.withdraw',
]

test('what changes something without a question can be undone at once', async () => {
  const reply = {
    success: true,
    auditId: 7,
    undoable: true,
    status: 1,
    verdict: 'safe',
    failure: null,
    threats: [],
    note: null,
    version: 1,
    url: null,
  }
  const undone: Record<string, boolean> = {}
  for (const command of commands.filter(({ danger, target }) => !danger && target)) {
    const [ready] = readyFor(command)
    if (!ready) continue
    const calls = answerCalls(reply)
    const run = async () => command.run(ready.context, ready.target, sampleArguments[command.id] ?? {}, 'key of this run')
    // What only opens or copies something needs a browser.
    const outcome = await run().catch(() => undefined)
    if (calls.some((call) => !call.startsWith('GET'))) undone[command.id] = outcome?.auditId === 7
  }
  expect(Object.keys(undone)).toContain('customer.add-note')
  expect(Object.keys(undone).filter((id) => !undone[id])).toEqual(nothingToUndo)
})

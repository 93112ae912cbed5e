import { describe, expect, test } from 'vitest'
import { ApiFailure } from '../../src/api/client.ts'
import {
  type Arguments,
  type Availability,
  blocked,
  type Command,
  command,
  type ListHandle,
  ready,
  type Step,
} from '../../src/commands/command.ts'
import type { Target } from '../../src/commands/record-types.ts'
import { commands } from '../../src/commands/registry.ts'
import { mayBeDone, type RunnerScreen, runCommand } from '../../src/commands/run.ts'
import { customer, customerTarget, makeContext, qrTarget } from './samples.ts'

const icon = commands[0]?.icon
if (!icon) throw new Error('There are no commands.')

const sample = (over: Partial<Command>): Command =>
  command({ id: 'sample.run', title: () => 'Sample', section: 'Sample', icon, scope: 'global', places: [], run: () => {}, ...over })

/** A scripted screen. It answers questions in order (null cancels) and records what it was told. */
function makeScreen(answers: (Arguments | null)[] = [], retries: (Arguments | null)[] = []): { screen: RunnerScreen; told: string[] } {
  const told: string[] = []
  const screen: RunnerScreen = {
    ask: (command) => {
      told.push(`asked ${command.id}`)
      return Promise.resolve(answers.shift() ?? null)
    },
    askAgain: (error) => {
      told.push(`failed where it was asked: ${String(error)}`)
      return Promise.resolve(retries.shift() ?? null)
    },
    settled: () => told.push('settled'),
    reportBlocked: (_command, _target, reason) => told.push(`blocked: ${reason}`),
    reportDone: (_command, outcome) => told.push(`done: ${outcome.message}`),
    reportFailed: (_command, _target, error) => told.push(`failed: ${String(error)}`),
  }
  return { screen, told }
}

const danger = () => ({ title: 'Sure?', body: 'It happens.', confirmLabel: 'Yes', undoable: false })
const days: Step = { name: 'days', title: 'Days', kind: 'number', read: (typed) => ({ value: Number(typed), refusal: null }) }
const { context } = makeContext()

test('runs and reports', async () => {
  const { screen, told } = makeScreen()
  await runCommand(sample({ run: () => ({ message: 'It is done.' }) }), () => context, null, screen)
  expect(told).toEqual(['done: It is done.', 'settled'])
})

test('a second start while the first runs does nothing; afterwards it runs again', async () => {
  const finish: (() => void)[] = []
  const slow = sample({ run: () => new Promise<void>((resolve) => finish.push(resolve)) })
  const { screen } = makeScreen()
  const first = runCommand(slow, () => context, null, screen)
  await runCommand(slow, () => context, null, screen)
  await expect.poll(() => finish).toHaveLength(1)
  finish[0]?.()
  await first
  const again = runCommand(slow, () => context, null, screen)
  await expect.poll(() => finish).toHaveLength(2)
  finish[1]?.()
  await again
})

test('the same command on another record is another run', async () => {
  const done: number[] = []
  const one = sample({ target: 'customer', scope: 'customer', run: (_context, target) => void done.push(target?.record.id ?? 0) })
  const other: Target = { type: 'customer', record: { ...customer, id: 9 } }
  await Promise.all([customerTarget, other].map((target) => runCommand(one, () => context, target, makeScreen().screen)))
  expect(done).toEqual([8812, 9])
})

test('the same command on as many other records chosen in a list is another run', async () => {
  const done: (readonly number[])[] = []
  const one = sample({
    target: 'qrs',
    scope: 'qrs',
    run: (_context, target) => void (target?.type === 'qrs' && done.push(target.record.ids)),
  })
  const targets = [
    [1, 2],
    [3, 4],
    [1, 2],
  ].map((ids): Target => ({ type: 'qrs', record: { id: ids.length, ids } }))
  await Promise.all(targets.map((target) => runCommand(one, () => context, target, makeScreen().screen)))
  expect(done).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('what is blocked says why and does not run', async () => {
  const { screen, told } = makeScreen()
  await runCommand(sample({ availability: () => blocked('Not today.'), run: () => ({ message: 'ran' }) }), () => context, null, screen)
  expect(told).toEqual(['blocked: Not today.', 'settled'])
})

test('what is hidden does nothing at all', async () => {
  const { screen, told } = makeScreen()
  await runCommand(sample({ target: 'customer', run: () => ({ message: 'ran' }) }), () => context, qrTarget, screen)
  expect(told).toEqual(['settled'])
})

describe('a command that asks first', () => {
  test('left unanswered runs nothing', async () => {
    const { screen, told } = makeScreen([null])
    await runCommand(sample({ danger, run: () => ({ message: 'ran' }) }), () => context, null, screen)
    expect(told).toEqual(['asked sample.run', 'settled'])
  })

  test('runs with the arguments that were given, whether it says what happens or not', async () => {
    const given: Arguments[] = []
    const run: Command['run'] = (_context, _target, args) => void given.push(args)
    for (const over of [{ args: [days] }, { args: [days], danger }])
      await runCommand(sample({ ...over, run }), () => context, null, makeScreen([{ days: 3 }]).screen)
    expect(given).toEqual([{ days: 3 }, { days: 3 }])
  })

  test('resolves again: what was blocked meanwhile does not run, and says why where it was asked', async () => {
    let availability: Availability = ready
    const { screen, told } = makeScreen()
    screen.ask = () => {
      availability = blocked('Somebody else was first.')
      return Promise.resolve({})
    }
    await runCommand(sample({ danger, availability: () => availability, run: () => ({ message: 'ran' }) }), () => context, null, screen)
    expect(told).toEqual(['failed where it was asked: Unavailable: Somebody else was first.', 'settled'])
  })

  test('resolves again by the record as the screen has it by then, and acts on the one it was opened for', async () => {
    const trial: Target = { type: 'customer', record: { ...customer, subscriptionStatus: 'trialing' } }
    let now = makeContext({ targets: [trial] })
    const { screen, told } = makeScreen()
    screen.ask = () => {
      now = makeContext({ targets: [customerTarget] })
      return Promise.resolve({ days: 3 })
    }
    const extend = commands.find(({ id }) => id === 'customer.extend-trial')
    if (!extend) throw new Error('There is no such command.')
    await runCommand(extend, () => now.context, trial, screen)
    expect(told[0]).toMatch(/^failed where it was asked: Unavailable: Not on trial\. The subscription is active\. /)
  })

  test('acts on the record it was opened for, whatever is navigated meanwhile', async () => {
    let now = makeContext({ targets: [customerTarget] })
    const { screen } = makeScreen()
    screen.ask = () => {
      now = makeContext({ targets: [qrTarget], location: '/qrs' })
      return Promise.resolve({})
    }
    const acted: unknown[] = []
    const act = sample({ danger, target: 'customer', scope: 'customer', run: (_context, target) => void acted.push(target) })
    await runCommand(act, () => now.context, customerTarget, screen)
    expect(acted).toEqual([customerTarget])
  })

  test('a failure is told where it was asked, and tried again with what is given then, under one key [2.8 uri errors]', async () => {
    const tries: [unknown, string][] = []
    const { screen, told } = makeScreen([{ days: 1 }], [{ days: 2 }, { days: 3 }])
    const flaky = sample({
      args: [days],
      run: (_context, _target, args, runKey) => {
        tries.push([args, runKey])
        if (tries.length < 3) throw new Error(`no ${tries.length}`)
        return { message: 'at last' }
      },
    })
    await runCommand(flaky, () => context, null, screen)
    expect(told).toEqual([
      'asked sample.run',
      'failed where it was asked: Error: no 1',
      'failed where it was asked: Error: no 2',
      'done: at last',
      'settled',
    ])
    expect(tries.map(([args]) => args)).toEqual([{ days: 1 }, { days: 2 }, { days: 3 }])
    expect(new Set(tries.map(([, key]) => key)).size).toBe(1)
    expect(tries[0]?.[1]).toMatch(/^[\w-]{8,64}$/)
  })

  test.each([
    ['the provider refused', new ApiFailure(502, { statusCode: 502, error: 'provider_refused', message: 'No.' }), 2],
    ['the server refused', new ApiFailure(409, { statusCode: 409, error: 'stale', message: 'No.' }), 2],
    ['it is not known yet', new ApiFailure(504, { statusCode: 504, error: 'provider_timeout', message: 'No.' }), 1],
    ['the server broke', new ApiFailure(500, null), 1],
    ['no answer came', new ApiFailure(null, null), 1],
  ])('tried again after %s, the number of keys is right', async (_what, failure, count) => {
    const keys: string[] = []
    const run: Command['run'] = (_context, _target, _args, runKey) => {
      keys.push(runKey)
      if (keys.length === 1) throw failure
    }
    await runCommand(sample({ danger, run }), () => context, null, makeScreen([{}], [{}]).screen)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(count)
  })

  test('another run has another key', async () => {
    const keys: string[] = []
    const run: Command['run'] = (_context, _target, _args, runKey) => void keys.push(runKey)
    for (let time = 0; time < 2; time++) await runCommand(sample({ run }), () => context, null, makeScreen().screen)
    expect(new Set(keys).size).toBe(2)
  })

  test.each([
    { error: new ApiFailure(null, null), runs: 2 },
    { error: new ApiFailure(504, null), runs: 2 },
    { error: new ApiFailure(409, null), runs: 1 },
  ])('after $error.status, what it may have done itself is nothing against trying again', async ({ error, runs }) => {
    const keys: string[] = []
    let availability: Availability = ready
    const run: Command['run'] = (_context, _target, _args, key) => {
      keys.push(key)
      availability = blocked('It is under way.')
      return keys.length === 1 ? Promise.reject(error) : Promise.resolve()
    }
    const sampled = sample({ danger, availability: () => availability, run })
    await runCommand(sampled, () => context, null, makeScreen([{}], [{}, null]).screen)
    expect(keys).toHaveLength(runs)
    expect(new Set(keys).size).toBe(1)
  })

  test('giving up after a failure says nothing more', async () => {
    const { screen, told } = makeScreen([{}], [null])
    await runCommand(sample({ danger, run: () => Promise.reject(new Error('no')) }), () => context, null, screen)
    expect(told).toEqual(['asked sample.run', 'failed where it was asked: Error: no', 'settled'])
  })

  test('a failure that can no longer be told where it was asked is reported', async () => {
    const { screen, told } = makeScreen([{}])
    screen.askAgain = (error) => {
      throw error
    }
    await runCommand(sample({ danger, run: () => Promise.reject(new Error('no')) }), () => context, null, screen)
    expect(told).toEqual(['asked sample.run', 'failed: Error: no', 'settled'])
  })
})

test('a failure of a plain command is reported', async () => {
  const { screen, told } = makeScreen()
  await runCommand(sample({ run: () => Promise.reject(new Error('no')) }), () => context, null, screen)
  expect(told).toEqual(['failed: Error: no', 'settled'])
})

describe('on a list with a filter in use', () => {
  const onList = (watch: ListHandle['watch']) =>
    makeContext({
      list: {
        move: () => {},
        open: () => {},
        openRowMenu: () => {},
        page: () => {},
        hasNextPage: false,
        hasPreviousPage: false,
        isEmpty: false,
        ...(watch ? { watch } : {}),
      },
    }).context
  const done = async (watch: ListHandle['watch'], over: Partial<Command> = {}) => {
    const { screen, told } = makeScreen()
    const context = onList(watch)
    const given = sample({ scope: 'customer', target: 'customer', run: () => ({ message: 'It is done.', auditId: 7 }), ...over })
    await runCommand(given, () => context, customerTarget, screen)
    return told[0]
  }

  test('says so where the filter hides what was changed (ruling 23) [R23 hidden by filter] [R23 hidden row said]', async () => {
    const watched: Target[] = []
    const hides = (target: Target) => {
      watched.push(target)
      return () => true
    }
    expect(await done(hides)).toBe('done: It is done. It no longer matches the filter.')
    expect(watched).toEqual([customerTarget])
    expect(await done(() => () => false)).toBe('done: It is done.')
    expect(await done(() => null)).toBe('done: It is done.')
    expect(await done(undefined)).toBe('done: It is done.')
  })

  test('says nothing of it where the record is gone', async () => {
    expect(await done(() => () => true, { removes: true })).toBe('done: It is done.')
  })
})

test.each([
  [new ApiFailure(null, null), true],
  [new ApiFailure(504, null), true],
  [new ApiFailure(504, { statusCode: 504, error: 'provider_timeout', message: 'Silence.' }), true],
  [new ApiFailure(502, { statusCode: 502, error: 'provider_refused', message: 'No.' }), false],
  [new ApiFailure(500, null), false],
  [new ApiFailure(200, null), false],
  [new ApiFailure(409, { statusCode: 409, error: 'stale', message: 'Late.' }), false],
  [new Error('Broken'), false],
])('%s: whether it may have been done all the same is %s', (error, expected) => {
  expect(mayBeDone(error)).toBe(expected)
})

import { describe, expect, test } from 'vitest'
import { ApiFailure } from '../../../src/api/client.ts'
import { type Availability, blocked, type Command, command, ready } from '../../../src/commands/engine/command.ts'
import type { ListHandle } from '../../../src/commands/engine/context.ts'
import { mayBeDone, type RunnerScreen, runCommand } from '../../../src/commands/engine/run.ts'
import type { Arguments, Step } from '../../../src/commands/engine/steps.ts'
import type { Target } from '../../../src/commands/engine/targets.ts'
import { commands } from '../../../src/commands/registry.ts'
import { customer, customerTarget, makeContext, qrTarget } from '../samples.ts'

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
    reportWaiting: ({ id }) => told.push(`waits: ${id}`),
    reportBlocked: (_command, _target, reason) => told.push(`blocked: ${reason}`),
    reportDone: (_command, outcome) => told.push(`done: ${outcome.message}`),
    reportFailed: (_command, _target, error) => told.push(`failed: ${String(error)}`),
  }
  return { screen, told }
}

const danger = () => ({ title: 'Sure?', body: 'It happens.', confirmLabel: 'Yes', undoable: false })
const days: Step = { name: 'days', title: 'Days', kind: 'number', read: (typed) => ({ value: Number(typed), refusal: null }) }
const { context } = makeContext()

test('runs a command and reports the outcome', async () => {
  const { screen, told } = makeScreen()
  await runCommand(sample({ run: () => ({ message: 'It is done.' }) }), () => context, null, screen)
  expect(told).toEqual(['done: It is done.', 'settled'])
})

test('ignores a second start while the first is running, and runs again afterwards', async () => {
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

test('runs the same command on another record in parallel', async () => {
  const done: number[] = []
  const one = sample({ target: 'customer', scope: 'customer', run: (_context, target) => void done.push(target?.record.id ?? 0) })
  const other: Target = { type: 'customer', record: { ...customer, id: 9 } }
  await Promise.all([customerTarget, other].map((target) => runCommand(one, () => context, target, makeScreen().screen)))
  expect(done).toEqual([8812, 9])
})

test('runs the same command on another selection of the same size in parallel, but only once on each', async () => {
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

test('a blocked command reports the reason and does not run', async () => {
  const { screen, told } = makeScreen()
  await runCommand(sample({ availability: () => blocked('Not today.'), run: () => ({ message: 'ran' }) }), () => context, null, screen)
  expect(told).toEqual(['blocked: Not today.', 'settled'])
})

test('a hidden command does nothing', async () => {
  const { screen, told } = makeScreen()
  await runCommand(sample({ target: 'customer', run: () => ({ message: 'ran' }) }), () => context, qrTarget, screen)
  expect(told).toEqual(['settled'])
})

describe('a command that asks first', () => {
  test('does not run if it is cancelled', async () => {
    const { screen, told } = makeScreen([null])
    await runCommand(sample({ danger, run: () => ({ message: 'ran' }) }), () => context, null, screen)
    expect(told).toEqual(['asked sample.run', 'settled'])
  })

  test('runs with the given arguments, with or without a confirmation', async () => {
    const given: Arguments[] = []
    const run: Command['run'] = (_context, _target, args) => void given.push(args)
    for (const over of [{ args: [days] }, { args: [days], danger }])
      await runCommand(sample({ ...over, run }), () => context, null, makeScreen([{ days: 3 }]).screen)
    expect(given).toEqual([{ days: 3 }, { days: 3 }])
  })

  test('rechecks availability: if blocked meanwhile, it does not run and shows the reason where it asked', async () => {
    let availability: Availability = ready
    const { screen, told } = makeScreen()
    screen.ask = () => {
      availability = blocked('Somebody else was first.')
      return Promise.resolve({})
    }
    await runCommand(sample({ danger, availability: () => availability, run: () => ({ message: 'ran' }) }), () => context, null, screen)
    expect(told).toEqual(['failed where it was asked: Unavailable: Somebody else was first.', 'settled'])
  })

  test('rechecks availability against the current state of the record on screen', async () => {
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

  test('acts on the record it was opened for, even after navigation', async () => {
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

  test('shows a failure where it asked, and retries with the new answer and the same key [2.8 uri errors]', async () => {
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
  ])('retries under a new key only after a refusal: %s', async (_what, failure, count) => {
    const keys: string[] = []
    const run: Command['run'] = (_context, _target, _args, runKey) => {
      keys.push(runKey)
      if (keys.length === 1) throw failure
    }
    await runCommand(sample({ danger, run }), () => context, null, makeScreen([{}], [{}]).screen)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(count)
  })

  test('uses a new key for each run', async () => {
    const keys: string[] = []
    const run: Command['run'] = (_context, _target, _args, runKey) => void keys.push(runKey)
    for (let time = 0; time < 2; time++) await runCommand(sample({ run }), () => context, null, makeScreen().screen)
    expect(new Set(keys).size).toBe(2)
  })

  test.each([
    { error: new ApiFailure(null, null), runs: 2 },
    { error: new ApiFailure(504, null), runs: 2 },
    { error: new ApiFailure(409, null), runs: 1 },
  ])('after $error.status, a retry ignores the block only if the first try may have gone through', async ({ error, runs }) => {
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

  test('reports nothing more if the retry is cancelled', async () => {
    const { screen, told } = makeScreen([{}], [null])
    await runCommand(sample({ danger, run: () => Promise.reject(new Error('no')) }), () => context, null, screen)
    expect(told).toEqual(['asked sample.run', 'failed where it was asked: Error: no', 'settled'])
  })

  test('reports a failure that can no longer be shown where it asked', async () => {
    const { screen, told } = makeScreen([{}])
    screen.askAgain = (error) => {
      throw error
    }
    await runCommand(sample({ danger, run: () => Promise.reject(new Error('no')) }), () => context, null, screen)
    expect(told).toEqual(['asked sample.run', 'failed: Error: no', 'settled'])
  })
})

test('reports the failure of a plain command', async () => {
  const { screen, told } = makeScreen()
  await runCommand(sample({ run: () => Promise.reject(new Error('no')) }), () => context, null, screen)
  expect(told).toEqual(['waits: sample.run', 'failed: Error: no', 'settled'])
})

describe('on a filtered list', () => {
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

  test('says so if the filter hides the changed record (ruling 23) [R23 hidden by filter] [R23 hidden row said]', async () => {
    const watched: Target[] = []
    const hides = (target: Target) => {
      watched.push(target)
      return () => true
    }
    expect(await done(hides)).toBe('done: It is done. Filtered out.')
    expect(watched).toEqual([customerTarget])
    expect(await done(() => () => false)).toBe('done: It is done.')
    expect(await done(() => null)).toBe('done: It is done.')
    expect(await done(undefined)).toBe('done: It is done.')
  })

  test('does not say so if the record was removed', async () => {
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
])('%s may have gone through anyway: %s', (error, expected) => {
  expect(mayBeDone(error)).toBe(expected)
})

import { describe, expect, test, vi } from 'vitest'
import { type Availability, blocked, type Command, command, ready, type Target } from '../../src/commands/command.ts'
import { commands } from '../../src/commands/registry.ts'
import { runCommand, type RunnerScreen } from '../../src/commands/run.ts'
import { customer, customerTarget, makeContext, qrTarget } from './samples.ts'

const icon = commands[0]?.icon
if (!icon) throw new Error('There are no commands.')

const sample = (over: Partial<Command>): Command =>
  command({ id: 'sample.run', title: () => 'Sample', section: 'Sample', icon, scope: 'global', places: [], run: () => {}, ...over })

/** A screen that answers confirmations as told and notes what it was told. */
function makeScreen(answers: boolean[] = [], retries: boolean[] = []): { screen: RunnerScreen; told: string[] } {
  const told: string[] = []
  const screen: RunnerScreen = {
    askArguments: () => Promise.resolve(null),
    confirm: (danger) => {
      told.push(`asked ${danger.title}`)
      return Promise.resolve(answers.shift() ?? false)
    },
    confirmAgain: (error) => {
      told.push(`failed in the dialog: ${String(error)}`)
      return Promise.resolve(retries.shift() ?? false)
    },
    settled: () => told.push('settled'),
    reportBlocked: (_command, _target, reason) => told.push(`blocked: ${reason}`),
    reportDone: (_command, outcome) => told.push(`done: ${outcome.message}`),
    reportFailed: (_command, _target, error) => told.push(`failed: ${String(error)}`),
  }
  return { screen, told }
}

const danger = () => ({ title: 'Sure?', body: 'It happens.', confirmLabel: 'Yes', undoable: false })
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
  await vi.waitFor(() => expect(finish).toHaveLength(1))
  finish[0]?.()
  await first
  const again = runCommand(slow, () => context, null, screen)
  await vi.waitFor(() => expect(finish).toHaveLength(2))
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

describe('confirmation', () => {
  test('no runs nothing', async () => {
    const { screen, told } = makeScreen([false])
    await runCommand(sample({ danger, run: () => ({ message: 'ran' }) }), () => context, null, screen)
    expect(told).toEqual(['asked Sure?', 'settled'])
  })

  test('resolves again after yes: what was blocked meanwhile does not run', async () => {
    let availability: Availability = ready
    const { screen, told } = makeScreen()
    screen.confirm = () => {
      availability = blocked('Somebody else was first.')
      return Promise.resolve(true)
    }
    await runCommand(sample({ danger, availability: () => availability, run: () => ({ message: 'ran' }) }), () => context, null, screen)
    expect(told).toEqual(['blocked: Somebody else was first.', 'settled'])
  })

  test('acts on the record it was opened for, whatever is navigated meanwhile', async () => {
    let now = makeContext({ targets: [customerTarget] })
    const { screen } = makeScreen()
    screen.confirm = () => {
      now = makeContext({ targets: [qrTarget], location: '/qrs' })
      return Promise.resolve(true)
    }
    const acted: unknown[] = []
    const act = sample({ danger, target: 'customer', scope: 'customer', run: (_context, target) => void acted.push(target) })
    await runCommand(act, () => now.context, customerTarget, screen)
    expect(acted).toEqual([customerTarget])
  })

  test('a failure is told where it was confirmed, and tried again as often as one likes', async () => {
    let tries = 0
    const { screen, told } = makeScreen([true], [true, true])
    const flaky = sample({
      danger,
      run: () => {
        tries++
        if (tries < 3) throw new Error(`no ${tries}`)
        return { message: 'at last' }
      },
    })
    await runCommand(flaky, () => context, null, screen)
    expect(told).toEqual([
      'asked Sure?',
      'failed in the dialog: Error: no 1',
      'failed in the dialog: Error: no 2',
      'done: at last',
      'settled',
    ])
  })

  test('giving up after a failure says nothing more', async () => {
    const { screen, told } = makeScreen([true], [false])
    await runCommand(sample({ danger, run: () => Promise.reject(new Error('no')) }), () => context, null, screen)
    expect(told).toEqual(['asked Sure?', 'failed in the dialog: Error: no', 'settled'])
  })
})

test('a failure without confirmation is reported', async () => {
  const { screen, told } = makeScreen()
  await runCommand(sample({ run: () => Promise.reject(new Error('no')) }), () => context, null, screen)
  expect(told).toEqual(['failed: Error: no', 'settled'])
})

import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/commands/engine/command.ts'
import type { CommandContext } from '../../src/commands/engine/context.ts'
import { type ResolvedCommand, resolveAll, selectedType } from '../../src/commands/engine/resolve.ts'
import { type RunnerScreen, runCommand } from '../../src/commands/engine/run.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { activeCommands, bindingsOf } from '../../src/commands/keys/active.ts'
import { keyScheme, keysOf } from '../../src/commands/keys/key-scheme.ts'
import { advance, parseKeys } from '../../src/commands/keys/keymap.ts'
import { commands } from '../../src/commands/registry.ts'
import { customerBulkNeeds } from '../../src/contract/customer-bulk.ts'
import {
  abuseTarget,
  customerTarget,
  makeContext,
  qrTarget,
  selectedAbuseTarget,
  selectedCustomersTarget,
  selectedQrsTarget,
  selectedWebriskTarget,
  webriskTarget,
} from './samples.ts'
import { listStates } from './target-states.ts'

/** A selection with a focused row that isn't part of it. */
const selections: [string, Target, Target][] = [
  ['customers', selectedCustomersTarget, { type: 'customer', record: { ...customerTarget.record, id: 9999 } }],
  ['QR codes', selectedQrsTarget, qrTarget],
  ['web-risk entries', selectedWebriskTarget, webriskTarget],
  ['abuse reports', selectedAbuseTarget, abuseTarget],
]

const verbOf = ({ id }: Command) => id.split('.')[1]

/** The command that these keys run. */
function pressed(context: CommandContext, keys: string, of: readonly Command[] = commands): ResolvedCommand | null {
  const strokes = parseKeys(keys)
  const step = advance(bindingsOf(activeCommands(of, context)), strokes.slice(0, -1), strokes.slice(-1))
  return step.kind === 'match' ? step.bound : null
}

describe.each(selections)('with %s selected', (_name, selection, focused) => {
  const { context } = makeContext({ targets: [selection, focused] })
  const ofOne = commands.filter(({ target, keys }) => target === focused.type && keys !== undefined)
  const bulk = commands.filter(({ target }) => target === selection.type)

  test('every key acts on the selection or gives a reason, never on the focused row [2.7 selection keys]', () => {
    expect(selectedType(selection)).toBe(focused.type)
    for (const command of ofOne) {
      const found = pressed(context, command.keys ?? '')
      expect(found?.target, command.id).toBe(selection)
      if (bulk.some((each) => verbOf(each) === verbOf(command))) expect(found?.command.target).toBe(selection.type)
      else
        expect(found?.availability).toMatchObject({
          state: 'blocked',
          reason: expect.stringMatching(/^This works on one row, but there is a selection: \d .+\.$/),
        })
    }
  })

  test('keys do the same without a focused row', () => {
    const { context: alone } = makeContext({ targets: [selection] })
    for (const { id, keys } of ofOne) expect(pressed(alone, keys ?? '')?.target, id).toBe(selection)
  })

  test('custom keys act on the selection too', () => {
    const [command] = ofOne.filter((one) => bulk.some((each) => verbOf(each) === verbOf(one)))
    const { commands: chosen } = keyScheme(commands, { [command?.id ?? '']: 'z z' })
    expect(chosen.find(({ id }) => id === command?.id)?.keys).toBe('z z')
    expect(pressed(context, 'z z', chosen)?.target).toBe(selection)
  })

  test('the list export key exports the selected rows', () => {
    const { context: inList } = makeContext({ targets: [selection, focused], list: listStates.findLast((list) => list?.exports) ?? null })
    expect(pressed(inList, 'l e')?.command.id).toBe(`${selection.type}.export`)
  })

  test('the menu has only the actions on the selection', () => {
    const menu = resolveAll(commands, context, selection, 'row-menu')
    expect(menu.map(({ command }) => command.id)).toEqual(bulk.map(({ id }) => id))
  })

  test('actions on a specific row, as in the palette, are still available', () => {
    const own = resolveAll(commands, context, focused).filter(({ command }) => command.target === focused.type)
    expect(own.every(({ target }) => target === focused)).toBe(true)
    expect(own.some(({ availability }) => availability.state === 'ready')).toBe(true)
  })

  test('an unavailable action reports why and does nothing', async () => {
    const alone = ofOne.find((command) => !bulk.some((each) => verbOf(each) === verbOf(command)))
    if (!alone) return
    const said: string[] = []
    const screen = {
      reportBlocked: (command: Command, target: Target | null, reason: string) => said.push(`${command.title(target)}: ${reason}`),
      settled: () => {},
    }
    const { context: now, did } = makeContext({ targets: [selection, focused] })
    await runCommand(alone, () => now, selection, screen as unknown as RunnerScreen)
    expect(said).toHaveLength(1)
    expect(did).toEqual([])
  })
})

test.each([
  ['customers.ban', { action: 'ban' }, 'Ban 1 customer'],
  ['customers.unban', { action: 'unban' }, 'Unban 1 customer'],
  ['customers.whitelist', { action: 'whitelist' }, 'Add 1 customer to the whitelist'],
  ['customers.unwhitelist', { action: 'unwhitelist' }, 'Remove 1 customer from the whitelist'],
  ['customers.sync', { action: 'sync' }, 'Sync 1 customer'],
  ['customers.write-note', { action: 'note', text: 'Hi' }, 'Add it to 1 customer'],
  ['customers.extend-trial', { action: 'extend-trial', days: 7 }, 'Extend 1 trial by 7 days'],
])('%s opens its preview with a matching button label [1.7 customers bulk]', async (id, change, label) => {
  const { context } = makeContext({ targets: [selectedCustomersTarget] })
  const jobs: Parameters<CommandContext['ui']['openBulk']>[0][] = []
  context.ui.openBulk = (job) => void jobs.push(job)
  const command = commands.find((each) => each.id === id)
  await command?.run(context, selectedCustomersTarget, change, 'key')
  expect(jobs).toMatchObject([{ of: 'customers', change, ids: [8812, 8813] }])
  expect(jobs[0]?.confirmLabel?.(1)).toBe(label)
  expect(jobs[0]?.undo).toBe(id === 'customers.extend-trial' ? 'final' : id === 'customers.sync' ? 'none' : undefined)
})

test('each bulk action also needs the capability of the single action', () => {
  for (const [action, capability] of Object.entries(customerBulkNeeds)) {
    const { context } = makeContext({ targets: [selectedCustomersTarget] })
    const user = { ...context.user, capabilities: context.user.capabilities.filter((each) => each !== capability) }
    const left = resolveAll(commands, { ...context, user }, selectedCustomersTarget, 'row-menu').map(({ command }) => verbOf(command))
    expect(left).not.toContain(action === 'note' ? 'write-note' : action)
  }
  expect(keysOf(commands.find(({ id }) => id === 'customers.ban') as Command)).toEqual(['a b'])
})

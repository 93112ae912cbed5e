import { fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommandContext } from '../../src/commands/engine/context.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { customer, customerTarget, makeContext, qrTarget } from '../commands/samples.ts'

// Releases the commands, which load only when the test says so.
let letCome: () => void = () => {}
let context: CommandContext
let ran: string[] = []

const luis: Target = { type: 'customer', record: { ...customer, id: 5 } }
const press = (key: string, on: Element = document.body) => fireEvent.keyDown(on, { key, code: `Key${key.toUpperCase()}` })

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['performance'] })
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve
  })
  vi.doMock('../../src/commands/registry.ts', async (original) => {
    await mayCome
    return original()
  })
  ran = []
  context = makeContext({ targets: [customerTarget] }).context
  const { useKeyListener } = await import('../../src/layout/frame/key-listener.ts')
  renderHook(() =>
    useKeyListener(
      () => context,
      ({ command, target }) => void ran.push(`${command.id} ${target?.type} ${target?.record.id}`),
    ),
  )
})
afterEach(() => {
  document.body.replaceChildren()
  vi.doUnmock('../../src/commands/registry.ts')
})

/** Loads the commands and lets whatever waited for them run. */
async function come() {
  const { loadCommands } = await import('../../src/layout/commands/commands-now.ts')
  const loaded = loadCommands()
  letCome()
  await loaded
  await settled()
}
/** Waits until no keys are pending. */
async function settled() {
  const { keptKeys } = await import('../../src/layout/keyboard/pending-keys.ts')
  await expect.poll(() => keptKeys.get()).toBeNull()
}
const paletteNow = async () => (await import('../../src/layout/commands/palette-state.ts')).paletteState

test('keys pressed before the commands load act on their original target', async () => {
  press('y')
  press('i')
  expect(ran).toEqual([])
  await come()
  expect(ran).toEqual(['customer.copy-id customer 8812'])
})

test.each<[string, () => Partial<CommandContext>]>([
  ['another record', () => ({ targets: [luis] })],
  [
    'a record of another kind with the same number',
    () => ({ targets: [{ ...qrTarget, record: { ...qrTarget.record, id: 8812 } } as Target] }),
  ],
  ['no record', () => ({ targets: [] })],
  ['another page', () => ({ location: '/customers?page=2' })],
])('early keys are dropped if %s is on screen by then', async (_what, over) => {
  press('y')
  press('i')
  context = { ...context, ...over() }
  await come()
  expect(ran).toEqual([])
  const { pendingKeys } = await import('../../src/layout/keyboard/pending-keys.ts')
  expect(pendingKeys.get()).toBeNull()
})

test('early keys neither reach a palette opened in the meantime nor run behind it', async () => {
  const palette = await paletteNow()
  press('y')
  press('i')
  palette.set({ isOpen: true, text: '', enter: null })
  await come()
  expect(ran).toEqual([])
  expect(palette.get().text).toBe('')
})

test('text typed into a field is not treated as shortcuts', async () => {
  document.body.innerHTML = '<input aria-label="Search" />'
  const input = screen.getByRole('textbox')
  press('y', input)
  press('i', input)
  const palette = await paletteNow()
  palette.set({ isOpen: true, text: '', enter: null })
  await come()
  expect(ran).toEqual([])
  expect(palette.get().text).toBe('')
})

test('early keys still run if loading takes 20 seconds', async () => {
  press('y')
  press('i')
  vi.advanceTimersByTime(20_000)
  await come()
  expect(ran).toEqual(['customer.copy-id customer 8812'])
})

test('Escape discards early keys', async () => {
  press('y')
  press('i')
  fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' })
  await come()
  expect(ran).toEqual([])
})

test('early keys wait for a record that is still loading', async () => {
  const { comingOnScreen } = await import('../../src/layout/commands/on-screen.ts')
  const { keptKeys } = await import('../../src/layout/keyboard/pending-keys.ts')
  const { loadCommands } = await import('../../src/layout/commands/commands-now.ts')
  context = { ...context, targets: [] }
  const comes = comingOnScreen.enter(0, null)
  letCome()
  await loadCommands()
  press('y')
  press('i')
  expect(keptKeys.get()?.presses).toHaveLength(2)
  context = { ...context, targets: [customerTarget] }
  comes()
  await settled()
  expect(ran).toEqual(['customer.copy-id customer 8812'])
})

test('keys that nothing answers to once the record is there are dropped, with a notice', async () => {
  const { comingOnScreen } = await import('../../src/layout/commands/on-screen.ts')
  const { notice } = await import('../../src/layout/kit/notice.ts')
  const { loadCommands } = await import('../../src/layout/commands/commands-now.ts')
  context = { ...context, targets: [] }
  const comes = comingOnScreen.enter(0, null)
  letCome()
  await loadCommands()
  press('y')
  press('i')
  comes()
  await settled()
  expect(ran).toEqual([])
  expect(notice.get()).toBe('Not done: y i – no command here uses it.')
})

test('keys meant for a record that has been left are dropped, with a notice', async () => {
  const { notice } = await import('../../src/layout/kit/notice.ts')
  press('y')
  press('i')
  context = { ...context, location: '/payments?page=2' }
  await come()
  expect(ran).toEqual([])
  expect(notice.get()).toBe('Not done: y i – the screen has changed since.')
})

test('an unknown sequence is dropped once the commands load', async () => {
  press('y')
  press('#')
  await come()
  press('y')
  press('i')
  expect(ran).toEqual(['customer.copy-id customer 8812'])
})

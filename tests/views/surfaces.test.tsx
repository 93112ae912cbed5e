import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Command } from '../../src/commands/engine/command.ts'
import { availabilityOf } from '../../src/commands/engine/resolve.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { commands } from '../../src/commands/registry.ts'
import { questions } from '../../src/layout/commands/questions.ts'
import { RowMenu } from '../../src/layout/menus/row-menu.tsx'
import { makeContext } from '../commands/samples.ts'
import { targetStates } from '../commands/target-states.ts'
import { chosenRow, enterText, holdCalls, openPalette, press, renderConsole } from './palette-harness.tsx'

let calls: ReturnType<typeof holdCalls>['calls']
beforeEach(() => {
  calls = holdCalls().calls
})

/** Few records, each with actions that are ready, or blocked, on it: together all that ever are. */
function recordsWhere(state: 'ready' | 'blocked', isWanted: (command: Command) => boolean): [string, Target, Command[]][] {
  const wanted = commands.filter((command) => command.keys !== undefined && command.places.includes('row-menu') && isWanted(command))
  const counted = targetStates.map((target) => ({
    target,
    own: wanted.filter((command) => command.target === target.type && stateOf(command, target).state === state),
  }))
  const seen = new Set<Command>()
  return counted
    .toSorted((one, other) => other.own.length - one.own.length)
    .flatMap(({ target, own }): [string, Target, Command[]][] => {
      const fresh = own.filter((command) => !seen.has(command))
      for (const command of fresh) seen.add(command)
      return fresh.length > 0 ? [[fresh.map(({ id }) => id).join(', '), target, fresh]] : []
    })
}
function stateOf(command: Command, target: Target) {
  return availabilityOf(command, makeContext({ targets: [target], pageRecord: target }).context, target)
}
const isOfCustomers = ({ target }: Command) => target === 'customer' || target === 'payment'
const blocked = recordsWhere('blocked', isOfCustomers)
const asking = recordsWhere('ready', (command) => isOfCustomers(command) && command.danger !== undefined)

const dialog = () => document.querySelector('[role=dialog], [role=alertdialog]')
const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
/** The buttons of the page's menu and the row's. */
const menus = ['[data-page-menu]', '[aria-label^="Actions: "]']

/** Opens a menu with all it has. */
async function unfold(menu: string) {
  fireEvent.click(document.querySelector(menu) ?? document.body)
  await waitFor(() => expect(items()).not.toEqual([]))
  for (const item of items()) if (item.getAttribute('aria-expanded') === 'false') fireEvent.click(item)
}
function itemOf(title: string) {
  const item = items().find(({ dataset }) => dataset['title'] === title.toLowerCase())
  if (!item) throw new Error(`The menu has no ${title}.`)
  return item
}
const pressAll = (keys = '') => act(() => keys.split(' ').forEach((key) => press(key)))

test.each(blocked)('palette, shortcut, page and row menu say why an action is blocked and do not run it: %s', async (_ids, target, own) => {
  await renderConsole(target, <RowMenu target={target} />)
  const refused = own.map((command) => {
    const availability = stateOf(command, target)
    return { keys: command.keys, title: command.title(target), why: availability.state === 'blocked' ? availability.reason : '' }
  })
  for (const { keys, title, why } of refused) {
    pressAll(keys)
    await screen.findByText(`${title} – unavailable: ${why}`)
  }
  for (const menu of menus) {
    await unfold(menu)
    for (const { title, why } of refused) {
      const item = itemOf(title)
      expect(item.getAttribute('aria-disabled')).toBe('true')
      expect(item.textContent).toContain(`unavailable: ${why}`)
      fireEvent.click(item)
      expect(item.isConnected).toBe(true)
    }
    press('Escape')
  }
  expect(dialog()).toBeNull()
  await openPalette()
  for (const { title, why } of refused) {
    enterText(title)
    expect(chosenRow()).toContain(title)
    expect(chosenRow()).toContain(`unavailable: ${why}`)
    press('Enter')
    await screen.findByText(`Unavailable: ${why}`)
    expect(chosenRow()).toContain(title)
  }
  expect(questions.get()).toEqual([])
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

test.each(asking)('shortcut, page menu and row menu open the same dialog: %s', async (_ids, target, own) => {
  await renderConsole(target, <RowMenu target={target} />)
  for (const command of own) {
    const asked = async () => {
      await waitFor(() => expect(dialog()).not.toBeNull())
      const text = dialog()?.textContent
      expect(questions.get()).toMatchObject([{ command: { id: command.id }, target, surface: 'dialog' }])
      press('Escape')
      await waitFor(() => expect(dialog()).toBeNull())
      return text
    }
    pressAll(command.keys)
    const byKey = await asked()
    for (const menu of menus) {
      await unfold(menu)
      fireEvent.click(itemOf(command.title(target)))
      expect(items()).toEqual([])
      expect(await asked()).toBe(byKey)
    }
  }
})

test('both sets cover most actions on customers and payments', () => {
  const idsOf = (records: typeof blocked) => records.flatMap(([, , own]) => own.map(({ id }) => id))
  expect(idsOf(blocked)).toEqual(expect.arrayContaining(['customer.resume', 'customer.sync', 'payment.refund', 'payment.approve']))
  expect(idsOf(blocked).length).toBeGreaterThan(15)
  expect(idsOf(asking)).toEqual(expect.arrayContaining(['customer.ban', 'customer.extend-trial', 'payment.refund', 'payment.approve']))
  expect(idsOf(asking).length).toBeGreaterThan(12)
})

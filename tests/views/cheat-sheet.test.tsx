import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListHandle } from '../../src/commands/engine/context.ts'
import { keyLabel } from '../../src/commands/keys/key-labels.ts'
import { keysOf } from '../../src/commands/keys/key-scheme.ts'
import { commands } from '../../src/commands/registry.ts'
import { loadCommands } from '../../src/layout/commands/commands-now.ts'
import { consoleDialog } from '../../src/layout/commands/console-dialog.ts'
import { useListHandle } from '../../src/layout/commands/use-commands.ts'
import { startPreferences } from '../../src/layout/session/preferences.ts'
import { holdCalls, luis, press, renderConsole } from './palette-harness.tsx'

beforeAll(loadCommands)

beforeEach(() => void holdCalls())

async function open() {
  press('?')
  return screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
}

/** Each command's title and keys, as the sheet shows them. */
const read = (sheet: HTMLElement) =>
  [...sheet.querySelectorAll('dl > div')].map((row) => ({
    title: row.querySelector('dt')?.firstChild?.textContent,
    keys: [...row.querySelectorAll('dd > span')].map((caps) => caps.firstElementChild?.textContent),
    isOff: row.hasAttribute('data-off'),
  }))

const label = (keys: string) => keyLabel(keys, false)

test('lists every key of the registry once', async () => {
  await renderConsole()
  const listed = read(await open()).map(({ title, keys }) => `${title}: ${keys.join(', ')}`)
  const expected = commands
    .filter((command) => keysOf(command).length > 0)
    .map((command) => `${command.title(null)}: ${keysOf(command).map(label).join(', ')}`)
  expect(listed.toSorted()).toEqual(expected.toSorted())
})

const list: ListHandle = {
  move: () => {},
  open: () => {},
  openRowMenu: () => {},
  page: () => {},
  hasNextPage: true,
  hasPreviousPage: false,
  isEmpty: false,
}
function List() {
  useListHandle(list)
  return null
}

test('puts commands for this page first and says why one is unavailable', async () => {
  await renderConsole(luis, <List />)
  const sheet = await open()
  const headings = [...sheet.querySelectorAll('h2, h3')].map((heading) => heading.textContent)
  expect(headings.slice(0, 5)).toEqual(['On this page', 'Everywhere', 'In a list', 'On a customer', 'Elsewhere'])
  const row = (title: string) => read(sheet).find((each) => each.title === title)
  expect(row('Next page')?.isOff).toBe(false)
  expect(row('Previous page')?.isOff).toBe(true)
  expect(within(sheet).getByText('This is the first page.')).toBeDefined()
  // The record on screen is of another kind, so the sheet shows no state.
  expect(row('Refund')?.isOff ?? false).toBe(false)
})

test('lists only the console-wide keys under On this page without a record or list', async () => {
  await renderConsole()
  const sheet = await open()
  expect([...sheet.querySelectorAll('h2, h3')].slice(0, 3).map((heading) => heading.textContent)).toEqual([
    'On this page',
    'Everywhere',
    'Elsewhere',
  ])
})

test('shows custom keys and links to the dialog that changes them', async () => {
  startPreferences({ keys: { 'go.customers': 'b c', 'customer.edit': '' } }, 1)
  await renderConsole()
  const sheet = await open()
  expect(read(sheet)).toContainEqual({ title: 'Customers', keys: ['b then c'], isOff: false })
  expect(read(sheet).map(({ title }) => title)).not.toContain('Edit the customer')
  fireEvent.click(within(sheet).getByRole('button', { name: 'Customize shortcuts' }))
  await screen.findByRole('dialog', { name: 'Customize shortcuts' })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull())
})

test.each([
  ['g c', 'Customers'],
  ['Ctrl K', 'Find or run a command'],
  ['ctrl k', 'Find or run a command'],
  ['?', 'View shortcuts'],
])('%s finds %s first', async (query, title) => {
  await renderConsole()
  const sheet = await open()
  fireEvent.change(screen.getByLabelText('Search the keys'), { target: { value: query } })
  expect(read(sheet)[0]?.title).toBe(title)
})

test('says when single-letter shortcuts are off and lists the remaining keys', async () => {
  await renderConsole()
  startPreferences({ letterKeys: false }, 1)
  consoleDialog.set('shortcuts')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(sheet.textContent).toContain('Single-letter shortcuts are off.')
  expect(read(sheet)).toContainEqual({ title: 'Next row', keys: ['↓'], isOff: false })
  expect(read(sheet).map(({ title }) => title)).not.toContain('Customers')
})

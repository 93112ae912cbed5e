import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import { navigationCommands } from '../../src/commands/navigation.ts'
import { roleMay } from '../../src/contract/capabilities.ts'
import { features } from '../../src/contract/features.ts'
import { notice } from '../../src/layout/kit/notice.ts'
import { changeLayout, resetLayout } from '../../src/layout/session/layout-settings.ts'
import { renderShell } from './support/shell.tsx'

const root = document.documentElement.dataset
const bar = () => screen.findByRole('navigation', { name: 'Main' })
const group = (name: string) => screen.getByRole('button', { name })

const linkNames = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('link')
    .map((link) => link.textContent.replace(/g (then .*|\S$)/, ''))

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

beforeEach(() => {
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
      close() {}
    },
  )
})
afterEach(() => {
  act(() => {
    resetLayout()
  })
})

describe('the horizontal layout', () => {
  beforeEach(() => changeLayout({ type: 'horizontal' }))

  test('shows the groups in a bar without a sidebar; a group that is itself a page is a link [1.2 both layouts]', async () => {
    await renderShell()
    const menu = await bar()
    expect(
      within(menu)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Dashboard', 'Payments', 'Customers', 'Reports', 'QRs', 'Admin', 'Security'])
    expect(within(menu).getByRole('link', { name: 'Payments' }).getAttribute('href')).toBe('/payments')
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  test('marks the group and entry of the current page', async () => {
    await renderShell()
    await bar()
    expect(group('Customers').getAttribute('aria-current')).toBe('true')
    expect(group('QRs').getAttribute('aria-current')).toBeNull()
    fireEvent.click(group('Customers'))
    expect(screen.getByRole('link', { current: 'page' }).textContent).toContain('Notes')
  })

  test('opens a group on click, and closes it on a second click, a press outside or a choice', async () => {
    const { address } = await renderShell()
    const menu = await bar()
    fireEvent.click(group('Reports'))
    expect(group('Reports').getAttribute('aria-expanded')).toBe('true')
    expect(linkNames(menu)).toEqual(['Payments', 'Sales', 'Invoices'])
    fireEvent.click(group('Reports'))
    expect(linkNames(menu)).toEqual(['Payments'])
    fireEvent.click(group('Reports'))
    fireEvent.pointerDown(screen.getByRole('heading', { name: 'The page' }))
    expect(linkNames(menu)).toEqual(['Payments'])
    fireEvent.click(group('Reports'))
    fireEvent.click(screen.getByRole('link', { name: 'Invoices' }))
    await waitFor(() => expect(address()).toBe('/invoices'))
    expect(linkNames(menu)).toEqual(['Payments'])
  })

  test('supports arrow keys, and Escape returns the focus to the group', async () => {
    await renderShell()
    await bar()
    const focused = () => document.activeElement?.textContent.replace(/g (then .*|\S$)/, '')
    group('Dashboard').focus()
    for (const [key, at] of [
      ['ArrowRight', 'Payments'],
      ['ArrowRight', 'Customers'],
      ['ArrowDown', 'List'],
      ['ArrowDown', 'Notes'],
      ['End', 'Referred'],
      ['ArrowDown', 'List'],
      ['ArrowUp', 'Referred'],
      ['ArrowRight', 'Sales'],
      ['Escape', 'Reports'],
      ['ArrowUp', 'Invoices'],
      ['Escape', 'Reports'],
      ['End', 'Security'],
      ['ArrowRight', 'Dashboard'],
      ['ArrowLeft', 'Security'],
      ['Home', 'Dashboard'],
    ] as const) {
      act(() => void press(key))
      expect(focused(), `after ${key}`).toBe(at)
    }
    expect(group('Dashboard').getAttribute('aria-expanded')).toBe('false')
  })

  test('hides the groups and entries that role 2 may not open [1.2 both layouts]', async () => {
    await renderShell(2)
    const menu = await bar()
    expect(
      within(menu)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Customers', 'Reports', 'QRs'])
    expect(within(menu).queryAllByRole('link')).toEqual([])
    const entries = ['Customers', 'Reports', 'QRs'].map((name) => {
      fireEvent.click(group(name))
      return linkNames(menu)
    })
    expect(entries).toEqual([
      ['List', 'Notes', 'Feedback', 'Domains', 'Referred'],
      ['Invoices'],
      ['List', 'Archived', 'URI history', 'Stats'],
    ])
  })
})

describe('the vertical layout', () => {
  // [1.2 sidebar]
  test.each(['default', 'compact', 'icon'] as const)('shows role 2 only the permitted entries in the %s sidebar', async (sidebar) => {
    changeLayout({ sidebar })
    await renderShell(2)
    const aside = screen.getByRole('complementary')
    const entries = 'List Notes Feedback Domains Referred Invoices List Archived URI-history Stats'
    expect(linkNames(aside)).toEqual(entries.split(' ').map((name) => name.replace('-', ' ')))
    const paths = '/customers /customers/notes /customers/feedback /customers/domains /customers/referred /invoices'
    expect(
      within(aside)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(`${paths} /qrs /qrs/archived /qrs/uri /qrs/stats`.split(' '))
    expect(within(aside).getByRole('link', { current: 'page' }).textContent).toContain('Notes')
    expect(root['sidebar']).toBe(sidebar)
  })

  test('shows the title and keys of a hovered icon', async () => {
    changeLayout({ sidebar: 'icon' })
    await renderShell()
    const invoices = within(screen.getByRole('complementary')).getByRole('link', { name: 'Invoices' })
    const entry = invoices.closest('li')
    expect(entry?.textContent).toBe(invoices.textContent)
    fireEvent.pointerEnter(invoices, { pointerType: 'mouse' })
    expect(entry?.lastElementChild?.textContent).toMatch(/^Invoices.*g then i/)
    fireEvent.keyDown(invoices, { key: 'Escape' })
    expect(entry?.textContent).toBe(invoices.textContent)
  })
})

describe('keys of screens that a role can’t open', () => {
  afterEach(() => notice.set(null))
  const denied = navigationCommands.filter(({ needs, href }) => href !== undefined && needs && !roleMay(2, needs))

  test('say which screen it is and why it stays shut, whatever the screen', async () => {
    const { address } = await renderShell(2)
    learnFeatures(features)
    await screen.findByRole('navigation', { name: 'Main' })
    expect(denied.length).toBeGreaterThan(5)
    for (const command of denied) {
      for (const key of (command.keys ?? '').split(' ')) act(() => void press(key))
      expect(screen.queryByText(`Your role can’t open ‘${command.title(null)}’. Ask an administrator if you need it.`)).not.toBeNull()
      expect(address()).toBe('/customers/notes')
    }
  })

  test('open it for who may', async () => {
    await renderShell(1)
    await screen.findByRole('navigation', { name: 'Main' })
    act(() => void press('g'))
    act(() => void press('h'))
    expect(screen.queryByText(/^Your role/)).toBeNull()
  })
})

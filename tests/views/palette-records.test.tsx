import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import { features } from '../../src/contract/features.ts'
import { forgetCustomer, recentRecords, rememberRecord } from '../../src/layout/commands/recent.ts'
import {
  chosenRow,
  customerRowOf,
  enterText,
  found,
  holdCalls,
  listOf,
  openPalette,
  press,
  renderConsole,
  rows,
  user,
} from './palette-harness.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  learnFeatures(features)
})

const ana = customerRowOf(8812, 'Ana Ruiz', 'ana.ruiz@correo.es')
const remembered = {
  type: 'customer',
  id: 8812,
  label: 'Ana Ruiz — Café Sol',
  detail: 'ana.ruiz@correo.es',
  href: '/customers/8812',
} as const

async function opened() {
  const network = holdCalls()
  const console = await renderConsole()
  await openPalette()
  return { ...network, ...console }
}

const headings = () => [...document.querySelectorAll('[cmdk-group-heading]')].map((heading) => heading.firstChild?.textContent)

describe('a recently opened record', () => {
  test.each(['ana', 'ruiz', 'RUIZ ana', 'sol', 'correo'])('opens immediately on Enter: %s', async (text) => {
    rememberRecord(user.id, remembered)
    const { at } = await opened()
    enterText(text)
    expect(chosenRow()).toContain('Ana Ruiz')
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers/8812'))
  })

  test('is forgotten with what is theirs once the customer is erased, and nobody else’s', () => {
    rememberRecord(user.id, remembered)
    rememberRecord(user.id, { ...remembered, type: 'qr', id: 7, label: 'Carta', href: '/customers/8812?panel=qr-7' })
    rememberRecord(user.id, { ...remembered, id: 88_123, label: 'Luis Prat', href: '/customers/88123' })
    forgetCustomer(user.id, 8812)
    expect(recentRecords(user.id).map(({ label }) => label)).toEqual(['Luis Prat'])
  })

  test('waits where the words may be somebody’s whole name, and comes after that person', async () => {
    rememberRecord(user.id, remembered)
    const { at, call } = await opened()
    enterText('ana sol')
    expect(chosenRow()).toBeNull()
    await (await call(/customers\/search/)).answer(found([customerRowOf(1, 'Ana Sol', 'a@sol.es')]))
    await waitFor(() => expect(chosenRow()).toContain('Ana Sol'))
    expect(rows()[1]).toContain('Café Sol')
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers/1'))
  })

  test('is listed once and stays selected when the search finds others', async () => {
    rememberRecord(user.id, remembered)
    const { call } = await opened()
    enterText('ana')
    await (await call(/customers\/search/)).answer(found([customerRowOf(1, 'Ana Alba', 'a@alba.es'), ana]))
    await waitFor(() => expect(rows().join()).toContain('Ana Alba'))
    expect(chosenRow()).toContain('Café Sol')
    expect(rows().filter((row) => row.includes('Ana Ruiz'))).toHaveLength(1)
    expect(headings().slice(0, 4)).toEqual(['Recent', 'Customers', 'Go to', 'QR codes'])
  })

  test.each([
    ['its email', 'ANA.RUIZ@correo.es'],
    ['its id', '8812'],
  ])('is opened by an Enter pressed before the lookup of %s responds', async (_, text) => {
    rememberRecord(user.id, remembered)
    const { at, call } = await opened()
    enterText(text)
    press('Enter')
    await (await call(/customers\/find/)).answer({ id: 8812, email: 'ana.ruiz@correo.es', firstname: 'Ana', lastname: 'Ruiz' })
    await waitFor(() => expect(at()).toBe('/customers/8812'))
  })

  test('that matches exactly shows why, with no other groups listed', async () => {
    rememberRecord(user.id, remembered)
    const { call } = await opened()
    enterText('ana.ruiz@correo.es')
    await (await call(/customers\/find/)).answer({ id: 8812, email: 'ana.ruiz@correo.es', firstname: 'Ana', lastname: 'Ruiz' })
    await waitFor(() => expect(chosenRow()).toContain('exact email'))
    expect(rows().filter((row) => row.includes('Ana Ruiz'))).toHaveLength(1)
    expect(headings()).toEqual(['Customers'])
  })

  test('is no match if it contains the text only mid-word', async () => {
    rememberRecord(user.id, remembered)
    await opened()
    enterText('uiz')
    expect(rows().join()).not.toContain('Ana Ruiz')
  })
})

test('keeps loading the found customer after Enter, since their page needs it', async () => {
  const { at, call, calls } = await opened()
  enterText('ana.ruiz@correo.es')
  press('Enter')
  await (await call(/customers\/find/)).answer({ id: 8812, email: 'ana.ruiz@correo.es', firstname: 'Ana', lastname: 'Ruiz' })
  await waitFor(() => expect(at()).toBe('/customers/8812'))
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(calls.filter(({ path }) => path === '/customers/8812').map(({ isOpen }) => isOpen)).toEqual([true])
})

describe('a screen whose name starts with the text', () => {
  test('ranks below a record that also starts with it', async () => {
    const { at, call } = await opened()
    enterText('ana')
    expect(chosenRow()).toBeNull()
    await (await call(/qrs\?searchTerm=ana.*uri.*exact/)).answer(listOf([]))
    await (await call(/customers\/search/)).answer(found([ana], 216))
    await waitFor(() => expect(chosenRow()).toContain('Ana Ruiz'))
    expect(headings().slice(0, 1)).toEqual(['Customers'])
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers/8812'))
  })

  test.each([
    ['finds nobody', found([])],
    ['finds the text elsewhere only', found([customerRowOf(1, 'Susana Gil', 's@gil.es')])],
  ])('is opened by Enter if the search %s', async (_case, answer) => {
    const { at, call } = await opened()
    enterText('ana')
    press('Enter')
    expect(at()).toBe('/start')
    await (await call(/qrs\?searchTerm=ana.*uri.*exact/)).answer(listOf([]))
    await (await call(/customers\/search/)).answer(answer)
    await waitFor(() => expect(at()).toBe('/analysis'))
  })

  test('is selected if the search fails', async () => {
    const { call } = await opened()
    enterText('ana')
    await (await call(/qrs\?searchTerm=ana.*uri.*exact/)).answer(listOf([]))
    await (await call(/customers\/search/)).fail(400, 'Broken')
    await waitFor(() => expect(chosenRow()).toContain('Analysis'))
  })

  test.each([
    ['analysis', '/analysis'],
    ['Customers', '/customers'],
    ['staff accounts', '/users'],
  ])('opens immediately by its full name: %s', async (text, href) => {
    const { at } = await opened()
    enterText(text)
    press('Enter')
    await waitFor(() => expect(at()).toBe(href))
  })

  test.each([
    ['users', 'Staff accounts'],
    ['go to inv', 'Invoices'],
    ['uri history', 'URI history'],
    ['security web', 'Web-risk'],
  ])('is found by words from its menu and URL: %s', async (text, name) => {
    const { call } = await opened()
    enterText(text)
    expect(rows().join()).toContain(name)
    await (await call(/customers\/search/)).answer(found([]))
  })
})

describe('the remaining matches', () => {
  test('are reachable from a row that opens the filtered list', async () => {
    const { at, call } = await opened()
    enterText('ruiz ana')
    await (await call(/customers\/search/)).answer(found([ana], 1_216))
    await screen.findByText('All 1.216 customers with ‘ruiz ana’')
    press('ArrowDown')
    expect(chosenRow()).toMatch(/^All 1.216 customers/)
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers?searchTerm=ruiz+ana&exactSearch=false'))
  })

  test('say more than 1.000 if counting is capped', async () => {
    const { call } = await opened()
    enterText('ana')
    await (await call(/customers\/search/)).answer({ rows: [ana], total: 1_000, total_capped: true })
    expect(await screen.findByText('All customers with ‘ana’ (more than 1.000)')).toBeDefined()
  })

  test('have no row if all matches are shown', async () => {
    const { call } = await opened()
    enterText('ruiz')
    await (await call(/customers\/search/)).answer(found([ana]))
    await waitFor(() => expect(rows().join()).toContain('Ana Ruiz'))
    expect(rows().join()).not.toContain('All')
  })
})

test.each([
  ['Ana Ruiz', ''],
  ['correo', ''],
  ['uiz', ''],
  ['ruis', 'similar'],
])('%s: says how it matched only where the row does not show it', async (text, why) => {
  const { call } = await opened()
  enterText(text)
  await (await call(/customers\/search/)).answer(found([ana]))
  await waitFor(() =>
    expect(
      rows()
        .find((row) => row.includes('ana.ruiz@'))
        ?.trim(),
    ).toBe(`Ana Ruizana.ruiz@correo.es${why}Actions`),
  )
})

test('falls back to a plain search if the API has no ranked search', async () => {
  const { call } = await opened()
  learnFeatures(['fields'])
  enterText('ruiz')
  await (await call(/GET \/customers\?searchTerm=ruiz/)).answer(listOf([ana]))
  await waitFor(() => expect(rows().join()).toContain('Ana Ruiz'))
})

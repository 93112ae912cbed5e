import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { call, urlOf } from '../../src/api/client.ts'
import { dropEarly, isEarlyListHere } from '../../src/api/early.ts'
import { me } from '../../src/contract/auth.ts'
import { listCustomers } from '../../src/contract/customers.ts'
import { plainSearch } from '../../src/layout/frame/plain-search.ts'
import { readListSearch, requestOf } from '../../src/layout/list/list-search.ts'
import { customersSearch } from '../../src/views/customers/search.ts'

const script = await readFile('public/early.js', 'utf8')
const meUrl = urlOf(me)
const pagination = {
  current_page: 1,
  first_page: 1,
  first_result: 0,
  has_next_page: false,
  has_previous_page: false,
  last_page: 1,
  last_result: 0,
}
const emptyList = {
  rows: [],
  pagination: {
    ...pagination,
    next_page: null,
    pages: [1],
    previous_page: null,
    results: 0,
    total_pages: 1,
    total_results: 0,
    configuredEntries: 10,
  },
}

/** What is asked for at a path, by the script of the page's head. */
function start(path: string, reply: (url: string) => Promise<Response> = () => Promise.resolve(Response.json(emptyList))): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return reply(url)
  })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: window.innerHeight >= Number(/min-height: (\d+)px/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY),
  }))
  window.history.replaceState(null, '', path)
  document.head.innerHTML = '<link id="dark-theme">'
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's own script, as the browser runs it
  new Function(script)()
  return asked
}

/** The list's own first request at a path. */
const ownUrl = (path: string) =>
  urlOf(
    listCustomers,
    {},
    requestOf(customersSearch, readListSearch(customersSearch, plainSearch.parseSearch(new URL(path, 'http://a').search))),
  )

const firstList = () => call(listCustomers, { query: requestOf(customersSearch, readListSearch(customersSearch, {})) })

afterEach(() => {
  dropEarly()
})

describe('the first list, asked for before the code has loaded', () => {
  test.each([
    [900, {}],
    [600, {}],
    [2000, {}],
    [889, {}],
    [890, {}],
    [1850, {}],
    [900, { 'config.entries': '50' }],
    [900, { 'config.entries': '50', customerEntries: '10' }],
    [900, { 'config.entries': '30', customerEntries: 'x' }],
  ])('in a window %s high with %j stored it is what the list asks for', async (height, stored: Record<string, string>) => {
    window.innerHeight = height
    for (const [key, value] of Object.entries({ 'config.wasSignedIn': '1', ...stored })) localStorage.setItem(key, value)
    const asked = start('/customers')
    expect(isEarlyListHere()).toBe(false)
    await vi.waitFor(() => expect(isEarlyListHere()).toBe(true))
    expect(asked).toEqual([meUrl, ownUrl('/customers')])
    await call(me).catch(() => {})
    await firstList()
    expect(asked).toHaveLength(2)
    expect(isEarlyListHere()).toBe(false)
    // Used once.
    await firstList()
    expect(asked).toHaveLength(3)
  })

  test.each([
    ['/customers', {}],
    ['/customers?page=2', { 'config.wasSignedIn': '1' }],
    ['/customers', { 'config.wasSignedIn': '1', 'config.customerStatusFilter': 'active' }],
    ['/customers/7', { 'config.wasSignedIn': '1' }],
    ['/qrs', { 'config.wasSignedIn': '1' }],
  ])('at %s with %j stored nothing is asked for', (path, stored: Record<string, string>) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    expect(start(path)).toEqual([])
    expect(globalThis.early).toBeUndefined()
  })

  test('is not asked for if nobody is signed in', async () => {
    localStorage.setItem('config.wasSignedIn', '1')
    const asked = start('/customers', () => Promise.resolve(Response.json({}, { status: 401 })))
    await expect(call(me, { keepSession: true })).rejects.toMatchObject({ status: 401 })
    expect(asked).toEqual([meUrl])
  })

  test('is asked for again if no reply came, and as it is if it was refused', async () => {
    localStorage.setItem('config.wasSignedIn', '1')
    const lost = start('/customers', (url) => (url === meUrl ? Promise.resolve(Response.json({})) : Promise.reject(new TypeError('lost'))))
    await expect(firstList()).rejects.toMatchObject({ status: null })
    expect(lost).toHaveLength(3)
    const refused = start('/customers', (url) => Promise.resolve(Response.json({}, { status: url === meUrl ? 200 : 500 })))
    await vi.waitFor(() => expect(refused).toHaveLength(2))
    expect(isEarlyListHere()).toBe(false)
    await expect(firstList()).rejects.toMatchObject({ status: 500 })
    expect(refused).toHaveLength(2)
  })

  test('is forgotten after another request of the list, or if it is not known who is signed in', async () => {
    localStorage.setItem('config.wasSignedIn', '1')
    const asked = start('/customers')
    await call(listCustomers, { query: { page: 2 } })
    await firstList()
    expect(asked).toHaveLength(4)
    const again = start('/customers')
    dropEarly()
    await firstList()
    expect(again).toHaveLength(3)
  })
})

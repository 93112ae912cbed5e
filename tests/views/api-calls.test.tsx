import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { ApiCall } from '../../src/contract/api-calls.ts'
import { openScreen, pageOf } from './support/console.tsx'
import { everyConsoleReply } from './support/every-console.ts'
import { pickFilter, pillText, setFilters, typeFilter } from './support/filters.ts'

const row = {
  id: 301,
  owner: 8812,
  method: 'POST',
  path: '/v1/qrs',
  query: 'page=2',
  status: 404,
  statusCode: 404,
  createdAt: 1_781_510_400,
  responseTime: 87,
}

const aCall = (facts: Partial<ApiCall> = {}): ApiCall => ({
  ...row,
  requestHeaders: { host: 'api.example.com', authorization: '***' },
  requestBody: '{"name":"Menu","tags":["<b>été</b>",null,true,1.5]}',
  responseHeaders: { 'content-type': 'text/html' },
  responseBody: '<script>window.hacked = 1</script>',
  previousId: 300,
  nextId: null,
  ...facts,
})

/** A server with one call; records requests. */
function serve(call = aCall()) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, 'http://localhost')
    const path = url.pathname.replace('/api/admin', '')
    const reply = everyConsoleReply(input)
    if (reply) return reply
    asked.push(`${path}${url.search}`)
    if (path === '/api-calls') return Response.json(pageOf([row]))
    if (path === `/api-calls/${call.id}`) return Response.json(call)
    return Response.json({ statusCode: 404, error: 'not_found', message: 'Not found' }, { status: 404 })
  })
  return asked
}

describe('the list of API calls [2.1 api log]', () => {
  // [2.2 api calls] [2.2 api call link] [2.7 api calls] [2.9 api call sort]
  test('requests the newest first and links each row to its call and customer', async () => {
    const asked = serve()
    await openScreen('/api-calls')
    const open = await screen.findByRole('link', { name: 'POST /v1/qrs?page=2: open the call' })
    expect(open.getAttribute('href')).toBe('/api-calls/301')
    expect(screen.getByRole('link', { name: '#8812' }).getAttribute('href')).toBe('/customers/8812')
    expect(screen.getByRole('columnheader', { name: 'Created' }).getAttribute('aria-sort')).toBe('descending')
    expect(asked[0]).toBe('/api-calls?page=1&perPage=10&sort=createdAt&sortDirection=desc')
    expect(document.title).toMatch(/^API calls \| .* CRM$/)
  })

  test('filters by a typed owner and a method together', async () => {
    serve()
    const { address } = await openScreen('/api-calls')
    await screen.findByRole('link', { name: /open the call/ })
    await typeFilter('Owner', '8812')
    await waitFor(() => expect(address()).toBe('/api-calls?owner=8812'))
    await pickFilter('Method', 'POST')
    await waitFor(() => expect(address()).toBe('/api-calls?owner=8812&method=POST'))
  })

  test('reads its filters from the URL and ignores invalid values [2.2 api call filters]', async () => {
    const asked = serve()
    await openScreen('/api-calls?owner=8812&method=PATCH&statusCode=599')
    await screen.findByRole('link', { name: /open the call/ })
    expect(asked[0]).toContain('owner=8812&method=PATCH&statusCode=599')
    expect(setFilters()).toEqual(['Owner: #8812', 'Method: PATCH', 'Status code: 599'])
    cleanup()
    const others = serve()
    await openScreen('/api-calls?owner=x&method=HEAD&statusCode=600')
    await screen.findByRole('link', { name: /open the call/ })
    expect(screen.getByRole('alert').textContent).toBe('Invalid status code: it is a number from 100 to 599.')
    expect(setFilters()).toEqual(['Status code: 600'])
    expect(others[0]).toBe('/api-calls?page=1&perPage=10&sort=createdAt&sortDirection=desc')
  })

  // [2.5 status code] [2.8 bad status code]
  test.each(['99', '600', 'x', '40', '4040', '-1'])('shows an error for the status code %s and does not filter', async (typed) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const asked = serve()
    const { address } = await openScreen('/api-calls?statusCode=404')
    await screen.findByRole('link', { name: /open the call/ })
    expect(pillText('Status code')).toBe('Status code: 404')
    const field = await typeFilter('Status code', typed)
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid status code: it is a number from 100 to 599.')
    await act(async () => vi.advanceTimersByTimeAsync(600))
    await waitFor(() => expect(address()).toBe(`/api-calls?statusCode=${typed}`))
    await waitFor(() => expect(asked.at(-1)).not.toContain('statusCode'))
    expect(field.value).toBe(typed)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(pillText('Status code')).toBe(`Status code: ${typed}`)
    expect(screen.getByRole('alert').textContent).toBe('Invalid status code: it is a number from 100 to 599.')
  })

  test.each(['100', '599'])('filters by %s immediately on Enter', async (typed) => {
    serve()
    const { address } = await openScreen('/api-calls')
    await screen.findByRole('link', { name: /open the call/ })
    const field = await typeFilter('Status code', typed)
    if (field.form) fireEvent.submit(field.form)
    await waitFor(() => expect(address()).toBe(`/api-calls?statusCode=${typed}`))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('applies what was typed when another filter is chosen before it would by itself', async () => {
    serve()
    const { address } = await openScreen('/api-calls')
    await screen.findByRole('link', { name: /open the call/ })
    await typeFilter('Status code', '404')
    await pickFilter('Method', 'PUT')
    await waitFor(() => expect(address()).toBe('/api-calls?method=PUT&statusCode=404'))
  })
})

describe('the API call page', () => {
  const block = async (name: string) => within(await screen.findByRole('region', { name }))

  // [2.2 api call] [2.2 api call page] [2.2 api call json]
  test('shows the call’s details, with headers and bodies as trees', async () => {
    serve()
    await openScreen('/api-calls/301')
    const facts = (await screen.findByText('Status')).closest('dl')?.textContent
    for (const fact of ['15-06-2026 10:00:00', 'Customer #8812', 'POST', '404', '/v1/qrs?page=2']) expect(facts).toContain(fact)
    const body = await block('Request body')
    expect((await body.findByRole('tree')).textContent).toContain('"name":"Menu"')
    expect((await (await block('Request headers')).findByRole('tree')).textContent).toContain('"authorization":"***"')
    expect(screen.queryByRole('button', { name: 'Copy as cURL' })).not.toBeNull()
  })

  test('shows its rows in the documented order (document 2, section 2)', async () => {
    serve()
    await openScreen('/api-calls/301')
    await screen.findByText('Response time')
    const main = document.body.textContent ?? ''
    const order = 'Created|Owner|Method|URL|Status|Request headers|Request body|Response time|Response headers|Response body'.split('|')
    const places = order.map((label) => main.indexOf(label, main.indexOf('Created')))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(screen.getByText('Response time').closest('dl')?.textContent).toBe('Response time87 ms')
  })

  test('shows markup in keys and values as plain text', async () => {
    serve(aCall({ requestBody: '{"<img src=x onerror=alert(1)>":"<script>alert(1)</script>"}' }))
    await openScreen('/api-calls/301')
    expect((await (await block('Request body')).findByRole('tree')).textContent).toContain('<img src=x onerror=alert(1)>')
    expect((await block('Response body')).queryByText('<script>window.hacked = 1</script>')).not.toBeNull()
    expect(document.querySelector('main img, main script, section img, section script')).toBeNull()
    expect(Reflect.get(window, 'hacked')).toBeUndefined()
  })

  test('expands and collapses nested values and shows the raw JSON', async () => {
    serve()
    await openScreen('/api-calls/301')
    const body = await block('Request body')
    await body.findByRole('tree')
    fireEvent.click(body.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    expect(body.getByRole('tree').textContent).not.toContain('Menu')
    fireEvent.click(body.getByRole('button', { name: 'Open' }))
    expect(body.getByRole('tree').textContent).toContain('Menu')
    fireEvent.click(body.getByRole('button', { name: 'As text' }))
    expect(body.queryByText('{"name":"Menu","tags":["<b>été</b>",null,true,1.5]}')).not.toBeNull()
  })

  test('renders megabytes of JSON about a hundred rows at a time', async () => {
    const qrs = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Product ${id}`, url: 'https://shop.example/x' }))
    serve(aCall({ responseBody: JSON.stringify({ qrs }) }))
    await openScreen('/api-calls/301')
    const body = await block('Response body')
    await body.findByRole('tree')
    expect(body.getAllByRole('treeitem').length).toBeLessThan(10)
    fireEvent.click(body.getAllByRole('button', { name: 'Open' })[0] as HTMLElement)
    expect(body.queryByText('"[0 … 9999]":')).not.toBeNull()
    expect(body.getAllByRole('treeitem').length).toBeLessThan(110)
  })

  test('cuts long text, shows it in full on demand, and offers huge bodies as a download', async () => {
    serve(aCall({ requestBody: 'a'.repeat(30_000), responseBody: `[${'1,'.repeat(1_200_000)}1]` }))
    await openScreen('/api-calls/301')
    const body = await block('Request body')
    expect(body.queryByText(/^The first 10.000 of 30.000 characters\./)).not.toBeNull()
    fireEvent.click(body.getByRole('button', { name: 'Show all as text' }))
    expect(body.queryByText(/The first/)).toBeNull()
    expect(body.getByRole('group', { name: 'Request body as text' }).textContent).toHaveLength(30_000)
    const huge = await block('Response body')
    expect(huge.queryByRole('tree')).toBeNull()
    fireEvent.click(huge.getByRole('button', { name: 'Show all as text' }))
    expect(huge.queryByText(/^The first 1.000.000 of 2.400.003 characters: download it/)).not.toBeNull()
    expect(huge.queryByRole('button', { name: 'Download: response body' })).not.toBeNull()
  })

  test('marks an empty body and one that is not text', async () => {
    serve(aCall({ requestBody: '', responseBody: '\u0089PNG\u001A\u0001\u0002\uFFFD' }))
    await openScreen('/api-calls/301')
    expect((await block('Request body')).queryByText('—')).not.toBeNull()
    expect((await block('Response body')).queryByText(/^This is not text/)).not.toBeNull()
  })

  test.each(['999', 'abc', '0'])('shows that call %s was not found', async (id) => {
    const asked = serve()
    await openScreen(`/api-calls/${id}`)
    await screen.findByRole('heading', { level: 1, name: 'API call not found' })
    expect(screen.queryByText(`#${id}`, { selector: 'strong' })).not.toBeNull()
    expect(screen.getByRole('link', { name: 'API calls' }).getAttribute('href')).toBe('/api-calls')
    expect(new Set(asked)).toEqual(new Set(id === '999' ? ['/api-calls/999'] : []))
  })

  test('offers a retry if loading fails', async () => {
    let isDown = true
    vi.stubGlobal('fetch', async () => (isDown ? Response.json({}, { status: 500 }) : Response.json(aCall())))
    await openScreen('/api-calls/301')
    expect((await screen.findByRole('alert')).textContent).toContain('500')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('region', { name: 'Request body' })
  })
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client.ts'
import type { CurrentUser } from '../../src/contract/auth.ts'
import type { Qr } from '../../src/contract/qrs.ts'
import { Toasts } from '../../src/layout/kit/toasts.tsx'
import { QrPreview } from '../../src/layout/records/preview/qr-preview.tsx'
import { StaticContent } from '../../src/layout/records/preview/static-content.tsx'
import { startSession } from '../../src/layout/session/session.ts'
import { testUser } from './support/console.tsx'

const origin = 'https://qr.example'
const user: CurrentUser = { ...testUser, capabilities: [], publicSiteUrl: `${origin}/en` }

const aQr = (facts: Partial<Qr> = {}): Qr => ({
  id: 7,
  name: 'Carta',
  type: 'menu',
  createdAt: 1,
  updatedAt: 2,
  scans: 3,
  visits: 4,
  virus: false,
  status: 1,
  stopped: 0,
  uri: 'carta',
  user: 5,
  owner: null,
  whitelisted: false,
  content: { url: null },
  qrUri: `${origin}/en/carta`,
  version: 6,
  data: { title: 'Menu' },
  ...facts,
})

/** The API's answer for QR 7; a number is a failure status. */
let reply: Qr | number = aQr()
const onClose = vi.fn<() => void>()

beforeEach(() => {
  reply = aQr()
  onClose.mockClear()
  // Frames load nothing here, so the tests send their messages.
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(function page(this: HTMLIFrameElement) {
    return pageOf(this) as unknown as Window & typeof globalThis
  })
  vi.stubGlobal('fetch', async (input: string) => {
    const body = input.endsWith('/auth/me') ? user : reply
    const [status, sent] =
      typeof body === 'number' ? [body, { statusCode: body, error: 'not_found', message: 'QR 7 was not found.' }] : [200, body]
    return new Response(JSON.stringify(sent), { status, headers: { 'content-type': 'application/json' } })
  })
})

interface FramedPage {
  postMessage: (message: unknown, origin: string) => void
  heard: [unknown, string][]
}
const pages = new WeakMap<HTMLIFrameElement, FramedPage>()

/** A frame's window that records its messages. */
function pageOf(frame: HTMLIFrameElement): FramedPage {
  const heard: FramedPage['heard'] = []
  const page = pages.get(frame) ?? { heard, postMessage: (message, to) => void heard.push([message, to]) }
  pages.set(frame, page)
  return page
}

async function open(dialog: 'preview' | 'static' = 'preview') {
  const client = createQueryClient()
  await startSession(client)
  const Dialog = dialog === 'preview' ? QrPreview : StaticContent
  render(
    <QueryClientProvider client={client}>
      <Dialog qrId={7} onClose={onClose} />
      <Toasts />
    </QueryClientProvider>,
  )
}

const frameOf = () => screen.findByTitle<HTMLIFrameElement>('Preview of Carta')
const ready = { type: 'QR_PREVIEW_READY' }
const say = (source: unknown, data: unknown = ready, from = origin) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin: from, source: source as Window })))
const isShown = (frame: HTMLIFrameElement) => frame.parentElement?.dataset.state === 'shown'

describe('the preview', () => {
  test('frames the public page in a restricted sandbox without counting a scan [2.2 preview dialog] [2.2 preview frame]', async () => {
    await open()
    const frame = await frameOf()
    expect(frame.getAttribute('src')).toBe(`${origin}/en/carta?crm=true`)
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox')
    expect(frame.getAttribute('referrerpolicy')).toBe('origin')
    expect([frame.width, frame.height]).toEqual(['400', '450'])
    expect(screen.getByText('Loading the preview')).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Carta' }).textContent).toContain('Menu · active · #7')
  })

  test('receives its data only after asking and only at the public origin, and then shows [2.2 preview messages]', async () => {
    await open()
    const frame = await frameOf()
    const page = pageOf(frame)
    expect(page.heard).toEqual([])
    await say(page)
    expect(page.heard).toEqual([
      [{ type: 'QR_PREVIEW', data: expect.objectContaining({ id: 7, type: 'menu', data: { title: 'Menu' } }) }, origin],
    ])
    expect(page.heard[0]?.[0]).not.toHaveProperty('data.user')
    expect(isShown(frame)).toBe(true)
    expect(screen.queryByText('Loading the preview')).toBeNull()
  })

  test('is answered only once, even if it asks repeatedly', async () => {
    await open()
    const page = pageOf(await frameOf())
    for (let i = 0; i < 3; i++) await say(page)
    expect(page.heard).toHaveLength(1)
  })

  test.each<[string, unknown, string, boolean]>([
    ['another origin', ready, 'https://evil.example', true],
    ['another scheme', ready, 'http://qr.example', true],
    ['another port', ready, 'https://qr.example:8443', true],
    ['an origin that begins alike', ready, 'https://qr.example.evil.example', true],
    ['a sandboxed page', ready, 'null', true],
    ['another window', ready, origin, false],
    ['another message', { type: 'QR_PREVIEW' }, origin, true],
    ['no message', null, origin, true],
  ])('%s is ignored [R45 frame origin]', async (_, data, from, isOwnWindow) => {
    await open()
    const frame = await frameOf()
    const page = pageOf(frame)
    const other: FramedPage = { heard: [], postMessage: (message, to) => void other.heard.push([message, to]) }
    await say(isOwnWindow ? page : other, data, from)
    await say(window, data, from)
    expect([page.heard, other.heard, isShown(frame)]).toEqual([[], [], false])
    // It is still waiting for the right message.
    await say(page)
    expect([page.heard.length, isShown(frame)]).toEqual([1, true])
  })

  test('shows an error after eight seconds of silence, with a link to the page and a retry [R45 silent frame]', async () => {
    await open()
    const first = await frameOf()
    cleanup()
    vi.useFakeTimers()
    await open()
    // Timers are frozen, and loading relies only on promises.
    await act(() => vi.advanceTimersByTimeAsync(100))
    const frame = screen.getByTitle<HTMLIFrameElement>('Preview of Carta')
    expect(frame).not.toBe(first)
    await act(() => vi.advanceTimersByTimeAsync(7800))
    expect(screen.queryByText('The public site did not answer in time.')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(screen.getByRole('alert').textContent).toContain('The public site did not answer in time.')
    for (const link of screen.getAllByRole('link', { name: 'Open the public page' })) {
      expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([`${origin}/en/carta?crm=true`, 'noopener noreferrer'])
    }
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(screen.queryByRole('alert')).toBeNull()
    const second = screen.getByTitle<HTMLIFrameElement>('Preview of Carta')
    expect(second).not.toBe(frame)
    await say(pageOf(frame))
    expect(isShown(second)).toBe(false)
    await say(pageOf(second))
    expect([pageOf(second).heard.length, isShown(second)]).toEqual([1, true])
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows even if it responds late', async () => {
    await open()
    await frameOf()
    cleanup()
    vi.useFakeTimers()
    await open()
    await act(() => vi.advanceTimersByTimeAsync(9000))
    expect(screen.getByRole('alert')).toBeDefined()
    const frame = screen.getByTitle<HTMLIFrameElement>('Preview of Carta')
    await say(pageOf(frame))
    expect(isShown(frame)).toBe(true)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('frames only pages on the public site [R45 frame origin]', async () => {
    reply = aQr({ qrUri: 'https://evil.example/carta' })
    await open()
    await screen.findByText('This QR code has no page on the product’s public site.')
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('closes with an error toast if the QR code can’t be loaded [2.2 preview closes]', async () => {
    reply = 404
    await open()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    await screen.findByText('Load error, try again')
    expect(document.querySelector('iframe')).toBeNull()
  })

  test.each([
    ['url', 'https://shop.example/a', 'Open where it leads', 'https://shop.example/a'],
    ['url', 'javascript:alert(1)', null, null],
    ['wifi', null, null, null],
    ['menu', null, 'Open the public page', `${origin}/en/carta?crm=true`],
  ])('of type %s to %s links only to web addresses', async (type, url, name, href) => {
    reply = aQr({ type, content: { url }, data: { url, ssid: 'Cafe' } })
    await open()
    await frameOf()
    expect(screen.queryAllByRole('link').map((link) => [link.textContent?.trim(), link.getAttribute('href')])).toEqual(
      name === null ? [] : [[name, href]],
    )
    if (url !== null) expect(screen.getByText(url)).toBeDefined()
  })
})

describe('the QR image', () => {
  test('is shown with the preview and downloads as an SVG named after the uri', async () => {
    const saved: { name: string; blob: Blob | undefined }[] = []
    let blob: Blob | undefined
    vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
      blob = made as Blob
      return 'blob:x'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob })
    })
    reply = aQr({ uri: '../carta' })
    await open()
    await frameOf()
    expect(screen.getByRole('img', { name: 'QR code of Carta' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Download SVG' }))
    expect(saved.map(({ name }) => name)).toEqual(['qr-carta.svg'])
    const text = (await saved[0]?.blob?.text()) ?? ''
    expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    expect(text).toContain('<path')
  })

  test('of a static QR code shows the encoded content', async () => {
    reply = aQr({ type: 'wifi', data: { ssid: 'Cafe', encryption: 'WPA', password: 'a;b' } })
    await open()
    expect(await screen.findByText('WIFI:T:WPA;S:Cafe;P:a\\;b;;')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Copy content' })).toBeDefined()
  })

  test('is omitted if the text is too long for a QR code', async () => {
    reply = aQr({ type: 'text', data: { text: 'x'.repeat(3000) } })
    await open()
    await screen.findByText('Its content is too long for a QR code.')
    expect(screen.queryByRole('button', { name: 'Download SVG' })).toBeNull()
  })
})

describe('static content', () => {
  test('is shown as plain text and can be copied [2.2 static content dialog]', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    reply = aQr({ type: 'text', data: { text: '<b>not bold</b>\nAsset 4711' } })
    await open('static')
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
    expect([field.value, field.readOnly]).toEqual(['<b>not bold</b>\nAsset 4711', true])
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    await waitFor(() => expect(writeText).toHaveBeenCalledWith('<b>not bold</b>\nAsset 4711'))
    for (const close of screen.getAllByRole('button', { name: 'Close' })) fireEvent.click(close)
    expect(onClose).toHaveBeenCalled()
  })

  test('says why there is none for another type [2.2 static content dialog]', async () => {
    await open('static')
    await screen.findByText('Not a text QR code.')
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
  })

  test.each([[{}], [{ text: '' }], [{ text: 7 }]])('of a text QR code with data %j is reported as empty', async (data) => {
    reply = aQr({ type: 'text', data })
    await open('static')
    expect(await screen.findByText('It is empty.')).toBeDefined()
  })

  test('closes with an error toast if the QR code can’t be loaded [2.2 static content closes]', async () => {
    reply = 500
    await open('static')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    await screen.findByText('Load error, try again')
  })
})

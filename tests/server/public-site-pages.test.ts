// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { qrContent } from '../../demo/data/qr-content.ts'
import { Random } from '../../demo/data/random.ts'
import { qrTypes } from '../../src/contract/qrs.ts'

/** Plain JavaScript, as browsers receive it. The computed name keeps the compiler from following the import. */
const directory = '../../demo/public-site/browser'
const contentOf = async () => (await import(`${directory}/content.js`)) as { showQr: (main: Element, qr: unknown) => void }

const main = () => document.querySelector('main') ?? document.body
const text = () => main().textContent ?? ''

async function show(qr: unknown) {
  const { showQr } = await contentOf()
  document.body.innerHTML = '<main></main>'
  showQr(main(), qr)
}

const owner = { name: 'Ana Ruiz', email: 'ana@x.example' }

describe('each type', () => {
  test('has its own page with a unique label and nothing undefined [2.3 qr content]', async () => {
    const labels = new Set<string>()
    for (const type of qrTypes) {
      await show({ name: 'Carta', type, status: 1, stopped: 0, data: qrContent(new Random('page', 1), type, 'x.example', owner) })
      labels.add(main().querySelector('.kind span')?.textContent ?? '')
      expect(main().querySelector('.content')?.childElementCount, type).toBeGreaterThan(0)
      expect(text(), type).not.toMatch(/undefined|null|NaN|\[object/)
      expect(main().querySelector('.warning'), type).toBeNull()
    }
    expect(labels.size).toBe(qrTypes.length)
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['url', { url: 'https://www.x.example/carta' }, ['Leads to', 'www.x.example', 'https://www.x.example/carta']],
    ['url-static', { url: 'https://x.example/' }, ['Website, static', 'x.example']],
    [
      'menu',
      { currency: 'eur', sections: [{ name: 'Starters', dishes: [{ name: 'Gazpacho', price: 650 }] }] },
      ['Starters', 'Gazpacho', '6,50'],
    ],
    ['product', { name: 'Oil', price: 1290, currency: 'jpy' }, ['Oil', '1290']],
    ['product', { name: 'Oil', price: 1290, currency: 'nothing' }, ['1290 nothing']],
    ['wifi', { ssid: 'Guests', encryption: 'WPA', password: 'geheim' }, ['Guests', 'WPA', 'geheim']],
    ['vcard', { name: 'Ana', phone: '+34600', company: 'Sol' }, ['Ana', '+34600', 'Sol']],
    ['playlist', { title: 'Jazz', tracks: ['One', { title: 'Two' }] }, ['Jazz', 'One', 'Two']],
    ['sms', { phone: '+34600', message: 'YES' }, ['+34600', 'YES']],
    ['email', { email: 'a@x.example', subject: 'Question', body: 'Hello' }, ['a@x.example', 'Question', 'Hello']],
    ['coupon', { title: '-20 %', code: 'ABCD', validUntil: '2027-12-31' }, ['-20 %', 'ABCD', '2027-12-31']],
    ['feedback', { question: 'How was it?', scale: 3 }, ['How was it?', '123']],
    ['hologram', { depth: 'some' }, ['hologram', 'depth', 'some']],
  ])('%s %j shows its content', async (type, data, shown) => {
    await show({ name: 'Carta', type, data })
    for (const part of shown) expect(text()).toContain(part)
  })

  test('draws an EAN-13 with 95 modules and the guards in place', async () => {
    await show({ type: 'barcode', data: { format: 'ean13', code: '5901234123457' } })
    const path = main().querySelector('svg path')?.getAttribute('d') ?? ''
    const dark = new Set(Array.from(path.matchAll(/M(\d+) /g), ([, x]) => Number(x)))
    const bars = Array.from({ length: 95 }, (_, x) => (dark.has(x) ? '1' : '0')).join('')
    expect(bars).toBe('10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101')
    await show({ type: 'barcode', data: { code: 'ABC-1' } })
    expect(main().querySelector('svg')).toBeNull()
    expect(text()).toContain('ABC-1')
  })

  test.each([
    [{ status: 2, stopped: 0 }, 'blocked'],
    [{ status: 0, stopped: 0 }, 'deleted'],
    [{ status: 1, stopped: 1 }, 'stopped'],
  ])('%j: warns staff that visitors do not see it', async (state, word) => {
    await show({ type: 'text', data: { text: 'Hi' }, ...state })
    expect(main().querySelector('.warning')?.textContent).toBe(`Visitors do not see this page: the QR code is ${word}.`)
  })
})

describe('malicious data', () => {
  const markup = '<img src=x onerror=alert(1)>'

  test.each(qrTypes)('%s: shows markup as text in every field, and survives values of the wrong type', async (type) => {
    const fields =
      'url title name text ssid encryption password phone email website company hours label question code format validUntil place starts subject body message ios android'
    const data = Object.fromEntries(fields.split(' ').map((field) => [field, markup]))
    await show({
      name: markup,
      type,
      data: { ...data, sections: [{ name: markup, dishes: [{ name: markup, price: markup }] }], links: [{ label: markup, url: markup }] },
    })
    expect(main().querySelector('img, script, iframe')).toBeNull()
    expect(text()).toContain(markup)
    for (const value of [null, 7, [], {}, [null, 7, [[]]], 'x', true]) {
      const wrong = Object.fromEntries(
        [...fields.split(' '), 'sections', 'links', 'tracks', 'images', 'scale', 'price', 'currency'].map((field) => [field, value]),
      )
      await show({ name: value, type, data: wrong })
      expect(text()).not.toMatch(/undefined|\[object/)
    }
  })

  test.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', '//x.example', 'x'])(
    '%s never becomes a link',
    async (url) => {
      for (const type of ['url', 'link-list', 'app', 'event', 'vcard-plus']) {
        await show({ type, data: { url, ios: url, android: url, website: url, links: [{ label: 'go', url }] } })
        expect(main().querySelector('a')).toBeNull()
      }
    },
  )

  test('links open in a new tab with noopener and noreferrer', async () => {
    await show({ type: 'url', data: { url: 'https://x.example/a' } })
    const link = main().querySelector('a')
    expect([link?.href, link?.target, link?.rel]).toEqual(['https://x.example/a', '_blank', 'noopener noreferrer'])
  })

  test.each([[undefined], [null], ['x'], [[]], [{}], [{ type: 'toString' }], [{ type: '__proto__', data: 5 }]])(
    '%j does not break the page',
    async (qr) => {
      await show(qr)
      expect(main().querySelector('.kind')?.textContent).toMatch(/^(QR code|toString|__proto__)$/)
    },
  )
})

describe('messages', () => {
  const desk = 'http://localhost:4600'
  let posted: [unknown, string][]
  let parent: { postMessage: (message: unknown, origin: string) => void }

  beforeEach(() => {
    vi.resetModules()
    posted = []
    parent = { postMessage: (message, origin) => void posted.push([message, origin]) }
  })
  afterEach(() => vi.restoreAllMocks())

  async function load({ framedBy = null as string | null, origins = desk, qr = '' } = {}) {
    document.body.innerHTML = '<main>Not here</main>'
    Object.assign(main().dataset, { consoleOrigins: origins, qr })
    if (framedBy !== null) {
      vi.spyOn(window, 'parent', 'get').mockReturnValue(parent as Window & typeof globalThis)
      vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${framedBy}/`)
    }
    await import(`${directory}/preview.js`)
  }
  const receive = (data: unknown, origin = desk, source: unknown = parent) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window }))
  const answer = { type: 'QR_PREVIEW', data: { type: 'text', name: 'Hi', data: { text: 'Hello' } } }

  // [2.2 preview messages]
  test('framed by the console, reports ready only to the console and shows what it receives', async () => {
    await load({ framedBy: desk, qr: '{"type":"text","data":{"text":"own"}}' })
    expect(posted).toEqual([[{ type: 'QR_PREVIEW_READY' }, desk]])
    expect(text()).toBe('Not here')
    receive(answer)
    expect(text()).toContain('Hello')
  })

  test('posts only to the framing console among several origins, never to a stranger', async () => {
    await load({ framedBy: 'http://127.0.0.1:4600', origins: `${desk} http://127.0.0.1:4600` })
    await expect.poll(() => posted.map(([, origin]) => origin)).toEqual(['http://127.0.0.1:4600'])
    vi.resetModules()
    posted = []
    await load({ framedBy: 'https://evil.example', origins: desk })
    expect(posted.map(([, origin]) => origin)).toEqual([desk])
  })

  test('ignores messages from other origins or windows and of other types', async () => {
    await load({ framedBy: desk })
    receive(answer, 'https://evil.example')
    receive(answer, 'http://localhost:4601')
    receive(answer, desk, window)
    receive({ ...answer, type: 'OTHER' })
    receive(null)
    receive('QR_PREVIEW')
    expect(text()).toBe('Not here')
  })

  test('outside a frame, shows the data in the page and sends no messages', async () => {
    await load({ qr: JSON.stringify({ type: 'text', name: 'Hi', data: { text: 'own' } }) })
    expect(text()).toContain('own')
    expect(posted).toEqual([])
    await load({ qr: '' })
    expect(text()).toBe('Not here')
  })
})

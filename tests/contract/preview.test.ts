import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPreviewReady, openAddress, previewFrame, previewMessage, staffPage, webLink, whyNotLink } from '../../src/contract/preview.ts'
import { correctionFor, qrFileName, qrPayload } from '../../src/contract/qr-payload.ts'
import { type Qr, qrTypes } from '../../src/contract/qrs.ts'
import { anyText, anyUrl } from '../support/any-text.ts'

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
  whitelisted: true,
  content: { url: null },
  qrUri: 'https://qr.example/carta',
  version: 6,
  data: {},
  ...facts,
})

describe('preview messages', () => {
  test.each([['QR_PREVIEW_READY'], [{ type: 'QR_PREVIEW_READY' }], [{ type: 'QR_PREVIEW_READY', version: 2 }]])(
    '%j counts as ready [2.2 preview messages]',
    (message) => {
      expect(isPreviewReady(message)).toBe(true)
    },
  )

  test.each([[null], [undefined], [1], [''], ['QR_PREVIEW'], ['qr_preview_ready'], [{}], [{ type: 'QR_PREVIEW' }], [['QR_PREVIEW_READY']]])(
    '%j does not count as ready',
    (message) => expect(isPreviewReady(message)).toBe(false),
  )

  test('the reply contains the QR but nothing about its owner [2.2 preview messages]', () => {
    expect(previewMessage(aQr({ data: { title: 'Menu' } }))).toEqual({
      type: 'QR_PREVIEW',
      data: {
        id: 7,
        name: 'Carta',
        type: 'menu',
        uri: 'carta',
        qrUri: 'https://qr.example/carta',
        status: 1,
        stopped: 0,
        content: { url: null },
        data: { title: 'Menu' },
      },
    })
  })
})

describe('addresses', () => {
  test.each([
    ['https://a.example', 'https://a.example/'],
    ['HTTP://A.example/x y', 'http://a.example/x%20y'],
    ['http://[::1]:4601/a', 'http://[::1]:4601/a'],
    ['javascript:alert(1)', null],
    [' javascript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['data:text/html,x', null],
    ['mailto:a@b.example', null],
    ['ftp://a.example', null],
    ['//a.example', null],
    ['www.a.example', null],
    ['/a', null],
    ['', null],
    [null, null],
    [{ href: 'https://a.example' }, null],
    ['https://127.0.0.1:4710@evil.example/', null],
    ['https://desk.example%2Fcustomers@evil.example/', null],
    ['https:desk.example@evil.example', null],
    ['https://:x@evil.example/', null],
    ['https://evil.example/@desk', 'https://evil.example/@desk'],
  ])('%j as a link is %j', (text, link) => expect(webLink(text)).toBe(link))

  test('refuses to link addresses with credentials, in a QR’s own address or its target', () => {
    expect(staffPage('https://desk.example@evil.example/carta')).toBeNull()
    expect(previewFrame(aQr({ qrUri: 'https://a:b@qr.example/carta' }), 'https://qr.example')).toBeNull()
    expect(openAddress(aQr({ type: 'url', content: { url: 'https://desk.example@evil.example/' } }))).toBeNull()
    expect(whyNotLink('https://desk.example@evil.example/')).toBe(
      'Misleading address. It names a user before its host, to look like another address.',
    )
    expect(whyNotLink('javascript:alert(1)')).toBe('Not a web address.')
  })

  test('any text yields an http or https link, or none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          anyUrl(),
          fc.constantFrom('java', 'data:', 'blob:').chain((a) => fc.string().map((b) => a + b)),
        ),
        (text) => {
          expect(webLink(text) ?? 'https:').toMatch(/^https?:\/?\/?(?![^/]*@)/)
        },
      ),
    )
  })

  test('marks staff visits with crm=true [2.2 public page]', () => {
    expect(staffPage('https://qr.example/en/carta')).toBe('https://qr.example/en/carta?crm=true')
    expect(staffPage('https://qr.example/carta?crm=no&a=1')).toBe('https://qr.example/carta?crm=true&a=1')
    expect(staffPage('carta')).toBeNull()
  })

  test.each([
    ['https://qr.example', 'https://qr.example'],
    ['https://qr.example/en/', 'https://qr.example'],
    ['https://other.example', null],
    ['http://qr.example', null],
    ['https://qr.example:8443', null],
    ['', null],
    ['null', null],
  ])('with the public site at %j, the frame’s origin is %j [R45 frame origin]', (site, origin) => {
    expect(previewFrame(aQr(), site)).toEqual(origin && { src: 'https://qr.example/carta?crm=true', origin })
  })

  test.each([
    ['menu', null, 'https://qr.example/carta?crm=true'],
    ['url', 'https://shop.example/', 'https://shop.example/'],
    ['url', 'javascript:alert(1)', null],
    ['url', null, null],
    ['urlStatic', 'http://shop.example/', 'http://shop.example/'],
    ['wifi', null, null],
    ['text', null, null],
  ])('a QR of type %s with the target %j opens %j [2.2 public page]', (type, url, open) => {
    expect(openAddress(aQr({ type, content: { url } }))).toBe(open)
  })
})

describe('the QR payload [2.3 qr content]', () => {
  const dynamic = qrTypes.filter((type) => !['text', 'urlStatic', 'wifi', 'vcard', 'email', 'sms', 'whatsapp'].includes(type))
  test.each(dynamic)('%s encodes the address', (type) => {
    expect(qrPayload(aQr({ type, data: { url: 'https://x.example', text: 'x', ssid: 'x', name: 'x' } }))).toBe('https://qr.example/carta')
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['text', { text: 'Welcome! ようこそ\n<b>' }, 'Welcome! ようこそ\n<b>'],
    ['urlStatic', { url: 'https://x.example/?a=1&b=ü' }, 'https://x.example/?a=1&b=ü'],
    ['wifi', { ssid: 'Guests', encryption: 'WPA2', password: 'secret' }, 'WIFI:T:WPA;S:Guests;P:secret;;'],
    ['wifi', { ssid: 'Old', encryption: 'wep', password: '12345' }, 'WIFI:T:WEP;S:Old;P:12345;;'],
    ['wifi', { ssid: 'Open', encryption: 'nopass', password: 'left over', hidden: true }, 'WIFI:T:nopass;S:Open;H:true;;'],
    ['wifi', { ssid: 'Open' }, 'WIFI:T:nopass;S:Open;;'],
    ['wifi', { ssid: 'a;b:c,"d"\\', password: ';' }, 'WIFI:T:WPA;S:a\\;b\\:c\\,\\"d\\"\\\\;P:\\;;;'],
    ['email', { email: 'ana@x.example' }, 'mailto:ana@x.example'],
    [
      'email',
      { email: 'ana@x.example', subject: 'a & b?', body: 'Hello,\n' },
      'mailto:ana@x.example?subject=a%20%26%20b%3F&body=Hello%2C%0D%0A',
    ],
    ['email', { email: 'a?bcc=b@x.example' }, 'mailto:a%3Fbcc%3Db@x.example'],
    ['sms', { phone: '+34 600-123 456', message: 'YES: now' }, 'SMSTO:+34600123456:YES: now'],
    ['whatsapp', { phone: '+34 600 123 456', message: 'Hola, ¿qué?' }, 'https://wa.me/34600123456?text=Hola%2C%20%C2%BFqu%C3%A9%3F'],
    ['whatsapp', { phone: '+34600' }, 'https://wa.me/34600'],
    ['whatsapp', { phone: '+34600', message: '\ud800' }, 'https://wa.me/34600?text=%EF%BF%BD'],
    [
      'vcard',
      { name: 'Ruiz; Ana', company: 'Café, Sol', title: 'Chef', phone: '+34600', email: 'a@x.example', website: 'https://x.example' },
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Ruiz\\; Ana;;;;\r\nFN:Ruiz\\; Ana\r\nORG:Café\\, Sol\r\nTITLE:Chef\r\nTEL:+34600\r\nEMAIL:a@x.example\r\nURL:https://x.example\r\nEND:VCARD\r\n',
    ],
  ])('%s %j', (type, data, payload) => expect(qrPayload(aQr({ type, data }))).toBe(payload))

  test.each(['text', 'urlStatic', 'wifi', 'vcard', 'email', 'sms', 'whatsapp'])(
    '%s without its fields falls back to the address',
    (type) => {
      expect(qrPayload(aQr({ type }))).toBe('https://qr.example/carta')
      expect(qrPayload(aQr({ type, data: { text: [], url: {}, ssid: null, name: false, email: undefined, phone: '+' } }))).toBe(
        'https://qr.example/carta',
      )
    },
  )

  test('no Wi-Fi name or password can end its field early', () => {
    const unescaped = (text: string) => text.replace(/\\(.)/g, '$1')
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (ssid, password) => {
        fc.pre(!/[\n\r\u2028\u2029]/.test(ssid + password))
        const [, name = '', key = ''] =
          /^WIFI:T:WPA;S:((?:[^\\;,":]|\\.)*);P:((?:[^\\;,":]|\\.)*);;$/.exec(
            qrPayload(aQr({ type: 'wifi', data: { ssid, encryption: 'WPA', password } })),
          ) ?? []
        expect([unescaped(name), unescaped(key)]).toEqual([ssid, password])
      }),
    )
  })

  test('no vCard field can start a new line', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ unit: fc.constantFrom('\r', '\n', ':', ';', 'a') }), (name, title) => {
        const lines = qrPayload(aQr({ type: 'vcard', data: { name, title } })).split(/\r\n|\r|\n/)
        expect(lines).toHaveLength(title === '' ? 6 : 7)
      }),
    )
  })

  test.each([
    ['x'.repeat(2331), 'M'],
    ['x'.repeat(2332), 'L'],
    ['x'.repeat(2953), 'L'],
    ['x'.repeat(2954), null],
    ['ü'.repeat(1477), null],
  ] as const)('lowers error correction for long text and gives up when it is too long (%#)', (text, level) => {
    expect(correctionFor(text)).toBe(level)
  })
})

describe('download file names', () => {
  test.each([
    ['carta', 'qr-carta.svg'],
    ['Menu_1-b', 'qr-Menu_1-b.svg'],
    ['../../etc/passwd', 'qr-etcpasswd.svg'],
    ['a<b>"c"', 'qr-abc.svg'],
    ['меню', 'qr-7.svg'],
    ['', 'qr-7.svg'],
    ['x'.repeat(100), `qr-${'x'.repeat(60)}.svg`],
  ])('%j becomes %s', (uri, name) => expect(qrFileName({ id: 7, uri }, 'svg')).toBe(name))

  test('are safe for any uri', () => {
    fc.assert(
      fc.property(anyText(), (uri) => {
        expect(qrFileName({ id: 7, uri }, 'png')).toMatch(/^qr-[\w-]{1,60}\.png$/)
      }),
    )
  })
})

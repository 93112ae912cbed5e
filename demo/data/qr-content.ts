import type { Random } from './random.ts'

/** QR types by frequency (document 2, section 3). */
export const qrTypes = [
  ['url', 470],
  ['pdf', 75],
  ['menu', 65],
  ['urlStatic', 60],
  ['vcard-plus', 50],
  ['images', 32],
  ['link-list', 32],
  ['wifi', 30],
  ['text', 28],
  ['business', 22],
  ['whatsapp', 20],
  ['vcard', 20],
  ['video', 20],
  ['app', 16],
  ['email', 12],
  ['coupon', 10],
  ['feedback', 9],
  ['product', 9],
  ['event', 9],
  ['landing', 9],
  ['mp3', 8],
  ['sms', 8],
  ['playlist', 6],
  ['barcode', 6],
] as const

export type QrType = (typeof qrTypes)[number][0]

/** Types printed for good: no counting, and no address of ours in the image. */
const staticTypes: ReadonlySet<QrType> = new Set<QrType>(['text', 'urlStatic', 'wifi', 'vcard', 'email', 'sms', 'whatsapp'])

export function isStatic(type: QrType): boolean {
  return staticTypes.has(type)
}

/** Types with files: kind and maximum number. */
export const mediaOf: Partial<Record<QrType, { max: number; type: 'image' | 'media' | 'other'; extension: string; key: string }>> = {
  images: { max: 6, type: 'image', extension: 'jpg', key: 'image' },
  menu: { max: 3, type: 'image', extension: 'jpg', key: 'dish' },
  pdf: { max: 1, type: 'other', extension: 'pdf', key: 'file' },
  video: { max: 1, type: 'media', extension: 'mp4', key: 'video' },
  mp3: { max: 1, type: 'media', extension: 'mp3', key: 'audio' },
  'vcard-plus': { max: 1, type: 'image', extension: 'png', key: 'photo' },
  business: { max: 2, type: 'image', extension: 'jpg', key: 'cover' },
  'link-list': { max: 1, type: 'image', extension: 'png', key: 'logo' },
  app: { max: 1, type: 'image', extension: 'png', key: 'icon' },
  product: { max: 3, type: 'image', extension: 'jpg', key: 'photo' },
  coupon: { max: 1, type: 'image', extension: 'png', key: 'cover' },
  event: { max: 1, type: 'image', extension: 'jpg', key: 'cover' },
  landing: { max: 2, type: 'image', extension: 'jpg', key: 'section' },
  playlist: { max: 1, type: 'image', extension: 'jpg', key: 'cover' },
}

const paths = [
  '',
  'menu',
  'carta',
  'contact',
  'shop?utm_source=qr',
  'en/about',
  'reservas',
  'p/1024',
  'events/2026',
  'speisekarte.pdf',
  'boutique/été',
  'search?q=a%20b&lang=es',
] as const

/** A QR's content; `host` is the customer's site, `owner` their name. */
export function qrContent(random: Random, type: QrType, host: string, owner: { name: string; email: string }): Record<string, unknown> {
  const url = `https://www.${host}/${random.pick(paths)}`
  const phone = `+34600${random.text(6, '0123456789')}`
  switch (type) {
    case 'url':
    case 'urlStatic':
      return { url }
    case 'text':
      return {
        text: random.pick([
          'Gate code on request at the reception.',
          'Asset 4711 / Hall 3\nInspected by M. Ruiz',
          'Welcome! ¡Bienvenidos! Willkommen! ようこそ',
          '<b>not bold</b>',
        ]),
      }
    case 'wifi':
      return {
        ssid: random.pick(['Guests', 'Cafe', 'Hotel-2G', 'Office "Visitors"']),
        encryption: random.pick(['WPA', 'WPA2', 'nopass']),
        password: random.text(10),
        hidden: random.chance(0.1),
      }
    case 'vcard':
    case 'vcard-plus':
      return {
        name: owner.name,
        company: host.split('.')[0],
        phone,
        email: owner.email,
        website: url,
        title: random.pick(['Manager', 'Sales', 'CEO', 'Chef']),
      }
    case 'email':
      return { email: owner.email, subject: 'Question', body: 'Hello,\n' }
    case 'sms':
      return { phone, message: 'YES' }
    case 'whatsapp':
      return { phone, message: 'Hola, quiero reservar' }
    case 'app':
      return { ios: `https://apps.${host}/ios`, android: `https://apps.${host}/android`, name: 'App' }
    case 'menu':
      return {
        title: 'Menu',
        currency: 'eur',
        sections: [
          {
            name: 'Starters',
            dishes: [
              { name: 'Gazpacho', price: 650 },
              { name: 'Croquetas', price: 890 },
            ],
          },
          { name: 'Desserts', dishes: [{ name: 'Crème brûlée', price: 590 }] },
        ],
      }
    case 'link-list':
      return {
        title: owner.name,
        links: [
          { label: 'Web', url },
          { label: 'Blog', url: `https://blog.${host}/` },
        ],
      }
    case 'coupon':
      return { title: '-20 %', code: random.text(8, 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'), validUntil: '2027-12-31', url }
    case 'event':
      return { title: 'Open day', place: 'Main hall', starts: '2026-12-12T18:00', url }
    case 'feedback':
      return { question: 'How was it?', scale: 5, email: owner.email }
    case 'barcode':
      return { format: 'ean13', code: `84${random.text(11, '0123456789')}` }
    case 'product':
      return { name: 'Olive oil 500 ml', price: 1290, currency: 'eur', url }
    case 'playlist':
      return { title: 'Sunday jazz', url: `https://music.${host}/playlist/${random.text(8)}` }
    case 'business':
      return { name: owner.name, phone, url, hours: 'Mo-Fr 09:00-18:00' }
    default:
      return { title: random.pick(['Summer', 'Collection', 'Our house', 'Guide']), url }
  }
}

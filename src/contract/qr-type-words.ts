import type { QrType } from './qrs.ts'

const words: Readonly<Record<QrType, string>> = {
  url: 'URL',
  images: 'Images',
  menu: 'Menu',
  video: 'Video',
  pdf: 'PDF',
  app: 'App',
  'vcard-plus': 'vCard Plus',
  business: 'Business',
  'link-list': 'Link list',
  mp3: 'MP3',
  product: 'Product',
  barcode: 'Barcode',
  coupon: 'Coupon',
  feedback: 'Feedback',
  playlist: 'Playlist',
  event: 'Event',
  landing: 'Landing page',
  text: 'Text',
  urlStatic: 'Static URL',
  wifi: 'Wi-Fi',
  vcard: 'vCard',
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
}

/** A QR's type as people call it; an unknown one as it is stored. */
export const qrTypeWords = (type: string): string => (Object.hasOwn(words, type) ? words[type as QrType] : type)

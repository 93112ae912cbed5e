import { barcode } from './barcode.js'
import { asList, asRecord, element, facts, link, price, section, textOf } from './elements.js'

/**
 * The page of each QR type as visitors see it. Data is only ever
 * shown as text; missing or ill-typed values are left out.
 */
const pages = {
  url: (data) => [leadsTo(data.url)],
  urlStatic: (data) => [leadsTo(data.url)],
  images: (data) => [heading(data), pictures(asList(data.images), 4), more(data, 'Open the gallery')],
  menu: (data) => [heading(data, 'Menu'), ...asList(data.sections).map((part) => menuSection(asRecord(part), data.currency))],
  video: (data) => [element('div', 'screen', element('span', 'play')), heading(data, 'Video'), more(data, 'Watch the video')],
  pdf: (data) => [element('div', 'sheet', 'PDF'), heading(data, 'Document'), more(data, 'Open the document')],
  app: (data) => [
    element('div', 'tile', initials(data.name)),
    heading({ title: data.name }, 'App'),
    link(data.ios, 'App Store', 'button'),
    link(data.android, 'Google Play', 'button'),
  ],
  'vcard-plus': (data) => [
    element('div', 'cover', element('div', 'avatar', initials(data.name))),
    heading({ title: data.name }),
    element('p', 'muted', [textOf(data.title), textOf(data.company)].filter(Boolean).join(' · ')),
    facts({ Phone: data.phone, 'E-mail': data.email }),
    link(data.website, 'Website', 'button'),
  ],
  vcard: (data) => [
    section(
      'card',
      heading({ title: data.name }),
      facts({ Company: data.company, Title: data.title, Phone: data.phone, 'E-mail': data.email, Website: data.website }),
    ),
  ],
  business: (data) => [
    pictures([], 1),
    heading({ title: data.name }, 'Business'),
    facts({ Open: data.hours, Phone: data.phone }),
    link(data.url, 'Website', 'button'),
  ],
  'link-list': (data) => [
    element('div', 'avatar', initials(data.title)),
    heading(data, 'Links'),
    ...asList(data.links)
      .map(asRecord)
      .map(({ label, url }) => link(url, textOf(label) || textOf(url), 'button wide')),
  ],
  mp3: (data) => [
    heading(data, 'Audio'),
    element('div', 'player', element('span', 'play'), element('span', 'track')),
    more(data, 'Listen'),
  ],
  product: (data) => [
    pictures([], 1),
    heading({ title: data.name }, 'Product'),
    element('p', 'price', price(data.price, data.currency)),
    link(data.url, 'Buy', 'button'),
  ],
  barcode: (data) => [section('card', barcode(textOf(data.code)), element('p', 'code', textOf(data.code)), facts({ Format: data.format }))],
  coupon: (data) => [
    section(
      'ticket',
      heading(data, 'Coupon'),
      element('p', 'code', textOf(data.code)),
      element('p', 'muted', textOf(data.validUntil) && `Valid until ${textOf(data.validUntil)}`),
    ),
    link(data.url, 'Use it', 'button'),
  ],
  feedback: (data) => [heading({ title: data.question }, 'Feedback'), scale(data.scale), facts({ 'Answers go to': data.email })],
  playlist: (data) => [pictures([], 1), heading(data, 'Playlist'), tracks(data.tracks), link(data.url, 'Listen', 'button')],
  event: (data) => [
    section('card', heading(data, 'Event'), facts({ When: textOf(data.starts).replace('T', ' '), Where: data.place })),
    link(data.url, 'More about it', 'button'),
  ],
  landing: (data) => [element('div', 'hero', heading(data, 'Welcome')), pictures([], 2), link(data.url, 'Read on', 'button')],
  text: (data) => [element('pre', 'text', textOf(data.text))],
  wifi: (data) => [
    section(
      'card',
      heading({ title: data.ssid }, 'Network'),
      facts({
        Security: data.encryption,
        Password: data.encryption === 'nopass' ? '' : data.password,
        Hidden: data.hidden === true ? 'yes' : '',
      }),
    ),
  ],
  email: (data) => [section('card', facts({ To: data.email, Subject: data.subject }), element('pre', 'text', textOf(data.body)))],
  sms: (data) => [facts({ To: data.phone }), element('pre', 'bubble', textOf(data.message))],
  whatsapp: (data) => [facts({ To: data.phone }), element('pre', 'bubble', textOf(data.message))],
}

const labels = {
  url: 'Website',
  urlStatic: 'Website, static',
  images: 'Pictures',
  menu: 'Menu',
  video: 'Video',
  pdf: 'PDF',
  app: 'App',
  'vcard-plus': 'Digital card',
  vcard: 'Contact',
  business: 'Business',
  'link-list': 'Links',
  mp3: 'Audio',
  product: 'Product',
  barcode: 'Barcode',
  coupon: 'Coupon',
  feedback: 'Feedback',
  playlist: 'Playlist',
  event: 'Event',
  landing: 'Landing page',
  text: 'Text',
  wifi: 'Wi-Fi',
  email: 'E-mail',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
}

/** Shows a QR in place of the page's content. `qr` is untrusted. */
export function showQr(main, qr) {
  const { name, type: given, data, status, stopped } = asRecord(qr)
  const type = given === 'url-static' ? 'urlStatic' : textOf(given)
  const show = Object.hasOwn(pages, type) ? pages[type] : (fields) => [facts(fields)]
  const label = Object.hasOwn(labels, type) ? labels[type] : type || 'QR code'
  document.title = textOf(name) || 'QR code'
  main.dataset.type = type
  const parts = [
    element('header', 'kind', element('span', '', label), element('span', 'name', textOf(name))),
    warning(status, stopped),
    element('div', 'content', ...show(asRecord(data))),
  ]
  main.replaceChildren(...parts.filter((part) => part !== null))
}

/** Staff see what visitors no longer can. */
function warning(status, stopped) {
  const state = status === 0 ? 'deleted' : status === 2 ? 'blocked' : stopped === 1 ? 'stopped' : ''
  return element('p', 'warning', state && `Visitors do not see this page: the QR code is ${state}.`)
}

function heading(data, otherwise = '') {
  return element('h1', '', textOf(data.title) || otherwise)
}

function more(data, label) {
  return link(data.url, label, 'button')
}

function leadsTo(url) {
  const host = URL.canParse(textOf(url)) ? new URL(textOf(url)).host : ''
  return section('leads', element('p', 'muted', 'Leads to'), element('h1', '', host), link(url, textOf(url), 'address'))
}

/** Empty frames in place of images. */
function pictures(list, otherwise) {
  const count = Math.min(list.length || otherwise, 9)
  const frames = Array.from({ length: count }, () => element('div', 'picture'))
  return frames.length === 1 ? frames[0] : element('div', 'pictures', ...frames)
}

function menuSection({ name, dishes }, currency) {
  const rows = asList(dishes)
    .map(asRecord)
    .map((dish) => element('li', '', element('span', '', textOf(dish.name)), element('span', '', price(dish.price, currency))))
  return section('', element('h2', '', textOf(name)), element('ul', 'dishes', ...rows))
}

function tracks(list) {
  const rows = asList(list).map((track) => element('li', '', textOf(track) || textOf(asRecord(track).title)))
  return rows.length > 0 ? element('ol', 'tracks', ...rows) : null
}

function scale(most) {
  const count = Number.isInteger(most) ? Math.min(Math.max(most, 1), 10) : 5
  return element('ol', 'scale', ...Array.from({ length: count }, (_, index) => element('li', '', String(index + 1))))
}

function initials(name) {
  const words = textOf(name).split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0].toUpperCase())
    .join('')
}

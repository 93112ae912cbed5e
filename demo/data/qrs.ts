import { folders, infectedQrs, qrDailyScans, qrMedia, qrs, uriHistory } from '../../server/db/schema/qrs.ts'
import { foldText } from '../../src/contract/fold.ts'
import { knownQr } from './known.ts'
import type { Load } from './load.ts'
import { isStatic, mediaOf, type QrType, qrContent, qrTypes } from './qr-content.ts'
import { shortUri } from './qr-uris.ts'
import { Random } from './random.ts'
import { drawQrName, folderNames } from './texts.ts'

/** The owner of QRs. */
export interface QrOwner {
  id: number
  name: string
  email: string
  /** The site the QRs point to. */
  host: string
  createdAt: number
  archived: boolean
  /** The first customer: has QRs of every type and status. */
  museum: boolean
  folders: number
}

const scanners = ['Fortinet', 'Kaspersky', 'Sophos', 'BitDefender', 'ESET', 'G-Data', 'Webroot', 'Emsisoft', 'CRDF', 'Netcraft'] as const
const harmfulHosts = [
  'login-bank.example',
  'parcel-fee.test',
  'free-gift-cards.example',
  'wallet-verify.test',
  'xn--pypal-4ve.example',
  'secure-update.test',
] as const

/**
 * Creation times of a customer's QRs, ascending: mostly one to
 * three, sometimes hundreds. `until` is when they left, or now.
 */
export function drawQrTimes(random: Random, createdAt: number, until: number, paid: boolean, wanted: number | null): number[] {
  let count = random.chance(0.45) ? 0 : random.int(1, 3)
  if (paid) {
    const [min, max] = random.weighted([
      [[1, 3], 61],
      [[3, 12], 28],
      [[10, 40], 8.8],
      [[40, 150], 1.8],
      [[150, 600], 0.4],
    ] as const)
    count = random.int(min, max)
  }
  const times = Array.from({ length: wanted ?? count }, () => createdAt + Math.floor((until - createdAt) * random.next() ** 2))
  return times.sort((a, b) => a - b)
}

/** Adds a customer's folders and QRs with all their data. `idAt` returns the id of the n-th QR. */
export async function addQrs(load: Load, owner: QrOwner, times: readonly number[], idAt: (index: number) => number): Promise<void> {
  const random = new Random('qrs', owner.id)
  const folderIds: number[] = []
  for (let i = 0; i < owner.folders; i++) {
    folderIds.push(load.bulk.nextId(folders))
    const name = `${random.pick(folderNames)}${i > 8 ? ` ${i}` : ''}`
    await load.bulk.add(folders, {
      name,
      nameKey: foldText(name),
      createdAt: owner.createdAt + i * 3600,
      userId: owner.id,
    })
  }
  for (const [index, createdAt] of times.entries()) await addQr(load, owner, random, { index, createdAt, id: idAt(index), folderIds })
}

async function addQr(
  load: Load,
  owner: QrOwner,
  random: Random,
  qr: { index: number; createdAt: number; id: number; folderIds: number[] },
): Promise<void> {
  const { id, index, createdAt } = qr
  const shown = owner.museum ? index : Number.NaN
  const type: QrType = shown < qrTypes.length ? (qrTypes[index] as (typeof qrTypes)[number])[0] : random.weighted(qrTypes)
  const harmful = (random.chance(0.006) && !owner.museum) || shown === 33
  const fortune = harmful ? random.next() * 0.05 : random.next()
  const status = shown === 30 || (fortune >= 0.05 && fortune < 0.08) ? 0 : shown === 31 || fortune < (harmful ? 0.035 : 0.004) ? 2 : 1
  const stopped = status === 1 && (shown === 32 || random.chance(0.03)) ? 1 : 0
  const host = harmful ? random.pick(harmfulHosts) : owner.host
  const content = qrContent(random, harmful ? 'url' : type, host, owner)
  const isKnown = shown === knownQr.index
  const name = isKnown ? knownQr.name : drawQrName(random)
  const edited = random.chance(0.4)
  const updatedAt = edited ? createdAt + Math.floor((load.now - createdAt) * random.next()) : createdAt
  const counted = !isStatic(type) && status !== 0
  const scans = counted ? Math.floor(Math.exp(random.gauss() * 1.7 + 2.2) * (1 + (load.now - createdAt) / 1.5e7)) : 0
  const recent =
    counted && status === 1 && stopped === 0 && (owner.museum || id % load.scanStride === 0)
      ? await addScans(load, id, createdAt)
      : { scans: 0, visits: 0 }
  const visits = Math.floor(scans * (0.6 + random.next() * 0.35)) + recent.visits
  const own = random.chance(0.04)
  const uri = isKnown
    ? knownQr.uri
    : own
      ? `${(owner.host.split('.')[0] ?? 'qr').replace(/[^a-z0-9]/g, '').slice(0, 14)}-${shortUri(id)}`
      : shortUri(id)
  const virus = harmful && (shown === 33 || random.chance(0.7))
  await load.bulk.add(qrs, {
    id,
    userId: owner.id,
    folderId: qr.folderIds.length > 0 && random.chance(0.6) ? random.pick(qr.folderIds) : null,
    name,
    nameKey: foldText(name),
    type: harmful ? 'url' : type,
    createdAt,
    updatedAt,
    scans: scans + recent.scans,
    visits,
    virus,
    status,
    stopped,
    uri,
    whitelisted: shown === 34 || random.chance(0.004),
    archived: owner.archived && status === 1,
    content,
    version: 1,
  })
  if (shown === 0 || random.chance(0.03)) await addFormerUri(load, id, uri, updatedAt)
  if (!harmful) await addMedia(load, random, id, type)
  const url = typeof content.url === 'string' ? content.url : null
  if (url !== null && (harmful || load.suspects.length < 60 || random.chance(0.004)))
    load.suspects.push({ qrId: id, userId: owner.id, email: owner.email, url, createdAt })
  if (virus) {
    const vendors = Array.from({ length: random.int(1, 4) }, () => random.pick(scanners))
    await load.bulk.add(infectedQrs, {
      qrId: id,
      uri: url ?? uri,
      vendors: [...new Set(vendors)].join(', '),
      createdAt: Math.min(load.now, createdAt + random.int(60, 90_000)),
    })
  }
}

async function addScans(load: Load, qrId: number, createdAt: number): Promise<{ scans: number; visits: number }> {
  const random = new Random('scans', qrId)
  const rate = Math.exp(random.gauss() * 1.3 + 1.4)
  const total = { scans: 0, visits: 0 }
  for (const day of load.scanDays) {
    if (day.end <= createdAt) continue
    const passed = Math.min(1, Math.max(0, (load.now - day.start) / (day.end - day.start)))
    const weekend = day.weekday === 0 || day.weekday === 6 ? 1.25 : 1
    const scans = Math.floor(rate * weekend * passed * (0.4 + random.next() * 1.2) + random.next())
    if (scans === 0) continue
    const visits = Math.max(1, Math.floor(scans * (0.6 + random.next() * 0.4)))
    total.scans += scans
    total.visits += visits
    await load.bulk.add(qrDailyScans, { qrId, day: day.day, scans, visits })
  }
  return total
}

/** Gives a QR one or two former uris. */
async function addFormerUri(load: Load, qrId: number, uri: string, changedAt: number): Promise<void> {
  const former = shortUri(500_000_000 + load.formerUris++)
  if (qrId % 5 !== 0) {
    await load.bulk.add(uriHistory, { qrId, uri: former, qrUri: uri, updatedAt: changedAt })
    return
  }
  const between = shortUri(500_000_000 + load.formerUris++)
  await load.bulk.add(uriHistory, { qrId, uri: former, qrUri: between, updatedAt: changedAt - 5 })
  await load.bulk.add(uriHistory, { qrId, uri: between, qrUri: uri, updatedAt: changedAt })
}

async function addMedia(load: Load, random: Random, qrId: number, type: QrType): Promise<void> {
  const media = mediaOf[type]
  if (media === undefined) return
  const count = random.int(1, media.max)
  for (let i = 1; i <= count; i++) {
    const file = `${media.key}-${i}.${media.extension}`
    const url = `https://media.quaydesk.example/${qrId}/${file}`
    await load.bulk.add(qrMedia, {
      qrId,
      key: `${media.key}-${i}`,
      type: media.type,
      url,
      src: `/media/${qrId}/${file}`,
      storageKey: `qrs/${qrId}/${file}`,
    })
  }
}

import type { z } from 'zod'
import type { ErrorCode } from '../../../src/contract/errors.ts'
import type { BulkAction } from '../../../src/contract/qr-actions.ts'
import { targetDomain, whyNotBlacklist, whyNotReceive, whyNotSetStatus, whyNotWhitelistQr } from '../../../src/contract/qr-rules.ts'
import type { Db } from '../../db/connect.ts'
import { type Listed, lockDomainLists, readListed } from '../../db/domain-lists.ts'
import { ApiError } from '../../http/errors.ts'
import { type End, type QrRecord, readEnds, readQrs } from './locked.ts'

/** A change to one or many QRs. */
export type QrChange = z.output<typeof BulkAction>

interface Refused {
  code: ErrorCode
  reason: string
}

/** The decision for one QR. */
export interface Verdict {
  id: number
  /** Null if there is no such QR. */
  qr: QrRecord | null
  refused: Refused | null
}

export interface Judged {
  /** In the order asked. */
  verdicts: Verdict[]
  /** Transfers only: both ends, by id. */
  ends: ReadonlyMap<number, End>
}

interface Circumstances {
  /** Locks everything the change depends on until the transaction ends. */
  lock: boolean
  /** The product's own hosts, lower case. */
  ownHosts: readonly string[]
}

const alreadyBlocked: Refused = { code: 'domain_already_exists', reason: 'The domain is already blacklisted' }
const unavailable = (reason: string | null): Refused | null => (reason === null ? null : { code: 'unavailable_action', reason })

/**
 * Decides for each QR whether a change is possible, by the console's rules. Earlier QRs count for later ones: places
 * below a limit, domains just blocked.
 * @throws ApiError not_found if a transfer's destination doesn't exist
 */
export async function judge(db: Db, change: QrChange, ids: readonly number[], circumstances: Circumstances): Promise<Judged> {
  const { lock, ownHosts } = circumstances
  const ends = change.action === 'transfer' ? await endsOf(db, change.destiny, ids, lock) : new Map<number, End>()
  if (change.action === 'blacklist' && lock) await lockDomainLists(db)
  const qrs = await readQrs(db, ids, { lock })
  const rule = await ruleOf(db, change, [...qrs.values()], ends, ownHosts)
  const verdicts = ids.map((id): Verdict => {
    const qr = qrs.get(id) ?? null
    return { id, qr, refused: qr === null ? { code: 'not_found', reason: `QR ${id} was not found.` } : rule(qr) }
  })
  return { verdicts, ends }
}

/**
 * Both ends of every transfer. QRs are read before their owners are
 * locked; `ruleOf` refuses those whose owner changed in between.
 */
async function endsOf(db: Db, destiny: number, ids: readonly number[], lock: boolean): Promise<Map<number, End>> {
  const qrs = await readQrs(db, ids, { lock: false })
  const ends = await readEnds(db, [destiny, ...[...qrs.values()].map(({ user }) => user)], { lock })
  if (!ends.has(destiny)) throw customerNotFound()
  return ends
}

/** Documented wording (document 2, section 8). */
export const customerNotFound = () => new ApiError('not_found', 'Customer not found!')

type Rule = (qr: QrRecord) => Refused | null

async function ruleOf(
  db: Db,
  change: QrChange,
  qrs: QrRecord[],
  ends: ReadonlyMap<number, End>,
  ownHosts: readonly string[],
): Promise<Rule> {
  switch (change.action) {
    case 'status':
      return (qr) => unavailable(whyNotSetStatus(qr, change.status))
    case 'whitelist':
      return (qr) => unavailable(whyNotWhitelistQr(qr))
    case 'blacklist': {
      const domains = qrs.map(targetDomain).filter((domain) => domain !== null)
      return blacklistRule(await readListed(db, domains), ownHosts)
    }
    case 'transfer':
      return transferRule(ends, change.destiny)
  }
}

function blacklistRule(listed: Listed, ownHosts: readonly string[]): Rule {
  const taken = new Set<string>()
  return (qr) => {
    const domain = targetDomain(qr)
    const refused = unavailable(whyNotBlacklist(qr, ownHosts))
    if (refused !== null || domain === null) return refused
    if (listed.allowed.has(domain)) return unavailable(`${domain} is an allowed domain.`)
    if (listed.blocked.has(domain) || taken.has(domain)) return alreadyBlocked
    taken.add(domain)
    return null
  }
}

function transferRule(ends: ReadonlyMap<number, End>, destiny: number): Rule {
  const destination = ends.get(destiny)
  if (destination === undefined) throw customerNotFound()
  let { qrCount } = destination
  return (qr) => {
    if (!ends.has(qr.user)) return unavailable('Its owner changed in between, try again.')
    const counts = qr.status === 0 ? 0 : 1
    const refused = unavailable(whyNotReceive({ ...destination, qrCount }, qr.user, counts))
    if (refused === null) qrCount += counts
    return refused
  }
}

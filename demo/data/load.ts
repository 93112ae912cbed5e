import type { BulkInsert } from './insert.ts'
import type { MadridDay } from './madrid-days.ts'

/** A QR that the security lists may mention. */
export interface SuspectQr {
  qrId: number
  userId: number
  email: string
  url: string
  createdAt: number
}

/** Shared by all parts of a fill. */
export interface Load {
  bulk: BulkInsert
  /** The fill's present in unix seconds; nothing is later. */
  now: number
  customers: number
  /** Share of customers whose events, e-mails and API calls are kept, to limit large demos. */
  density: number
  /** One QR in this many gets daily scans. */
  scanStride: number
  /** The last 35 days, the only ones with scans per QR. */
  scanDays: readonly MadridDay[]
  staffIds: readonly number[]
  suspects: SuspectQr[]
  /** Former uris used so far. */
  formerUris: number
}

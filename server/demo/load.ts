import type { BulkInsert } from './insert.ts'
import type { MadridDay } from './madrid-days.ts'

/** A QR that the security lists may speak of. */
export interface SuspectQr {
  qrId: number
  userId: number
  email: string
  url: string
  createdAt: number
}

/** What all topics of one fill share. */
export interface Load {
  bulk: BulkInsert
  /** The fill's present, in unix seconds: nothing is later. */
  now: number
  customers: number
  /** Share of customers whose clicks, e-mails and API calls are kept: large demos would drown in them. */
  density: number
  /** Every how many QRs one has its scans by day. */
  scanStride: number
  /** The last 35 days, the only ones with scans by QR. */
  scanDays: readonly MadridDay[]
  staffIds: readonly number[]
  suspects: SuspectQr[]
  /** Former addresses handed out so far. */
  formerUris: number
}

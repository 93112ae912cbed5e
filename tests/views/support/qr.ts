import type { QrRow } from '../../../src/contract/qrs.ts'

/** A QR code that leads somewhere, of customer 7. */
export const aQr = (id: number, facts: Partial<QrRow> = {}): QrRow => ({
  id,
  name: `Menu ${id}`,
  type: 'url',
  createdAt: 1_781_510_400,
  updatedAt: 1_781_514_000,
  scans: 1204,
  visits: 0,
  virus: false,
  status: 1,
  stopped: 0,
  uri: `uri${id}`,
  user: 7,
  owner: null,
  whitelisted: false,
  content: { url: 'https://cafesol.example' },
  qrUri: `https://qr.example.com/uri${id}`,
  version: 1,
  ...facts,
})

import { z } from 'zod'
import { MediaFile } from '../qr-media.ts'
import { maxUriLength, normalizeQrType, qrTypes } from '../qrs.ts'
import { isStorable, notStorable } from '../storable.ts'
import { Count, Day, ExternalId, Flag, Instant, maybe, otherwise, presentText, state, text } from './fields.ts'

/** A customer's folder of QR codes. Once deleted, its id is not used again. */
export const IngestedFolder = z.strictObject({ ...state, customer: ExternalId, name: text(200), createdAt: Instant })

/** Characters of a QR's content as JSON. */
const maxContentLength = 65_536

/** A QR code. */
export const IngestedQr = z.strictObject({
  ...state,
  customer: ExternalId,
  folder: maybe(ExternalId),
  name: otherwise(text(300), ''),
  type: z
    .string('Must be a QR type.')
    .transform(normalizeQrType)
    .pipe(z.enum(qrTypes, `Must be one of ${qrTypes.join(', ')}.`))
    .describe(`one of ${qrTypes.map((type) => `\`${type}\``).join(', ')}`),
  createdAt: Instant,
  /** What stands behind the public site's address; no two QR codes ever have the same. */
  uri: z
    .string('Must be text.')
    .regex(new RegExp(`^[A-Za-z0-9_-]{1,${maxUriLength}}$`), `Must be 1 to ${maxUriLength} letters, digits, - and _.`)
    .describe(`1 to ${maxUriLength} letters, digits, \`-\` and \`_\``),
  status: otherwise(z.enum(['active', 'blocked', 'deleted'], 'Must be active, blocked or deleted.'), 'active'),
  stopped: otherwise(Flag, false),
  whitelisted: otherwise(Flag, false),
  archived: otherwise(Flag, false),
  /** Whether a scanner found its target harmful. */
  virus: otherwise(Flag, false),
  /** Since it was made; `daily-scans` has the days. */
  scans: otherwise(Count, 0),
  visits: otherwise(Count, 0),
  /** `{url}` for a type that leads somewhere, the fields of the others. */
  content: otherwise(
    z.record(z.string(), z.unknown(), 'Must be an object.').describe(`an object of less than ${maxContentLength} characters as JSON`),
    {},
  )
    .refine((value) => JSON.stringify(value).length <= maxContentLength, `Must have less than ${maxContentLength} characters as JSON.`)
    .refine(isStorable, notStorable),
})

const webAddress = text(4000)
  .regex(/^https?:\/\/[^\s]+$/i, 'Must be an address that begins with http:// or https://.')
  .describe('an http or https address of at most 4000 characters')

/** A file of a QR code. Its id is `{qr}/{key}`. */
export const IngestedMedia = z.strictObject({
  updatedAt: Instant,
  qr: ExternalId,
  key: presentText(200),
  type: MediaFile.shape.type,
  url: webAddress,
  /** A smaller picture of it, or the same. */
  src: maybe(text(4000)),
  /** Its key in the bucket of `S3_BUCKET`, by which staff delete it. */
  storageKey: presentText(1000).refine((key) => !/^\/*invoices\//i.test(key), 'Invoices are not files of a QR code.'),
})

/** A QR code's scans and visits on a Madrid day. Its id is `{qr}/{day}`; it cannot be deleted, but set to 0. */
export const IngestedScans = z.strictObject({ updatedAt: Instant, qr: ExternalId, day: Day, scans: Count, visits: Count })

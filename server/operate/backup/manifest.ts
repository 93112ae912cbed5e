import { z } from 'zod'

const NamedType = z.object({ name: z.string(), type: z.string() })

/** The first entry of a backup: everything that is needed before its rows. */
export const Manifest = z.object({
  format: z.literal(1),
  /** Identifies this backup. */
  id: z.uuid(),
  /** Unix seconds. */
  madeAt: z.int(),
  /** The version of the schema. */
  migrations: z.array(z.object({ tag: z.string(), hash: z.string() })).min(1),
  /** Id of the key that encrypts secrets in the rows; null if none is recorded. */
  keyId: z.string().nullable(),
  /** Whether files of QR codes and invoices are included. Files in a bucket are not. */
  hasFiles: z.boolean(),
  sequences: z.array(z.object({ name: z.string(), value: z.number(), isCalled: z.boolean() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(NamedType), keys: z.array(NamedType), rows: z.int(), sum: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

/** Names of entries. */
export const manifestEntry = 'manifest.json'
export const keyEntry = 'secret.key'
export const tableEntry = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}.ndjson`
export const tableOfEntry = (name: string): { table: string; number: number } | null => {
  const [, table, number] = /^tables\/([^/]+)\/(\d{6})\.ndjson$/.exec(name) ?? []
  return table === undefined ? null : { table, number: Number(number) }
}
/** The path in the files directory; null for other entries. Rejects everything else: a backup must not write elsewhere. */
export const fileOfEntry = (name: string) => /^files\/([0-9a-f]{2}\/[0-9a-f]{64})$/.exec(name)?.[1] ?? null

import path from 'node:path'
import type { Config } from '../../process/config.ts'
import { EmbeddedStorage } from './embedded.ts'
import type { Storage } from './port.ts'

/** The configured storage: S3 if there is a bucket, else files in the data directory. */
export async function createStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (s3 === null) return new EmbeddedStorage(path.join(dataDir, 'files'))
  // Loaded on demand: it takes a second.
  const { S3Storage } = await import('./s3.ts')
  return new S3Storage(s3)
}

import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { type Storage, StorageError } from './port.ts'

export interface S3Settings {
  bucket: string
  region: string
  /** Null: Amazon's for the region. */
  endpoint: string | null
  /** Null: from the machine's environment, such as an instance role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/** Any S3-compatible storage, via Amazon's client, which signs and retries requests. */
export class S3Storage implements Storage {
  private readonly client: S3Client
  private readonly bucket: string

  /** @param timeoutMs milliseconds per try */
  constructor({ bucket, region, endpoint, credentials }: S3Settings, timeoutMs = 10_000) {
    this.bucket = bucket
    this.client = new S3Client({
      region,
      maxAttempts: 3,
      requestHandler: { connectionTimeout: Math.min(timeoutMs, 3000), requestTimeout: timeoutMs, throwOnRequestTimeout: true },
      // Self-hosted storage often lacks per-bucket host names and the newer checksums.
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(credentials === null ? {} : { credentials }),
    })
  }

  async put(key: string, content: Buffer, contentType: string): Promise<void> {
    await answered(() =>
      this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: safe(key), Body: content, ContentType: contentType })),
    )
  }

  get(key: string): Promise<Readable | null> {
    return answered(async () => {
      try {
        const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: safe(key) }))
        return Body instanceof Readable ? Body : Readable.from([])
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    })
  }

  async delete(key: string): Promise<void> {
    await answered(async () => {
      try {
        await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: safe(key) }))
      } catch (error) {
        // Amazon answers 204 for a missing key; others report it.
        if (!isMissingKey(error)) throw error
      }
    })
  }
}

/**
 * The key becomes part of a URL path, where servers and proxies
 * resolve '.' and '..': it could end up in another bucket.
 */
function safe(key: string): string {
  if (key === '' || key.split('/').some((part) => part === '.' || part === '..')) throw new Error('the key has parts that lead elsewhere')
  return key
}

/** A missing key, as opposed to a missing bucket. */
function isMissingKey(error: unknown): boolean {
  return error instanceof Error && error.name === 'NoSuchKey'
}

async function answered<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw new StorageError('the S3 store failed', { cause: error })
  }
}

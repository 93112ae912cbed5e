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

/** Attempts per request: failed ones are retried. */
const tries = 3

/** Any S3-compatible storage, via Amazon's client, which signs and retries requests. */
export class S3Storage implements Storage {
  private readonly client: S3Client
  private readonly bucket: string

  /** @param timeoutMs milliseconds until the answer, over all attempts; and between chunks of a file */
  constructor(
    { bucket, region, endpoint, credentials }: S3Settings,
    private readonly timeoutMs = 5000,
  ) {
    const perTry = Math.ceil(timeoutMs / tries)
    this.bucket = bucket
    this.client = new S3Client({
      region,
      maxAttempts: tries,
      requestHandler: { connectionTimeout: perTry, requestTimeout: perTry, throwOnRequestTimeout: true, socketTimeout: timeoutMs },
      // Self-hosted storage often lacks per-bucket host names and the newer checksums.
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(credentials === null ? {} : { credentials }),
    })
  }

  async put(key: string, content: Buffer, contentType: string): Promise<void> {
    await this.answered((options) =>
      this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: safe(key), Body: content, ContentType: contentType }), options),
    )
  }

  get(key: string): Promise<Readable | null> {
    return this.answered(async (options) => {
      try {
        const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: safe(key) }), options)
        return Body instanceof Readable ? Body : Readable.from([])
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    })
  }

  async delete(key: string): Promise<void> {
    await this.answered(async (options) => {
      try {
        await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: safe(key) }), options)
      } catch (error) {
        // Amazon answers 204 for a missing key; others report it.
        if (!isMissingKey(error)) throw error
      }
    })
  }

  private async answered<Result>(ask: (options: { abortSignal: AbortSignal }) => Promise<Result>): Promise<Result> {
    const abort = new AbortController()
    const late = new Promise<never>((_resolve, reject) => {
      abort.signal.addEventListener('abort', () => reject(new Error(`no answer within ${this.timeoutMs} ms`)), { once: true })
    })
    // Only until the answer begins: reading a file may take longer.
    const timer = setTimeout(() => abort.abort(), this.timeoutMs)
    try {
      // The client's pause between attempts ignores the signal.
      return await Promise.race([ask({ abortSignal: abort.signal }), late])
    } catch (error) {
      throw new StorageError('the S3 store failed', { cause: error })
    } finally {
      clearTimeout(timer)
    }
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

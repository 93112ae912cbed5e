import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createStorage } from '../../server/outside/storage/create.ts'
import { EmbeddedStorage } from '../../server/outside/storage/embedded.ts'
import { type Storage, StorageError } from '../../server/outside/storage/port.ts'
import { S3Storage } from '../../server/outside/storage/s3.ts'
import { anyPath } from '../support/any-text.ts'
import { openS3, type S3Server } from './storage-s3-server.ts'

const settings = { bucket: 'quaydesk-files', region: 'eu-test-1', credentials: { accessKeyId: 'key-id', secretAccessKey: 'key-secret' } }
/** No answer on loopback takes this long, including the pauses between tries. */
const timeoutMs = 3000

let root: string
let s3: S3Server

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'quaydesk-storage-'))
  s3 = await openS3(settings.bucket)
})
afterAll(async () => {
  rmSync(root, { recursive: true })
  await s3.close()
})
beforeEach(() => {
  s3.faults.length = 0
  s3.requests.length = 0
})

const textOf = async (storage: Storage, key: string) => {
  const stream = await storage.get(key)
  return stream === null ? null : (await buffer(stream)).toString()
}

/** Keys that would be paths, addresses or markup if treated as anything but text. */
const oddKeys = [
  'qrs/1/a.jpg',
  '../../etc/passwd',
  '/etc/passwd',
  '..',
  '.',
  'a//b',
  'a?b=c#d',
  'a%2Fb',
  'a b+c&d',
  '<script>alert(1)</script>',
  'C:\\x',
  'ñandú/日本.png',
  'A',
  'a',
  'x'.repeat(900),
]

/** S3 clients put keys into URL paths, where these parts would point elsewhere. */
const isRelative = (key: string) => key.split('/').some((part) => part === '.' || part === '..')

describe.each([
  ['files in a directory', () => new EmbeddedStorage(join(root, 'files'))],
  ['an S3 store', () => new S3Storage({ ...settings, endpoint: s3.endpoint }, timeoutMs)],
])('%s', (_name, open) => {
  let storage: Storage
  beforeAll(() => {
    storage = open()
  })

  test('keeps a file until it is overwritten or deleted', async () => {
    expect(await storage.get('a/file')).toBeNull()
    await storage.put('a/file', Buffer.from('one'), 'text/plain')
    expect(await textOf(storage, 'a/file')).toBe('one')
    await storage.put('a/file', Buffer.from('two'), 'text/plain')
    expect(await textOf(storage, 'a/file')).toBe('two')
    await storage.delete('a/file')
    expect(await storage.get('a/file')).toBeNull()
    await storage.delete('a/file')
  })

  test('accepts any text as a key and keeps keys distinct', async () => {
    const keys = oddKeys.filter((key) => storage instanceof EmbeddedStorage || !isRelative(key))
    for (const key of keys) await storage.put(key, Buffer.from(`content of ${key}`), 'text/plain')
    for (const key of keys) expect(await textOf(storage, key)).toBe(`content of ${key}`)
    for (const key of keys) {
      await storage.delete(key)
      expect(await storage.get(key)).toBeNull()
    }
  })

  test('stores both empty and large content', async () => {
    for (const content of [Buffer.alloc(0), Buffer.alloc(3_000_000, 0xfe)]) {
      await storage.put('bytes', content, 'application/octet-stream')
      const stream = await storage.get('bytes')
      if (stream === null) throw new Error('the file is not there')
      expect((await buffer(stream)).equals(content)).toBe(true)
    }
  })
})

describe('files in a directory', () => {
  test('are named only by hash and accessible only to their owner', async () => {
    const directory = join(root, 'named')
    const storage = new EmbeddedStorage(directory)
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), anyPath(), fc.constantFrom(...oddKeys)), async (key) => {
        await storage.put(key, Buffer.from(key))
        expect(await textOf(storage, key)).toBe(Buffer.from(key).toString())
      }),
      { numRuns: 50 },
    )
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
    expect(entries.every((entry) => (entry.isDirectory() ? /^[0-9a-f]{2}$/ : /^[0-9a-f]{64}$/).test(entry.name))).toBe(true)
    const modes = entries.map((entry) => statSync(join(entry.parentPath, entry.name)).mode & 0o077)
    expect(new Set(modes)).toEqual(new Set([0]))
  })

  test('throw a StorageError if the path is a file', async () => {
    writeFileSync(join(root, 'a-file'), '')
    const storage = new EmbeddedStorage(join(root, 'a-file'))
    await expect(storage.put('key', Buffer.from('x'))).rejects.toThrow(StorageError)
    await expect(storage.get('key')).rejects.toThrow(StorageError)
    await expect(storage.delete('key')).rejects.toThrow(StorageError)
  })
})

describe('an S3 store', () => {
  const storage = () => new S3Storage({ ...settings, endpoint: s3.endpoint }, timeoutMs)

  test('gets signed path-style requests with the content type', async () => {
    await storage().put('qrs/7/ä b.jpg', Buffer.from('x'), 'image/jpeg')
    expect(s3.requests).toEqual(['PUT qrs/7/ä b.jpg'])
    expect(s3.types.get('qrs/7/ä b.jpg')).toBe('image/jpeg')
    expect(s3.signed.every(Boolean)).toBe(true)
  })

  test.each(['../other-bucket/key', 'a/../../b', '..', '.', 'a/./b', ''])(
    'is never sent %j, which could reach another bucket',
    async (key) => {
      await expect(storage().put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(StorageError)
      await expect(storage().get(key)).rejects.toThrow(StorageError)
      await expect(storage().delete(key)).rejects.toThrow(StorageError)
      expect(s3.requests).toEqual([])
    },
  )

  test('gets the request again after an error', async () => {
    s3.objects.set('kept', Buffer.from('x'))
    s3.faults.push('error', 'error')
    await storage().delete('kept')
    expect(s3.requests).toEqual(['DELETE kept', 'DELETE kept', 'DELETE kept'])
    expect(s3.objects.has('kept')).toBe(false)
  })

  test.each([
    ['fails again and again', ['error', 'error', 'error'] as const, 3],
    ['refuses', ['forbidden'] as const, 1],
    ['has no such bucket', ['missing bucket'] as const, 1],
  ])('that %s causes a StorageError within 10 seconds', async (_what, faults, requests) => {
    s3.objects.set('kept', Buffer.from('x'))
    s3.faults.push(...faults)
    const started = performance.now()
    await expect(storage().delete('kept')).rejects.toThrow(StorageError)
    expect(s3.requests).toHaveLength(requests)
    expect(s3.objects.has('kept')).toBe(true)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('that never responds fails after one timeout in total, not one per attempt', async () => {
    s3.faults.push('silent', 'silent', 'silent', 'silent')
    const started = performance.now()
    await expect(new S3Storage({ ...settings, endpoint: s3.endpoint }, 1500).delete('kept')).rejects.toThrow(StorageError)
    expect(performance.now() - started).toBeLessThan(2 * 1500)
    expect(s3.requests.length).toBeGreaterThan(1)
  })

  test('that stalls mid-file makes the read time out', async () => {
    await storage().put('kept', Buffer.from('whole'), 'text/plain')
    s3.faults.push('stalls')
    const stored = await new S3Storage({ ...settings, endpoint: s3.endpoint }, 1000).get('kept')
    await expect(buffer(stored as Readable)).rejects.toThrow('timed out')
  })

  test('returns null for a missing file but throws for a missing bucket', async () => {
    expect(await storage().get('nowhere')).toBeNull()
    s3.faults.push('missing bucket')
    await expect(storage().get('nowhere')).rejects.toThrow(StorageError)
  })

  test('that is unreachable causes a StorageError', async () => {
    const gone = await openS3('gone')
    await gone.close()
    await expect(new S3Storage({ ...settings, endpoint: gone.endpoint }, timeoutMs).get('x')).rejects.toThrow(StorageError)
  })
})

test('the settings choose the store', async () => {
  expect(await createStorage({ s3: null, dataDir: root })).toBeInstanceOf(EmbeddedStorage)
  expect(await createStorage({ s3: { ...settings, endpoint: s3.endpoint }, dataDir: root })).toBeInstanceOf(S3Storage)
})

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the store breaks a request. */
type Fault = 'error' | 'forbidden' | 'silent' | 'missing bucket' | 'stalls'

/** The subset of S3 that the client uses, on loopback: one bucket in memory. */
export interface S3Server {
  endpoint: string
  /** Content by key. */
  objects: Map<string, Buffer>
  /** Content type by key. */
  types: Map<string, string>
  /** Requests in order: `DELETE key`. */
  requests: string[]
  /** Whether each request was signed with the access key. */
  signed: boolean[]
  /** Faults of the next requests; after them, normal answers. */
  faults: Fault[]
  close(): Promise<void>
}

export async function openS3(bucket: string): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const types = new Map<string, string>()
  const requests: string[] = []
  const signed: boolean[] = []
  const faults: Fault[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://store')
    const [, first, ...rest] = pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    requests.push(`${request.method} ${key}`)
    signed.push(/^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/eu-test-1\/s3\//.test(request.headers.authorization ?? ''))
    const content = await bodyOf(request)
    const refuse = (status: number, code: string) => {
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    }
    const fault = faults.shift()
    if (fault === 'silent') return
    if (fault === 'error') return refuse(500, 'InternalError')
    if (fault === 'forbidden') return refuse(403, 'AccessDenied')
    if (fault === 'missing bucket' || first !== bucket) return refuse(404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      objects.set(key, content)
      types.set(key, request.headers['content-type'] ?? '')
      response.writeHead(200, { etag: '"1"' }).end()
    } else if (request.method === 'GET') {
      const found = objects.get(key)
      if (found === undefined) return refuse(404, 'NoSuchKey')
      response.writeHead(200, { 'content-type': types.get(key), 'content-length': found.length })
      if (fault === 'stalls') response.write(found.subarray(0, 1))
      else response.end(found)
    } else if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
    } else refuse(405, 'MethodNotAllowed')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    types,
    requests,
    signed,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

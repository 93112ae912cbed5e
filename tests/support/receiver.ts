import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A webhook as received, with its signature checked. */
export interface Received {
  id: string
  path: string
  type: string
  record: string
  body: Record<string, unknown>
}

type Answer = { status: number; body?: string; headers?: Record<string, string> } | 'hangs up'

/** The receiver's answer to a call, immediate or as a promise. The default is 204. */
type Answering = (call: Received, count: number) => Answer | Promise<Answer>

/** A product's endpoint on loopback. It checks signatures with the library that products use. */
export async function openReceiver() {
  const received: Received[] = []
  const badSignatures: string[] = []
  const secrets = new Map<string, string>()
  let answer: Answering = () => ({ status: 204 })
  const server = createServer((request, response) => {
    void read(request).then(async (text) => {
      const path = request.url ?? ''
      try {
        new Webhook(secrets.get(path) ?? '').verify(text, request.headers as Record<string, string>)
      } catch (error) {
        badSignatures.push(String(error))
      }
      const body = JSON.parse(text) as Record<string, unknown> & { type: string; data: { record?: { type: string; id: number } } }
      const { record } = body.data
      const call = {
        id: String(request.headers['webhook-id']),
        path,
        type: body.type,
        record: record ? `${record.type}:${record.id}` : '',
        body,
      }
      received.push(call)
      const answered = await answer(call, received.length)
      if (answered === 'hangs up') return request.socket.destroy()
      response.writeHead(answered.status, answered.headers).end(answered.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    badSignatures,
    /** Sets the secret that verifies calls to a path. */
    trust: (path: string, secret: string) => void secrets.set(path, secret),
    answers: (next: Answering) => {
      answer = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

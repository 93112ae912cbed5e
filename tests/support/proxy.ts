import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The interval between readiness checks, in milliseconds. */
const checkEvery = 100

export interface Proxy {
  url: string
  /** The ports that receive requests now. */
  ready(): number[]
  close(): Promise<void>
}

/**
 * A load balancer as docs/operations.md configures one. It takes turns among the servers whose `/readyz` answers 200, keeps
 * connections to them, and sends a request that failed to reach one server to the next.
 */
export async function openProxy(ports: readonly number[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const up = new Set<number>()
  let turn = 0
  const check = async (port: number) => {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (reply?.status === 200) up.add(port)
    else up.delete(port)
  }
  const timer = setInterval(() => ports.forEach((port) => void check(port)), checkEvery)
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => send(Buffer.concat(chunks), ports.length))
    const send = (body: Buffer, tries: number) => {
      const ready = [...up]
      const port = ready[(turn += 1) % ready.length]
      if (port === undefined) {
        outgoing.writeHead(502).end()
        return
      }
      const { method, url: path, headers } = incoming
      const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      sent.on('error', (error: Error & { code?: string }) => {
        if (outgoing.headersSent) outgoing.destroy()
        else if (error.code === 'ECONNREFUSED' && tries > 1) send(body, tries - 1)
        else outgoing.writeHead(502).end()
      })
      sent.end(body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => [...up],
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer)
        agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

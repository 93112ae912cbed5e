import { Agent, request } from 'node:http'
import type { RunningServer } from './server.ts'

/** One client on one keep-alive connection, like a browser. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(private readonly server: RunningServer) {}

  /** @returns the parsed body */
  get<Reply>(path: string): Promise<Reply> {
    return this.#ask('GET', path)
  }

  patch<Reply>(path: string, body: object): Promise<Reply> {
    return this.#ask('PATCH', path, JSON.stringify(body))
  }

  #ask<Reply>(method: string, path: string, body?: string): Promise<Reply> {
    const { origin, cookie } = this.server
    const typed = body === undefined ? {} : { 'content-type': 'application/json' }
    return new Promise((resolve, reject) => {
      const sent = request(
        `${origin}/api/admin${path}`,
        { method, agent: this.agent, headers: { cookie: `${cookie.name}=${cookie.value}`, origin, ...typed } },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('error', reject)
          response.on('end', () => {
            const text = Buffer.concat(parts).toString()
            if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}: ${text}`))
            else resolve(JSON.parse(text) as Reply)
          })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.agent.destroy()
  }
}

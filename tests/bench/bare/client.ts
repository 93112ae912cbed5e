import { connect, type Socket } from 'node:net'
import type { ApiCall } from './statements.ts'

/** A client on one kept connection that does as little as can be: the processor is for the server that is measured. */
export class BareClient {
  readonly #socket: Socket
  #taken = ''
  #answered: ((error?: Error) => void) | null = null

  constructor(
    origin: string,
    private readonly headers: string,
  ) {
    const { hostname, port } = new URL(origin)
    this.#socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
    this.#socket.on('data', (part: string) => this.#take(part))
    this.#socket.on('error', (error) => this.#answered?.(error))
  }

  /** Resolves with the last byte of the reply. */
  ask({ path, body }: ApiCall): Promise<void> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const typed = body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${text.length}\r\n`
    this.#taken = ''
    return new Promise((resolve, reject) => {
      this.#answered = (error) => (error ? reject(error) : resolve())
      this.#socket.write(`${body === undefined ? 'GET' : 'PATCH'} ${path} HTTP/1.1\r\n${this.headers}${typed}\r\n${text}`)
    })
  }

  #take(part: string): void {
    this.#taken += part
    const end = this.#taken.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#taken)?.[1]
    if (length === undefined || !this.#taken.startsWith('HTTP/1.1 200'))
      this.#answered?.(new Error(`unexpected reply: ${this.#taken.slice(0, 500)}`))
    else if (this.#taken.length >= end + 4 + Number(length)) this.#answered?.()
  }

  close(): void {
    this.#socket.destroy()
  }
}

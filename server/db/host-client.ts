import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Host, type Hosts, NoWritableHost } from './hosts.ts'

/** PostgreSQL's messages as pg's connection tells them, which its types leave out. */
interface Wire {
  on(event: 'parameterStatus', listener: (message: { parameterName: string; parameterValue: string }) => void): void
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void
}

/** Reported by PostgreSQL at each connection and whenever they change. */
const readOnlyParameters = ['in_hot_standby', 'default_transaction_read_only']

/** SQLSTATE of a write to a standby. */
const readOnlyTransaction = '25006'

/** A connection to the host that takes writes, looked for as it connects. */
export class HostClient extends pg.Client {
  /** Where it is connected to. */
  at: Host | null = null
  readonly #readOnly = new Set<string>()

  constructor(
    options: pg.ClientConfig,
    private readonly hosts: Hosts,
    log: FastifyBaseLogger,
  ) {
    super(options)
    // A broken connection emits 'error'; unhandled, that would end the process. Whoever waits for an answer is told anyway.
    this.on('error', (error) => log.debug({ err: error }, 'a database connection broke'))
    const wire = this.connection as unknown as Wire
    wire.on('parameterStatus', ({ parameterName: name, parameterValue: value }) => {
      if (!readOnlyParameters.includes(name)) return
      if (value === 'on') this.#readOnly.add(name)
      else this.#readOnly.delete(name)
    })
    wire.on('errorMessage', ({ code }) => {
      if (code !== readOnlyTransaction) return
      this.#readOnly.add(code)
      void hosts.leave(this.at)
    })
  }

  /** Whether its host has refused a write, or would. */
  get isReadOnly(): boolean {
    return this.#readOnly.size > 0
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
  override connect(callback?: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): Promise<pg.Client> | void {
    const connecting = this.#connect()
    if (!callback) return connecting
    const done = callback as (error: Error | null, client?: pg.Client) => void
    // What the callback throws is not ours.
    connecting.then(
      () => process.nextTick(done, null, this),
      (error: unknown) => process.nextTick(done, error),
    )
  }

  async #connect(): Promise<pg.Client> {
    const host = await this.hosts.find()
    Object.assign(this, { at: host, host: host.host, port: host.port })
    this.hosts.opened(this)
    try {
      await super.connect()
      if (this.isReadOnly) throw new NoWritableHost('the host takes no writes')
    } catch (error) {
      this.hosts.closed(this)
      this.hosts.forget(host)
      this.destroy()
      throw error
    }
    return this
  }

  /** Closes it at once; whoever waits for an answer gets an error. */
  destroy(): void {
    this.connection.stream.destroy()
  }
}

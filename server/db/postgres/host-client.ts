import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Host, type Hosts, NoWritableHost } from './hosts.ts'

/** Wire messages that pg's connection emits but its types lack. */
interface Wire {
  on(event: 'parameterStatus', listener: (message: { parameterName: string; parameterValue: string }) => void): void
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void
}

/** PostgreSQL reports these on every connection and whenever they change. */
const readOnlyParameters = ['in_hot_standby', 'default_transaction_read_only']

/** SQLSTATE of a write to a standby. */
const readOnlyTransaction = '25006'

/** A connection to the host that accepts writes; finds it when it connects. */
export class HostClient extends pg.Client {
  /** The host it is connected to. */
  at: Host | null = null
  readonly #readOnly = new Set<string>()

  constructor(
    options: pg.ClientConfig,
    private readonly hosts: Hosts,
    log: FastifyBaseLogger,
  ) {
    super(options)
    // An unhandled 'error' event would end the process. Pending queries are rejected anyway.
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

  /** Whether its host has refused a write, or would refuse one. */
  get isReadOnly(): boolean {
    return this.#readOnly.size > 0
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
  override connect(callback?: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): Promise<pg.Client> | void {
    const connecting = this.#connect()
    if (!callback) return connecting
    const done = callback as (error: Error | null, client?: pg.Client) => void
    // Errors thrown by the callback are not ours to handle.
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

  /** Closes the connection immediately; pending queries fail. */
  destroy(): void {
    this.connection.stream.destroy()
  }
}

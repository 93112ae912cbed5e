import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What happens to a connection at one point of a change. */
export type Cut =
  /** It breaks before the statement reaches PostgreSQL. */
  | 'before'
  /** It breaks once PostgreSQL has the statement, before its reply is back. */
  | 'after'
  /** It stays open, and nothing more passes. */
  | 'silent'
  /** It stays whole, and this is done. */
  | (() => void)

export interface Wire {
  /** The address of the database through this wire. */
  url: string
  /** Breaks all connections without a word. */
  break(): void
  /** Lets nothing pass any more, in either direction, while all connections stay open. */
  mute(): void
  /** Cuts the connection that sends the `nth` message from now on, counted from 0 over all connections. */
  cutAt(nth: number, how: Cut): void
  /** Whether that message has come. */
  isCut(): boolean
  close(): void
}

/** A network between the server and PostgreSQL that can fail. Either side learns of the other's end, as on a real one. */
export async function openWire(databaseUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isMute = false
  let cut: { left: number; how: Cut } | null = null
  const server = createServer((here) => {
    const there = connect(Number(port), hostname)
    const ends = [here, there]
    for (const end of ends) {
      sockets.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        sockets.delete(end)
        for (const other of ends) if (!isMute) other.destroySoon()
      })
    }
    const reset = () => ends.forEach((end) => end.resetAndDestroy())
    if (isMute) return
    there.pipe(here)
    here.on('data', (chunk: Buffer) => {
      if (isMute) return
      if (cut === null || cut.left < 0 || cut.left-- > 0) {
        there.write(chunk)
        return
      }
      if (cut.how === 'before') return reset()
      if (typeof cut.how === 'function') {
        there.write(chunk, cut.how)
        return
      }
      there.unpipe(here)
      if (cut.how === 'silent') return here.pause()
      there.write(chunk, reset)
    })
    here.on('end', () => there.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    break: () => sockets.forEach((socket) => socket.resetAndDestroy()),
    mute: () => {
      isMute = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    cutAt: (nth, how) => {
      cut = { left: nth, how }
    },
    isCut: () => cut !== null && cut.left < 0,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

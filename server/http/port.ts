import { createServer } from 'node:net'
import { StartError } from '../process/start-error.ts'

interface Place {
  host: string
  port: number
  /** The setting that defines the port. */
  setting?: 'PORT' | 'PUBLIC_SITE_PORT' | 'METRICS_PORT'
}

/**
 * Listens briefly, so that a taken port is reported before the database is opened, migrated or filled.
 * @throws StartError
 */
export function checkPort({ host, port, setting }: Place): Promise<void> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port, setting })))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
}

/** Explains why listening failed; other errors are returned as they are. */
export function listenError(error: unknown, { host, port, setting = 'PORT' }: Place): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartError(`${setting} ${port} of ${host} is in use. Stop the program that listens there, or set another ${setting}.`)
  if (code === 'EACCES') return new StartError(`${setting} ${port} may not be used by this user. Set a ${setting} above 1023.`)
  if (code === 'EADDRNOTAVAIL') return new StartError(`HOST ${host} is not an address of this machine.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new StartError(`HOST ${host} is not a known name.`)
  return error
}

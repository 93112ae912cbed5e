import { createServer } from 'node:net'
import { StartError } from '../db/start-error.ts'

interface Place {
  host: string
  port: number
  /** The name of the setting that says so. */
  setting?: 'PORT' | 'PUBLIC_SITE_PORT'
}

/**
 * Tries to listen and stops again: a taken port is told before the database is opened, migrated or filled.
 * @throws StartError
 */
export function checkPort({ host, port, setting }: Place): Promise<void> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port, setting })))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
}

/** Says why it is not possible to listen there; any other error comes back as it is. */
export function listenError(error: unknown, { host, port, setting = 'PORT' }: Place): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartError(`${setting} ${port} of ${host} is in use. Stop what listens there, or set another ${setting}.`)
  if (code === 'EACCES') return new StartError(`${setting} ${port} may not be used by this user. Set a ${setting} above 1023.`)
  if (code === 'EADDRNOTAVAIL') return new StartError(`HOST ${host} is not an address of this machine.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new StartError(`HOST ${host} is not a known name.`)
  return error
}

import type { FastifyInstance } from 'fastify'
import { listenError } from '../../server/http/port.ts'
import type { AppContext } from '../../server/outside/context.ts'
import { type Config, localAddress } from '../../server/process/config.ts'
import { buildPublicSite } from './site.ts'

/** Port of Vite under `npm run dev`. */
const vitePort = 5173

interface PublicSite {
  /** Base of the QR addresses. */
  url: string
  /** Lets the console frame the pages once its port is known. */
  admit: (console: FastifyInstance, isServedByVite: boolean) => void
  close: () => Promise<void>
}

/**
 * Starts the public site's stand-in.
 * @param port 0 for any free one
 * @throws StartError if it can't listen
 */
export async function startPublicSite(context: Pick<AppContext, 'database' | 'config' | 'now'>, port: number): Promise<PublicSite> {
  const { config } = context
  let origins: readonly string[] = []
  const site = await buildPublicSite(context, () => origins)
  try {
    await site.listen({ host: config.host, port })
  } catch (error) {
    throw listenError(error, { host: config.host, port, setting: 'PUBLIC_SITE_PORT' })
  }
  return {
    url: localAddress(config, portOf(site)),
    admit: (console, isServedByVite) =>
      void console.addHook('onListen', async () => {
        origins = consoleOrigins(config, isServedByVite ? [portOf(console), vitePort] : [portOf(console)])
      }),
    close: () => site.close(),
  }
}

/** Origins of the console: the public one behind a proxy, else this machine by name and IP. */
export function consoleOrigins(config: Pick<Config, 'publicOrigin' | 'host'>, ports: readonly number[]): string[] {
  if (config.publicOrigin !== null) return [config.publicOrigin]
  const addresses = ports.flatMap((port) => {
    const local = localAddress(config, port)
    return local.startsWith('http://localhost:') ? [local, `http://127.0.0.1:${port}`] : [local]
  })
  return addresses.map((address) => new URL(address).origin)
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

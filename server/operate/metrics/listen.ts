import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenError } from '../../http/port.ts'
import type { Config } from '../../process/config.ts'
import type { Measures } from './measures.ts'

interface Serving {
  port: number
  stop: () => Promise<void>
}

/**
 * Serves `GET /metrics` on a separate port without authentication: only Prometheus should be able to reach it.
 * @param port 0 for any free one
 * @throws StartError if it can't listen
 */
export async function serveMetrics(measures: Measures, { host }: Pick<Config, 'host'>, port: number): Promise<Serving> {
  const { registry } = measures
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port, setting: 'METRICS_PORT' })))
    server.listen({ host, port }, resolve)
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      measures.close()
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, stop }
}

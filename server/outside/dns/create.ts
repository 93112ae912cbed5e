import type { Database } from '../../db/connect.ts'
import type { Config } from '../../process/config.ts'
import { EmbeddedDns } from './embedded.ts'
import type { Dns } from './port.ts'
import { ResolverDns } from './resolver.ts'

/** The configured name servers, else the demo's zone. */
export function createDns(config: Pick<Config, 'dnsServers' | 'domainTarget' | 'secretKey' | 'production'>, database: Database): Dns {
  return config.dnsServers === null ? new EmbeddedDns(database, config) : new ResolverDns(config.dnsServers)
}

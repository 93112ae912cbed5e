import { webHost } from '../../../src/contract/qr-rules.ts'
import type { Config } from '../../process/config.ts'

/** The product's own hosts, lower case, which are never blocked (ruling 47). */
export function ownHosts({ publicSiteUrl, appUrl, publicOrigin }: Pick<Config, 'publicSiteUrl' | 'appUrl' | 'publicOrigin'>): string[] {
  return [publicSiteUrl, appUrl, publicOrigin].map(webHost).filter((host) => host !== null)
}

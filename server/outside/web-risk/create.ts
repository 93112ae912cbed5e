import type { Database } from '../../db/connect.ts'
import type { Config } from '../../process/config.ts'
import { EmbeddedWebRisk } from './embedded.ts'
import { GoogleWebRisk } from './google.ts'
import type { WebRisk } from './port.ts'

/** The configured web-risk source: Google's if there is a key, else our domain lists. */
export function createWebRisk({ webRisk }: Pick<Config, 'webRisk'>, database: Database): WebRisk {
  return webRisk === null ? new EmbeddedWebRisk(database) : new GoogleWebRisk(webRisk)
}

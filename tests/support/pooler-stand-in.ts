import { type AddressInfo, connect, createServer } from 'node:net'

/** What poolers do with settings that a connection begins with and that they do not know. */
export type Unknown = 'refused' | 'ignored'

/** The parameters that PgBouncer accepts by default. */
const known = ['user', 'database', 'client_encoding', 'datestyle', 'timezone', 'standard_conforming_strings', 'application_name']

/**
 * Stands before PostgreSQL like a pooler while connections begin; where PgBouncer is installed, `npm run test:pooled` uses that.
 * @returns its address for the same database
 */
export async function openStandIn(databaseUrl: string, unknown: Unknown): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(databaseUrl)
  const server = createServer((here) => {
    const there = connect(Number(port), hostname)
    here.on('error', () => there.destroy()).on('close', () => there.destroy())
    there.on('error', () => here.destroy()).on('close', () => here.destroySoon())
    here.once('data', (chunk: Buffer) => {
      const parameters = readParameters(chunk)
      const [other] = [...parameters.keys()].filter((name) => !known.includes(name))
      if (other !== undefined && unknown === 'refused') {
        here.end(refusal(`unsupported startup parameter: ${other}`))
        return
      }
      there.write(startup([...parameters].filter(([name]) => known.includes(name))))
      here.pipe(there)
      there.pipe(here)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, close: () => void server.close() }
}

/** A startup message has its length, its version, and names and values, each ending with NUL. */
function readParameters(message: Buffer): Map<string, string> {
  const texts = message.subarray(8).toString().split('\0')
  return new Map(texts.flatMap((name, index) => (index % 2 === 0 && name !== '' ? [[name, texts[index + 1] ?? '']] : [])))
}

const protocol = 196_608

function startup(parameters: readonly (readonly [string, string])[]): Buffer {
  const body = Buffer.from(
    `${parameters
      .flat()
      .map((text) => `${text}\0`)
      .join('')}\0`,
  )
  const head = Buffer.alloc(8)
  head.writeInt32BE(body.length + 8)
  head.writeInt32BE(protocol, 4)
  return Buffer.concat([head, body])
}

function refusal(message: string): Buffer {
  const body = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

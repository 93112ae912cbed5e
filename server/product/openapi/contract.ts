import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Endpoint } from '../../../src/contract/endpoint.ts'

const directory = join(import.meta.dirname, '../../../src/contract')

/** An endpoint with its name and the file that declares it: `refundPayment`, `payments`. */
export interface NamedEndpoint {
  name: string
  file: string
  endpoint: Endpoint
}

export interface Contract {
  /** In the order of files, then of declarations. */
  endpoints: NamedEndpoint[]
  /** Exported schemas by name. */
  schemas: Map<string, z.ZodType>
}

/** The whole contract as it is exported, so that new endpoints are included automatically. */
export async function readContract(): Promise<Contract> {
  const endpoints: NamedEndpoint[] = []
  const schemas = new Map<string, z.ZodType>()
  const files = readdirSync(directory).filter((name) => name.endsWith('.ts'))
  for (const fileName of files.toSorted()) {
    const file = fileName.replace(/\.ts$/, '')
    const exported = (await import(join(directory, fileName))) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      if (value instanceof z.ZodType) schemas.set(name, value)
      else
        for (const [inner, endpoint] of endpointsIn(value))
          endpoints.push({ name: inner === '' ? name : inRecord(name, inner), file, endpoint })
    }
  }
  return { endpoints, schemas }
}

/** An endpoint, or several in a record whose keys complete their names. */
function endpointsIn(value: unknown): [string, Endpoint][] {
  if (isEndpoint(value)) return [['', value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
}

/** `dailySeries` and `trials` become `dailySeriesTrials`. */
const inRecord = (name: string, inner: string) => name + inner.charAt(0).toUpperCase() + inner.slice(1)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && ['method', 'path', 'access', 'changesState'].every((key) => key in value)
}

import { createHash } from 'node:crypto'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { type IngestResource, ingestResources, ingestSchemas } from '../../../src/contract/ingest/resources.ts'
import { StartError } from '../../process/start-error.ts'

/** A file to import. */
export interface ImportFile {
  path: string
  resource: IngestResource
  kind: 'csv' | 'ndjson'
  isPacked: boolean
  /** Bytes on disk, packed or not. */
  size: number
  mapping: Mapping
}

const mustBeObject = 'Must be an object.'

const Mapping = z.strictObject(
  {
    resource: z.enum(ingestResources, `Must be one of ${ingestResources.join(', ')}.`).optional(),
    /** Our field for each of their columns; null skips the column. */
    columns: z.record(z.string(), z.string('Must be a field, or null.').nullable(), mustBeObject).default({}),
    /** Fields with the same value in every row. */
    values: z.record(z.string(), z.unknown(), mustBeObject).default({}),
  },
  {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `Unknown: ${String(keys)}. There are resource, columns and values.` : mustBeObject,
  },
)
export type Mapping = z.infer<typeof Mapping>

const Mappings = z.record(z.string(), Mapping, 'Must be an object with a mapping for each file.')

const endings = /\.(csv|ndjson|jsonl)(\.gz)?$/i

/**
 * Finds the given files, and the files in the given folders, ordered so that referenced resources come first.
 * @param mapFile a JSON file: a mapping by file name
 * @throws StartError that names the file and what is wrong with it
 */
export async function findFiles(paths: readonly string[], mapFile: string | undefined): Promise<ImportFile[]> {
  const mappings = mapFile === undefined ? {} : await readMappings(mapFile)
  const found: ImportFile[] = []
  for (const path of paths) {
    const info = await stat(path).catch(() => null)
    if (!info) throw new StartError(`${path} does not exist.`)
    if (!info.isDirectory()) found.push(describe(path, info.size, mappings))
    else
      for (const name of (await readdir(path)).filter((name) => endings.test(name)).toSorted())
        found.push(describe(join(path, name), (await stat(join(path, name))).size, mappings))
  }
  if (found.length === 0) throw new StartError('No .csv or .ndjson files were found.')
  const rank = ({ resource }: ImportFile) => ingestResources.indexOf(resource)
  return found.toSorted((a, b) => rank(a) - rank(b))
}

async function readMappings(path: string): Promise<Record<string, Mapping>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new StartError(`${path} could not be read.`)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new StartError(`${path} is not JSON.`)
  }
  const read = Mappings.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new StartError([path, issue?.path.join('.'), issue?.message].filter(Boolean).join(': '))
}

function describe(path: string, size: number, mappings: Record<string, Mapping>): ImportFile {
  const name = basename(path)
  const ending = endings.exec(name)
  if (ending === null) throw new StartError(`${path} is neither .csv nor .ndjson, nor one of them as .gz.`)
  const mapping = mappings[name] ?? { columns: {}, values: {} }
  const bare = name.slice(0, ending.index)
  // `qrs`, `qrs-2025` and `qrs.part1` are QR codes.
  const resource =
    mapping.resource ?? ingestResources.find((each) => bare === each || (bare.startsWith(each) && /^[-_.\d]/.test(bare.slice(each.length))))
  if (resource === undefined)
    throw new StartError(
      `${path}: its name does not start with a resource (${ingestResources.join(', ')}). Rename it, or give the resource with --map.`,
    )
  const isPacked = ending[2] !== undefined
  return { path, resource, kind: ending[1]?.toLowerCase() === 'csv' ? 'csv' : 'ndjson', isPacked, size, mapping }
}

/** Fields of a resource. */
export const fieldsOf = (resource: IngestResource): string[] => Object.keys(ingestSchemas[resource].shape)

const endBytes = 1024 * 1024

/** Identifies a file and its version without reading all of it. */
export async function fingerprintOf({ path, size, resource, mapping }: ImportFile): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([resource, mapping, size]))
  const file = await open(path)
  try {
    for (const position of [0, Math.max(0, size - endBytes)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, endBytes)), 0, Math.min(size, endBytes), position)
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

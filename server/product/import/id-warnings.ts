import { ingestReferences, ingestSchemas } from '../../../src/contract/ingest/resources.ts'
import { idFromText } from '../../db/list/list.ts'
import type { Candidate } from '../ingest/candidates.ts'
import type { ImportFile } from './files.ts'
import { IdPlaces, type Place } from './id-places.ts'

/** Called with what may be a mistake in a row that can be imported. */
export type OnWarning = (path: string, line: number, field: string, text: string) => void

/** Ids that are compared, in some 50 to 100 MB. */
const idLimit = 1_000_000

/**
 * What looks wrong with the ids of all files together, though each row is valid: ids that differ only in leading zeros, an id with different
 * data in one file, and ids of both kinds for one resource (docs/integration.md, "Ids").
 */
export class IdWarnings {
  readonly #places = new Map<string, IdPlaces>()
  /** The first whole number and the first other id of each resource. */
  readonly #kinds = new Map<string, Map<boolean, string>>()
  #count = 0

  constructor(
    private readonly warn: OnWarning,
    private readonly limit = idLimit,
  ) {}

  /** Whether some ids were not compared, as there are too many. */
  get isCut(): boolean {
    return this.#count > this.limit
  }

  /** Compares a good row with those before it. */
  see({ path, resource }: ImportFile, line: number, { externalId, at, digest, row }: Candidate): void {
    // The other resources' ids are made of others.
    const field = 'externalId' in ingestSchemas[resource].shape ? 'externalId' : 'row'
    const place = { path, line, zeros: zerosOf(externalId), at, data: numberOf(digest) }
    const before = this.#place(resource, externalId, place, field)
    if (before?.at != null && before.path === path && before.data !== place.data)
      this.warn(path, line, field, `${externalId} is in line ${before.line} too, with other data. ${winnerOf(before.at, at)}`)
    if (field === 'externalId') this.#seeKind(resource, externalId, path, line)
    for (const { field: name, to } of ingestReferences[resource]) {
      const id = row[name]
      if (typeof id === 'string' && /^\d+$/.test(id)) this.#place(to, id, { path, line, zeros: zerosOf(id), at: null, data: 0 }, name)
    }
  }

  /** @returns where this very id was read before */
  #place(resource: string, id: string, place: Place, field: string): Place | undefined {
    const places = this.#places.get(resource) ?? new IdPlaces()
    this.#places.set(resource, places)
    const key = id.slice(place.zeros)
    const before = places.get(key)
    if (before && before.zeros !== place.zeros) {
      const other = '0'.repeat(before.zeros) + key
      this.warn(
        place.path,
        place.line,
        field,
        `${id} and ${other} (${before.path}:${before.line}) differ only in leading zeros. These are two records.`,
      )
      return undefined
    }
    // A row that has the id says more than one that refers to it.
    if (before !== undefined && (before.at !== null || place.at === null)) return before
    if (before === undefined) this.#count += 1
    if (before !== undefined || this.#count <= this.limit) places.set(key, place)
    return undefined
  }

  #seeKind(resource: string, id: string, path: string, line: number): void {
    const kinds = this.#kinds.get(resource) ?? new Map<boolean, string>()
    this.#kinds.set(resource, kinds)
    const isNumber = idFromText(id) !== null
    if (kinds.has(isNumber)) return
    kinds.set(isNumber, `${id} (${path}:${line})`)
    const other = kinds.get(!isNumber)
    if (other === undefined) return
    const what = isNumber ? `a whole number, but ${other} is none` : `no whole number, but ${other} is one`
    this.warn(path, line, 'externalId', `${id} is ${what}. Use one kind of ids for ${resource}, or their numbers may collide.`)
  }
}

const numberOf = (digest: string) => (Number.parseInt(digest.slice(0, 8), 16) * 31 + Number.parseInt(digest.slice(8, 16), 16)) | 0

/** One zero is left: '0' is an id. */
const zerosOf = (id: string) => (/^\d+$/.test(id) ? (/^0*(?=\d)/.exec(id)?.[0].length ?? 0) : 0)

const winnerOf = (before: number, now: number) =>
  before === now
    ? 'They are of one moment: only one of them stays.'
    : `Only the later one stays, ${before > now ? 'that one' : 'this one'}.`

import { readFile } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import type { Frame } from '../../../src/contract/client-errors.ts'

/** Maps kept in memory. Most errors come from few files. */
const maxKept = 4

/** Maps positions in the console's built code to its source. The build creates the maps, but they are never served. */
export class SourceMaps {
  readonly #kept = new Map<string, Promise<SourceMap | null>>()

  /** @param directory the build */
  constructor(private readonly directory: string) {}

  /** Returns `src/views/customer/customer-page.tsx:41:12`. A file of another build keeps its own name and position. */
  async resolve({ file, line, column }: Frame): Promise<string> {
    const entry = (await this.#mapOf(file))?.findEntry(line - 1, column - 1)
    if (!entry || !('originalSource' in entry)) return `${file}:${line}:${column}`
    const source = entry.originalSource.replace(/^.*?(?=(src|node_modules)\/)/, '')
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  }

  #mapOf(file: string): Promise<SourceMap | null> {
    const kept = this.#kept.get(file) ?? this.#read(file)
    // Move it to the end: the most recently used maps are kept.
    this.#kept.delete(file)
    this.#kept.set(file, kept)
    for (const first of this.#kept.keys()) if (this.#kept.size > maxKept) this.#kept.delete(first)
    return kept
  }

  async #read(file: string): Promise<SourceMap | null> {
    try {
      return new SourceMap(JSON.parse(await readFile(join(this.directory, 'assets', `${file}.map`), 'utf8')) as SourceMapPayload)
    } catch {
      // There is no map: the file is from another build, or nothing is built yet.
      return null
    }
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Database } from '../../server/db/connect.ts'
import { findFiles } from '../../server/product/import/files.ts'
import { IdWarnings } from '../../server/product/import/id-warnings.ts'
import { type BadLine, type Counts, emptyCounts, finishImports, importFile, importTarget } from '../../server/product/import/run.ts'
import { testStart } from './app.ts'

/** A folder of files to import, empty for each test. Call it in a file or `describe`. */
export function importFolder() {
  let path = ''
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'quaydesk-import-'))
  })
  afterEach(() => rmSync(path, { recursive: true, force: true }))
  const pathOf = (name: string) => join(path, name)
  return {
    get path() {
      return path
    },
    pathOf,
    /** @returns the file's path */
    write(name: string, content: string | Buffer): string {
      writeFileSync(pathOf(name), content)
      return pathOf(name)
    },
  }
}

/** Rows as lines of an .ndjson file. */
export const ndjson = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

export interface ImportRun {
  map?: string
  isDry?: boolean
  /** How many ids a dry run compares. */
  idLimit?: number
  onProgress?: (rows: number) => void
}

/**
 * Imports files as the program does.
 * @returns bad lines, with file names relative to the folder; warnings of a dry run; rows by resource and outcome; the lines that it resumed after
 */
export async function importFiles(database: Database, folder: string, paths: string[], run: ImportRun = {}) {
  const bad: BadLine[] = []
  const warnings: string[] = []
  const short = (text: string) => text.replaceAll(`${folder}/`, '')
  const ids = new IdWarnings((file, line, field, text) => void warnings.push(short(`${file}:${line}: ${field}: ${text}`)), run.idLimit)
  const resumed: number[] = []
  const counts: Record<string, Counts> = {}
  const whole: string[] = []
  for (const file of await findFiles(paths, run.map)) {
    const result = await importFile(file, {
      database: run.isDry === true ? null : importTarget(database),
      now: () => testStart,
      onGood: (...row) => ids.see(...row),
      onBad: (line) => bad.push({ ...line, file: line.file.slice(folder.length + 1) }),
      onProgress: (_file, rows) => run.onProgress?.(rows),
      onResume: (_file, line) => resumed.push(line),
    })
    if (result.isWhole) whole.push(result.fingerprint)
    const sum = (counts[file.resource] ??= emptyCounts())
    for (const [outcome, count] of Object.entries(result.counts)) sum[outcome as keyof Counts] += count
  }
  if (run.isDry !== true) await finishImports(importTarget(database), whole, testStart)
  return { bad, warnings, isCut: ids.isCut, counts, resumed }
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { budgets } from './budgets.ts'

interface BuiltChunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
  isDynamicEntry?: boolean
}

type Weights = Record<keyof typeof budgets, Weight>

/** Builds the console into a temporary directory and weighs its parts. It needs no browser. */
export async function weighConsole(): Promise<Weights> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'quaydesk-size-'))
  try {
    await build({ logLevel: 'error', build: { outDir, manifest: true } })
    return weighBuild(outDir)
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** Weighs the parts of a build by Vite's manifest. */
function weighBuild(outDir: string): Weights {
  const manifest = JSON.parse(readFileSync(path.join(outDir, '.vite/manifest.json'), 'utf8')) as Record<string, BuiltChunk>
  const sizeOf = (file: string) => gzipSync(readFileSync(path.join(outDir, file))).length

  /** The chunks of these groups and modules, with everything they import statically. */
  const closureOf = (...wanted: string[]) => {
    const found = new Set<string>()
    const add = (key: string) => {
      if (found.has(key)) return
      found.add(key)
      for (const imported of manifest[key]?.imports ?? []) add(imported)
    }
    for (const each of wanted) {
      const key = manifest[each] ? each : Object.keys(manifest).find((candidate) => manifest[candidate]?.name === each)
      if (key === undefined) throw new Error(`The build has no chunk ${each}.`)
      add(key)
    }
    return found
  }
  const weigh = (keys: Iterable<string>): Weight => {
    const files = [...keys].flatMap((key) => manifest[key]?.file ?? [])
    return { size: files.reduce((total, file) => total + sizeOf(file), 0), heaviest: largest(files, sizeOf) }
  }

  // The first list has its own chunk only if vite.config.ts does not bundle it with the shell. Then it counts with all its imports.
  const list = 'src/views/customers/customers-list.tsx'
  const firstList = closureOf('index', 'console', ...(manifest[list] ? [list] : []))
  const later = closureOf('later', 'src/layout/kit/toaster.tsx')
  const views = Object.keys(manifest)
    .filter((key) => key.startsWith('src/views/') && manifest[key]?.isDynamicEntry)
    .map((key) => weigh(without(closureOf(key), firstList, later)))
  const styles = new Set([...firstList, ...later].flatMap((key) => manifest[key]?.css ?? []))
  return {
    signIn: weigh(closureOf('index', 'sign-in')),
    firstList: weigh(firstList),
    afterFirstList: weigh(without(later, firstList)),
    view: views.reduce((worst, view) => (view.size > worst.size ? view : worst)),
    css: { size: [...styles].reduce((total, file) => total + sizeOf(file), 0), heaviest: largest([...styles], sizeOf) },
  }
}

const without = (keys: ReadonlySet<string>, ...known: ReadonlySet<string>[]) =>
  [...keys].filter((key) => !known.some((set) => set.has(key)))

export interface Weight {
  /** Gzipped bytes. */
  size: number
  /** The largest files, as a hint at what to shrink. */
  heaviest: string
}

function largest(files: readonly string[], sizeOf: (file: string) => number): string {
  const sorted = files.map((file) => ({ name: path.basename(file), size: sizeOf(file) })).sort((a, b) => b.size - a.size)
  return sorted
    .slice(0, 3)
    .map(({ name, size }) => `${name} ${(size / 1000).toFixed(1)}`)
    .join(', ')
}

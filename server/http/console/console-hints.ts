import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of Vite's manifest used here. */
interface BuiltChunk {
  file: string
  name?: string
  css?: string[]
}

/** Pages whose code is the chunk 'lists' of vite.config.ts. */
const largeLists: ReadonlySet<string> = new Set(['/qrs', '/payments', '/invoices'])

/**
 * Preload tags for the page of a signed-in user, so that console code, styles and `/auth/me` load in parallel with the
 * entry script.
 * @param directory the built console; no tags without a manifest
 * @param path the requested page, without its search
 */
export function signedInHints(directory: string): (path: string) => string {
  const manifest = join(directory, '.vite/manifest.json')
  if (!existsSync(manifest)) return () => ''
  const chunks = Object.values(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, BuiltChunk>)
  const me = '<link rel="preload" as="fetch" href="/api/admin/auth/me" crossorigin />'
  const ofList = me + tagsFor(chunks, ['console'])
  const ofLargeLists = me + tagsFor(chunks, ['console', 'lists'])
  const ofOthers = me + tagsFor(chunks, ['console', 'lists', 'later'])
  return (path) => (path === '/customers' ? ofList : largeLists.has(path) ? ofLargeLists : ofOthers)
}

/** @param groups chunk groups of vite.config.ts */
function tagsFor(chunks: readonly BuiltChunk[], groups: readonly string[]): string {
  const wanted = chunks.filter(({ name }) => name !== undefined && groups.includes(name))
  const scripts = wanted.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
  const styles = wanted.flatMap(({ css = [] }) => css).map((file) => `<link rel="preload" as="style" crossorigin href="/${file}" />`)
  return [...scripts, ...styles].join('')
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of Vite's manifest that are read here. */
interface BuiltChunk {
  file: string
  name?: string
  css?: string[]
}

/**
 * Tags for the head of the page of somebody who is signed in: the console's code and style, and who is signed in, come along
 * with the entry script instead of one after the other. The browser uses them only once the scripts ask for them.
 * @param directory the built console; without a manifest in it there is nothing to tell
 * @param path the page that is gone to, without its search
 */
export function signedInHints(directory: string): (path: string) => string {
  const manifest = join(directory, '.vite/manifest.json')
  if (!existsSync(manifest)) return () => ''
  const chunks = Object.values(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, BuiltChunk>)
  const me = '<link rel="preload" as="fetch" href="/api/admin/auth/me" crossorigin />'
  const ofList = me + tagsFor(chunks, ['console'])
  const ofOthers = me + tagsFor(chunks, ['console', 'later'])
  return (path) => (path === '/customers' ? ofList : ofOthers)
}

/** @param groups those of vite.config.ts */
function tagsFor(chunks: readonly BuiltChunk[], groups: readonly string[]): string {
  const wanted = chunks.filter(({ name }) => name !== undefined && groups.includes(name))
  const scripts = wanted.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
  const styles = wanted.flatMap(({ css = [] }) => css).map((file) => `<link rel="preload" as="style" crossorigin href="/${file}" />`)
  return [...scripts, ...styles].join('')
}

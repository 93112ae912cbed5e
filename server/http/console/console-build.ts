import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { StartError } from '../../process/start-error.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The built console. */
export const consoleDirectory = join(root, 'dist')

/** What the build depends on; any change triggers a new build. */
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']

/** Smaller files gain nothing from compression. */
const minBytes = 1024
const compressible = /\.(js|css|html|svg|json|webmanifest)$/

/**
 * Builds the console with Vite unless the last build had the same sources. The new build replaces the old one only
 * when complete: an interrupted build changes nothing, and parallel builds do no harm.
 * @param say is told that it is built, which takes a while, and when that is done
 * @param directory where the build goes
 * @returns whether it was built
 * @throws StartError with Vite's output if it fails
 */
export async function buildConsole(
  signal: AbortSignal,
  say: (line: string) => void = () => {},
  directory = consoleDirectory,
): Promise<boolean> {
  const hash = hashSources()
  if (stampOf(directory) === hash) return false
  say('Building the console; on a slow machine this takes a minute or two…')
  const draft = join(root, 'node_modules/.cache/quaydesk', `console-${process.pid}`)
  try {
    await runVite(draft, signal)
    await compressFiles(filesIn(draft).filter((file) => compressible.test(file)))
    writeFileSync(join(draft, '.stamp'), hash)
    rmSync(directory, { recursive: true, force: true })
    renameSync(draft, directory)
  } catch (error) {
    // Another server starting now may have just put its build there.
    if (stampOf(directory) !== hash) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  say('The console was built.')
  return true
}

function stampOf(directory: string): string | null {
  const stamp = join(directory, '.stamp')
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of sources.map((source) => join(root, source)).flatMap(filesIn)) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** The file, or all files below a directory in fixed order; empty if it doesn't exist. */
function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}

/** In its own process: the build takes a core for seconds, and its memory is freed afterwards. */
function runVite(directory: string, signal: AbortSignal): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--outDir', directory, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new StartError(`The console could not be built:\n${Buffer.concat(output).toString('utf8').trim()}`))
    })
  })
}

/** Writes `.br` and `.gz` next to each file: compressed once at the highest level, not per request. */
async function compressFiles(files: string[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file)
      if (bytes.length < minBytes) return
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      const [brotli, zipped] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes, { level: 9 })])
      writeFileSync(`${file}.br`, brotli)
      writeFileSync(`${file}.gz`, zipped)
    }),
  )
}

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The code blocks of docs/new-resource.md: whole new files, and lines for shared ones. */
const blocks = [...readFileSync(join(root, 'docs/new-resource.md'), 'utf8').matchAll(/^```(ts|tsx|diff) (\S+)\n(.*?)^```$/gms)].map(
  ([, kind, file = '', text = '']) => ({ isShared: kind === 'diff', file, text }),
)
const shared = blocks.filter(({ isShared }) => isShared)

/** The file with the lines marked + below the line before them. Throws if that line isn't there exactly once. */
function withLines(file: string, marked: string): string {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  let at = -1
  for (const line of marked.trimEnd().split('\n')) {
    const text = line.slice(1)
    if (line.startsWith('+')) {
      at += 1
      lines.splice(at, 0, text)
    } else {
      at = lines.indexOf(text)
      if (at === -1 || lines.lastIndexOf(text) !== at) throw new Error(`${file} must have this line once: ${text}`)
    }
  }
  return lines.join('\n')
}

test('adding a resource touches at most five shared files', () => {
  expect(shared.length).toBeGreaterThan(0)
  expect(new Set(shared.map(({ file }) => file)).size).toBeLessThanOrEqual(5)
  for (const { file, text } of shared) expect(withLines(file, text)).not.toBe(readFileSync(join(root, file), 'utf8'))
  for (const { file } of blocks.filter(({ isShared }) => !isShared)) expect(existsSync(join(root, file))).toBe(false)
})

// The compiler reads the whole project, which is too slow for every run: with `npm run test:all` only.
const nightly = process.env['TEST_ENGINES'] === 'all' ? ['the example'] : []
test.each(nightly)('%s compiles', { timeout: 300_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'quaydesk-resource-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  for (const part of ['src', 'server', 'demo', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const { isShared, file, text } of blocks) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), isShared ? withLines(file, text) : text)
  }
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit'], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect([stdout, status]).toEqual(['', 0])
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Settings } from '../../server/process/environment.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')

test('the README lists every npm script', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const isListed = (name: string) => new RegExp(`\`npm (run )?${name}[ \`]`).test(readme)
  expect(Object.keys(scripts).filter((name) => !isListed(name))).toEqual([])
})

test('docs/settings.md lists every setting', () => {
  const page = read('docs/settings.md')
  const names = Object.keys(Settings.shape)
  expect(names.length).toBeGreaterThan(40)
  // OpenTelemetry documents its own variables.
  const isListed = (name: string) => page.includes(`\`${name}\``) || name.startsWith('OTEL_')
  expect(names.filter((name) => !isListed(name))).toEqual([])
})

const folders = ['src', 'server', 'demo', 'tests', 'examples', 'docs']

/** Each file and folder of the repository. */
const paths = folders.flatMap((folder) => [
  folder,
  ...readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
])

/** From the root, or from wherever the text is about: `outside/context.ts`. */
const isThere = (named: string) => {
  const path = named.replace(/\/$/, '')
  return paths.some((each) => each === path || each.endsWith(`/${path}`))
}

// docs/new-resource.md has a test of its own.
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...paths.filter((path) => /^docs\/.+\.md$/.test(path))]
test.each(documents.filter((path) => !path.endsWith('new-resource.md')))('%s names no file that is not there', (document) => {
  const named = [
    ...read(document).matchAll(
      /(?<![\w./:@-])(?:(?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|md|json)|(?:src|server|demo|tests|examples)\/[\w./-]*\w)/g,
    ),
  ]
  expect(named.map(([path]) => path).filter((path) => !isThere(path))).toEqual([])
})

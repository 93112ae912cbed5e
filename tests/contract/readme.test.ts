import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Settings } from '../../server/process/environment.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')

test('the README lists every npm script', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const told = (name: string) => new RegExp(`\`npm (run )?${name}[ \`]`).test(readme)
  expect(Object.keys(scripts).filter((name) => !told(name))).toEqual([])
})

test('the README lists every setting', () => {
  const names = Object.keys(Settings.shape)
  expect(names.length).toBeGreaterThan(40)
  // OpenTelemetry documents its own variables.
  const told = (name: string) => readme.includes(`\`${name}\``) || name.startsWith('OTEL_')
  expect(names.filter((name) => !told(name))).toEqual([])
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

// docs/new-resource.md has a test of its own; docs/coverage.md is made from the tests.
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...paths.filter((path) => /^docs\/.+\.md$/.test(path))]
test.each(documents.filter((path) => !/(coverage|new-resource)\.md$/.test(path)))('%s names no file that is not there', (document) => {
  const named = [
    ...read(document).matchAll(
      /(?<![\w./:@-])(?:(?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|md|json)|(?:src|server|demo|tests|examples)\/[\w./-]*\w)/g,
    ),
  ]
  expect(named.map(([path]) => path).filter((path) => !isThere(path))).toEqual([])
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('docs/dependencies.md says of every package why it is there, and of no other', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `(.+)` \| (.+) \|$/gm)]
  expect(rows.map(([, name]) => name)).toEqual([...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})])
})

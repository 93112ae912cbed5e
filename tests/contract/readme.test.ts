import { readFileSync } from 'node:fs'
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

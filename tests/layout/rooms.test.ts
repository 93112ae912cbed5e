import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('src/layout has eleven folders and no loose files', () => {
  const entries = readdirSync(join(import.meta.dirname, '../../src/layout'), { withFileTypes: true })
  expect(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([])
  expect(entries.map(({ name }) => name).toSorted()).toEqual([
    'chart',
    'commands',
    'frame',
    'keyboard',
    'kit',
    'list',
    'menus',
    'palette',
    'questions',
    'records',
    'session',
  ])
})

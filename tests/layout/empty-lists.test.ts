import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../src')

/** What lists without rows say below 'Results not found.', by file. */
const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/\b(?:emptyText|noneText): ['`](.+)['`],$/gm)])
  .map(([, text = '']) => text)

test('an empty list says in one sentence what would be here, not again that nothing is', () => {
  expect(texts.length).toBeGreaterThan(25)
  expect(texts.filter((text) => /^(no|nothing|nobody)\b|[.!?] \S/i.test(text) || !/ appears? here\b/.test(text))).toEqual([])
})

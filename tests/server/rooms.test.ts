import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('the server has eight rooms, and two files that use them', () => {
  expect(readdirSync(join(root, 'server')).toSorted()).toEqual([
    'app.ts',
    'audit',
    'db',
    'http',
    'main.ts',
    'operate',
    'outside',
    'process',
    'product',
    'resources',
  ])
})

/** The rooms' own order is lint's (`.oxlintrc.json`); which resources there are, and so their order, changes too often for a list. */
test('no two resources or programs import each other, directly or around, by value or by type', () => {
  const imported = new Map<string, Set<string>>()
  for (const file of sourceFiles()) {
    const from = roomOf(file)
    const rooms = imported.get(from) ?? new Set()
    for (const target of importsOf(file)) if (target.startsWith('server/') && roomOf(target) !== from) rooms.add(roomOf(target))
    imported.set(from, rooms)
  }
  expect(imported.size).toBeGreaterThan(30)
  // Rooms whose imports are all taken away go, again and again: what stays has a circle.
  for (let size = -1; size !== imported.size; ) {
    size = imported.size
    for (const [room, rooms] of imported) if ([...rooms].every((each) => !imported.has(each))) imported.delete(room)
  }
  expect(Object.fromEntries(imported)).toEqual({})
})

function sourceFiles(): string[] {
  const entries = readdirSync(join(root, 'server'), { recursive: true, withFileTypes: true })
  return entries
    .filter(({ name }) => name.endsWith('.ts'))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path).replaceAll('\\', '/'))
}

/** A room; below resources, product and operate each folder, or each file that lies there, is one. */
function roomOf(file: string): string {
  return /^server\/(resources|product|operate)\/[^/]+/.exec(file)?.[0] ?? /^server\/[^/]+/.exec(file)?.[0] ?? ''
}

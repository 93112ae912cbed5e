import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const table = 'docs/coverage.md'

interface Row {
  where: string
  what: string
  test: string
}

/** The rows of all tables: `| § | What | Test |`, without heads and rules. A `\|` is a bar within a cell. */
const rows: Row[] = read(table)
  .split('\n')
  .flatMap((line, index) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    if (!line.startsWith('|') || cells[1] === '§' || /^:?-+:?$/.test(cells[1] ?? '')) return []
    const [, section = '', what = '', test = '', end] = cells
    return [{ where: `${table}:${index + 1}`, what: end === undefined || section === '' ? '' : what, test }]
  })

/** What a row cites: a path of a test in backticks, and the text in it that shows the fact, in quotes. */
const citation = /`(tests\/[^`]+)` › "([^"]+)"/g
const isCited = (test: string) => /^(?:`tests\/[^`]+` › "[^"]+"(?:, |$))+$/.test(test)

const contract = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', { eager: true })
const endpoints = Object.values(contract)
  .flatMap((file) => Object.values(file))
  .filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && ['method', 'path', 'access', 'changesState'].every((key) => key in value)
}

/** The routes of the console, written as the documents write them. */
const routes = Object.values(import.meta.glob<string>('../../src/views/*/route.ts', { eager: true, query: '?raw', import: 'default' }))
  .flatMap((source) => [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path.replace(/\$\w+/g, '{id}')))
  .concat('/login', '/qr-code', '/pages-two-step-verification', '/')

describe('docs/coverage.md', () => {
  const texts = new Map<string, string>()
  const textOf = (path: string) => {
    const text = texts.get(path) ?? (existsSync(join(root, path)) ? read(path) : '')
    texts.set(path, text)
    return text
  }

  test('has a test for every fact', () => {
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(({ what, test }) => what === '' || !isCited(test))).toEqual([])
  })

  test('cites tests that are there, by text that is in them', () => {
    const wrong = rows.flatMap(({ where, test }) =>
      [...test.matchAll(citation)].flatMap(([, path = '', text = '']) =>
        textOf(path).includes(text) ? [] : [`${where}: ${path} › ${text}`],
      ),
    )
    expect(wrong).toEqual([])
  })

  /** Names of path parameters are the documents' own, and differ between them. */
  const shape = (path: string) => path.replace(/\{\w*\}/g, '{}')
  const found = (pattern: RegExp) => new Set(rows.flatMap(({ what }) => [...what.matchAll(pattern)].map(([, name = '']) => shape(name))))

  test('names every endpoint of the contract', () => {
    const named = found(/\b((?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}-]+)/g)
    expect(endpoints.map(({ method, path }) => `${method} ${path}`).filter((name) => !named.has(shape(name)))).toEqual([])
  })

  test('names every route of the console', () => {
    const named = found(/`(\/[\w/{}-]*)`/g)
    expect(routes.length).toBeGreaterThan(25)
    expect(routes.filter((route) => !named.has(shape(route)))).toEqual([])
  })
})

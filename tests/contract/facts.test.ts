import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { findTags } from './tagged-tests.ts'

const source = readFileSync(join(import.meta.dirname, '../../docs/facts.md'), 'utf8')
/** Headings and facts, without the introduction. */
const lines = source.slice(source.indexOf('\n## ') + 1).split('\n')

/** The fact of a line `- [tag] what`; null for any other line. */
function factOf(line = '') {
  const [, tag, what] = /^- \[((?:\d\.\d|R\d+)(?: [a-z0-9-]+)+)\] (.+)$/.exec(line) ?? []
  return tag === undefined || what === undefined ? null : { tag, what }
}

const facts = lines.flatMap((line) => factOf(line) ?? [])
const found = findTags()

const contract = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', { eager: true })
const endpoints = Object.values(contract)
  .flatMap((file) => Object.values(file))
  .filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && ['method', 'path', 'access', 'changesState'].every((key) => key in value)
}

/** The console's routes, in the documents' notation. */
const routes = Object.values(import.meta.glob<string>('../../src/views/*/route.ts', { eager: true, query: '?raw', import: 'default' }))
  .flatMap((source) => [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path.replace(/\$\w+/g, '{id}')))
  .concat('/login', '/qr-code', '/pages-two-step-verification', '/')

describe('docs/facts.md', () => {
  test('has a tag and a text in every line, and no duplicate tags', () => {
    expect(facts.length).toBeGreaterThan(100)
    expect(lines.filter((line) => line !== '' && !/^##+ /.test(line) && factOf(line) === null)).toEqual([])
    expect(facts.map(({ tag }) => tag).filter((tag, index, all) => all.indexOf(tag) < index)).toEqual([])
  })

  test('has a test for every fact', () => {
    const shown = new Set(found.map(({ tag }) => tag))
    expect(facts.filter(({ tag }) => !shown.has(tag)).map(({ tag }) => `[${tag}] is shown by no test`)).toEqual([])
  })

  test('has a fact for every tag, and every tag is on a test', () => {
    const known = new Set(facts.map(({ tag }) => tag))
    const wrong = found.flatMap(({ tag, file, isOnTest }) => [
      ...(known.has(tag) ? [] : [`[${tag}] in ${file} is no fact of docs/facts.md`]),
      ...(!isOnTest ? [`[${tag}] in ${file} is neither in the title of a test nor in a comment right above one`] : []),
    ])
    expect(wrong).toEqual([])
  })

  /** The documents name path parameters inconsistently, so names are ignored. */
  const shape = (path: string) => path.replace(/\{\w*\}/g, '{}')
  const namesIn = (pattern: RegExp) => new Set(facts.flatMap(({ what }) => [...what.matchAll(pattern)].map(([, name = '']) => shape(name))))

  test('names every endpoint of the contract', () => {
    const named = namesIn(/\b((?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}-]+(?:\.\w+)?)/g)
    expect(endpoints.map(({ method, path }) => `${method} ${path}`).filter((name) => !named.has(shape(name)))).toEqual([])
  })

  test('names every route of the console', () => {
    const named = namesIn(/`(\/[\w/{}-]*)`/g)
    expect(routes.length).toBeGreaterThan(25)
    expect(routes.filter((route) => !named.has(shape(route)))).toEqual([])
  })
})

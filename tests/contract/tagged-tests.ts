import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '../..')

/** A tag on a test: the document and section or the ruling, and a few words. */
const tags = /\[((?:\d\.\d|R\d+) [^\]\n]*)\]/g

interface FoundTag {
  tag: string
  /** For example `tests/server/refund.test.ts`. */
  file: string
  /** Whether a test has it in its title, or right above. */
  isOnTest: boolean
}

/** All tags in the files under `tests`, in the order of paths and lines. */
export function findTags(): FoundTag[] {
  return readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .toSorted()
    .flatMap((path) => tagsIn(`tests/${path.replaceAll('\\', '/')}`))
}

function tagsIn(file: string): FoundTag[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found = [...source.matchAll(tags)]
  if (found.length === 0) return []
  const tests = testsIn(file, source)
  return found.map(({ 1: tag = '', index }) => {
    const titled = tests.find(({ title }) => title.start < index && index < title.end)
    const next = tests.find(({ start }) => start > index)
    return { tag, file, isOnTest: titled !== undefined || (next !== undefined && isCommentUpTo(source, index, next.start)) }
  })
}

/** Every call of `test`, `it` and `describe`, including `.each` and `describeDatabase`, in the order of the file. */
function testsIn(file: string, source: string) {
  const tests: { start: number; title: ESTree.Argument }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title, ...others], start }) {
      // `test.each(table)` and `test.use(options)` have no title.
      if (title && others.length > 0 && /^(?:test|it|describe\w*)$/.test(rootOf(callee))) tests.push({ start, title })
    },
  }).visit(parseSync(file, source).program)
  return tests.toSorted((a, b) => a.start - b.start)
}

/** The first name in `test`, `test.describe` or `test.each(table)`. */
function rootOf(node: ESTree.Expression): string {
  if (node.type === 'MemberExpression') return rootOf(node.object)
  if (node.type === 'CallExpression') return rootOf(node.callee)
  return node.type === 'Identifier' ? node.name : ''
}

const isCommentUpTo = (source: string, from: number, to: number) =>
  /^ *\/\/ /.test(source.slice(source.lastIndexOf('\n', from) + 1, from)) && /^.*\n(?: *\/\/.*\n)* *$/.test(source.slice(from, to))

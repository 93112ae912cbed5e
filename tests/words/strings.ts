import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** `npm run strings`: every text of the console that people read, one a line behind its file, to be read aloud. */

/** Attributes and properties whose texts nobody reads: class names, addresses, what is typed rather than shown. */
const unread =
  /^(className|style|id|role|type|kind|href|rel|target|src|d|viewBox|width|height|keys|moreKeys|verb|path|param|params|method|needs|feature|keywords|aka|words|wordsIn|phrases|leads|moments|placement|key|data-.*|aria-(haspopup|live|current|controls|labelledby|describedby|keyshortcuts))$/

/** Texts that JSX shows as they are. */
const isRead = (text: string) => /\p{L}/u.test(text)

/** Of any other string: a sentence, some words, or a word that begins with a capital letter. */
const looksRead = (text: string) => /\p{L}\S* \S*\p{L}/u.test(text) || /^\p{Lu}[\p{Ll}’'-]+[.…:?]?$/u.test(text)

function textsOf(file: string): string[] {
  const found: string[] = []
  const source = readFileSync(file, 'utf8')
  const skipped: [number, number][] = []
  const skip = ({ start, end }: { start: number; end: number }) => void skipped.push([start, end])
  const sourceOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end)
  const add = (node: ESTree.Node & { start: number }, text: string, isShown: boolean) => {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (!skipped.some(([start, end]) => start <= node.start && node.start < end) && (isShown ? isRead(plain) : looksRead(plain)))
      found.push(plain)
  }
  new Visitor({
    ImportDeclaration: skip,
    ImportExpression: skip,
    ExportNamedDeclaration: (node) => node.source && skip(node.source),
    ExportAllDeclaration: skip,
    TSLiteralType: skip,
    ThrowStatement: (node) => /new Error\('[a-z]/.test(sourceOf(node)) && skip(node),
    JSXAttribute: (node) => unread.test(sourceOf(node.name)) && skip(node),
    Property: (node) => {
      skip(node.key)
      if (unread.test(sourceOf(node.key).replaceAll("'", ''))) skip(node.value)
    },
    JSXText: (node) => add(node, node.value, true),
    Literal: (node) => typeof node.value === 'string' && add(node, node.value, false),
    TemplateLiteral: (node) => {
      const parts = node.quasis.map(({ value }, at) => `${value.raw}${at < node.expressions.length ? '{…}' : ''}`)
      if (node.expressions.length === 0 || looksRead(parts.join('').replaceAll('{…}', 'X'))) add(node, parts.join(''), false)
    },
  }).visit(parseSync(file, source).program)
  return found
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
for (const file of files.toSorted()) for (const text of new Set(textsOf(path.join('src', file)))) console.log(`${file}: ${text}`)

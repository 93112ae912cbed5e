import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../src')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesOf = (ending: string) => readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(ending))
const code = filesOf('.tsx').map((path) => ({ path, text: read(path) }))

/** The classes of a style sheet: names after a dot, outside comments, strings and `:global`. */
const classesOf = (sheet: string) =>
  new Set(
    [...sheet.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|:global\([^)]*\)+/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name),
  )

/** Marks a style sheet that is passed on as a whole. */
const whole = '*'

/** Each use of a style sheet's class in the code, by style sheet. */
const uses = code.flatMap(({ path, text }) =>
  [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, local, sheet = '']) =>
    [...text.matchAll(new RegExp(String.raw`(?<![\w/-])${local}(?:\.(\w+)|\['([\w-]+)'\]|(\}))`, 'g'))]
      .map(([, dotted, quoted]) => dotted ?? quoted ?? whole)
      .map((name) => ({ path, sheet: join(dirname(path), sheet), name })),
  ),
)

test('every class used in the code is in its style sheet', () => {
  expect(
    uses.filter(({ sheet, name }) => name !== whole && !classesOf(read(sheet)).has(name)).map(({ path, name }) => `${path}: ${name}`),
  ).toEqual([])
})

test('every class in a style sheet is used in the code', () => {
  const idle = filesOf('.module.css').flatMap((sheet) => {
    const named = new Set(uses.filter((use) => use.sheet === sheet).map(({ name }) => name))
    return [...classesOf(read(sheet))].filter((name) => !named.has(name) && !named.has(whole)).map((name) => `${sheet}: ${name}`)
  })
  expect(idle).toEqual([])
})

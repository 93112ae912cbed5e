import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { customerSearchQuery } from '../../../api/customer-search.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { fold } from '../../../commands/text/ranking.ts'
import { recognise } from '../../../commands/text/recognise.ts'
import { isFiller, isGeneric, isNameWord, type Token, type Tokens } from '../../../commands/text/tokens.ts'
import { isUnclear, type VerbReading } from '../../../commands/text/verbs.ts'
import { isSameName } from '../../../contract/customer-match.ts'
import { suggestedCustomerRow } from '../../records/finders/found-rows.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import { commandOf } from '../use-run-on.ts'
import type { Reading } from './reading.ts'
import { rowOn } from './verb-rows.ts'
import { useLoadedFor } from './verbs.ts'

const maxRuns = 8
const perRun = 3

/**
 * The customers whose whole name stands in a text that nothing else understands: 'ana ruiz wants to know more'. What the rest says to do
 * is read as if their id stood there: 'ban ana ruiz for phishing'.
 * @param isWanted nothing else was found
 */
export function useNamesWithin(
  typed: Tokens,
  isWanted: boolean,
  read: (typed: Tokens) => readonly VerbReading[],
  context: CommandContext,
): Reading[] {
  const { tokens } = typed
  const runs = useMemo(() => (isWanted ? runsOf(tokens) : []), [tokens, isWanted])
  const found = useQueries({
    queries: runs.map((run) => ({ ...customerSearchQuery(nameOf(run), perRun), ...lookupOptions, retry: false })),
  })
  const rows = runs.flatMap((run, at) =>
    (found[at]?.data?.rows ?? [])
      .filter(({ fullName }, _, all) => isSameName(fullName, nameOf(run)) || (all.length === 1 && hasWords(fullName, run)))
      .map((row) => {
        const record = { ...suggestedCustomerRow(row, nameOf(run)), query: nameOf(run) }
        const reading = read(withId(typed, run, row.id)).find(
          ({ type, object, isWhole }) => type === 'customer' && object?.isSure && isWhole,
        )
        const others = tokens.filter((token) => !run.includes(token) && !isFiller(token)).map(({ raw }) => raw)
        return { row: reading ? rowOn(record, reading, context) : { ...record, unused: others }, reading, id: row.id }
      }),
  )
  const [only, another] = rows
  useLoadedFor(only?.reading && commandOf(only.reading, 'customer'), only?.id ?? 0, context)
  const isClear = only !== undefined && !another && only.reading !== undefined && !only.row.unused && !isUnclear(only.reading)
  const claim = isClear ? 'exact' : 'guess'
  return only
    ? [{ id: 'records:within', heading: 'Customers', claim, rows: rows.map(({ row }) => row), couldStill: null, isOpen: !isClear }]
    : []
}

function withId({ text, tokens }: Tokens, run: readonly Token[], id: number): Tokens {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return { text, tokens }
  const named = { ...first, raw: `#${id}`, folded: String(id), to: last.to, recognised: recognise(`#${id}`) }
  return { text, tokens: tokens.flatMap((token) => (token === first ? named : run.includes(token) ? [] : token)) }
}

/** Part of a longer name, such as only one of two surnames. */
const hasWords = (fullName: string, run: readonly Token[]) =>
  fold(nameOf(run))
    .split(' ')
    .every((word) => fold(fullName).split(' ').includes(word))

const nameOf = (run: readonly Token[]) => run.map(({ raw }) => raw.replace(/[,.;:!?]+$|['’]s$/, '')).join(' ')

/** Two or three words that stand together and may be a name; capitalised ones first. */
function runsOf(tokens: readonly Token[]): Token[][] {
  const mayName = (token: Token) => isNameWord(token) && !isFiller(token) && !isGeneric(token)
  const runs = [2, 3].flatMap((length) => tokens.map((_, at) => tokens.slice(at, at + length)).filter((run) => run.length === length))
  const isOne = (run: readonly Token[]) => run.every(mayName) && run.slice(0, -1).every(({ raw }) => !/[,.;:!?]$/.test(raw))
  const capitals = (run: readonly Token[]) => Number(run.every(({ raw }) => /^\p{Lu}/u.test(raw)))
  return runs
    .filter((run) => run.length < tokens.length && isOne(run))
    .toSorted((a, b) => capitals(b) - capitals(a))
    .slice(0, maxRuns)
}

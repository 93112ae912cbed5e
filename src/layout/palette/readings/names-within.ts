import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { customerSearchQuery } from '../../../api/customer-search.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { fold } from '../../../commands/text/ranking.ts'
import { isFiller, isGeneric, isNameWord, type Token, type Tokens } from '../../../commands/text/tokens.ts'
import type { VerbReading } from '../../../commands/text/verbs.ts'
import { isSameName } from '../../../contract/customer-match.ts'
import { suggestedCustomerRow } from '../../records/finders/found-rows.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import type { Reading } from './reading.ts'
import { rowOn } from './verb-rows.ts'

const maxRuns = 8
const perRun = 3

/**
 * The customers whose whole name stands in a text that nothing else understands: 'ana ruiz wants to know more'.
 * @param isWanted nothing else was found
 * @param nowhere what the text says to do, with more words than the name: 'ban ana ruiz for phishing'
 */
export function useNamesWithin({ tokens }: Tokens, isWanted: boolean, nowhere: readonly VerbReading[], context: CommandContext): Reading[] {
  const runs = useMemo(() => (isWanted ? runsOf(tokens) : []), [tokens, isWanted])
  const found = useQueries({
    queries: runs.map((run) => ({ ...customerSearchQuery(nameOf(run), perRun), ...lookupOptions, retry: false })),
  })
  const verb = nowhere.find(({ type }) => type === 'customer')
  const rows = runs.flatMap((run, at) =>
    (found[at]?.data?.rows ?? [])
      .filter(({ fullName }, _, all) => isSameName(fullName, nameOf(run)) || (all.length === 1 && hasWords(fullName, run)))
      .map((row) => {
        const record = { ...suggestedCustomerRow(row, nameOf(run)), query: nameOf(run) }
        const others = tokens.filter((token) => !run.includes(token) && !isFiller(token)).map(({ raw }) => raw)
        const named = verb?.object?.text.split(' ')
        if (!verb || !named) return { ...record, unused: others }
        const unused = [...verb.unused, ...others.filter((raw) => named.includes(raw))]
        return rowOn(record, { ...verb, unused }, context)
      }),
  )
  return rows.length === 0 ? [] : [{ id: 'records:within', heading: 'Customers', claim: 'guess', rows, couldStill: null, isOpen: true }]
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

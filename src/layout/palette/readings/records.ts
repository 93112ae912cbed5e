import { loadable } from '../../../api/loadable.ts'
import { unusedBeside } from '../../../commands/text/identifiers.ts'
import { fold } from '../../../commands/text/ranking.ts'
import type { Recognised, Shape } from '../../../commands/text/recognise.ts'
import { isAnyNoun } from '../../../commands/text/record-words.ts'
import type { Tokens } from '../../../commands/text/token.ts'
import { beginsWords, termWords } from '../../../contract/customer-match.ts'
import type { RecentRecord } from '../../commands/recent.ts'
import { errorText } from '../../kit/toasts.tsx'
import { type RecordRow, recentRow } from '../../records/finders/found-rows.ts'
import type { LookUp, LookUps } from '../../records/finders/look-ups.ts'
import { isNamed, lookUpsOf, withUnused } from '../../records/finders/named.ts'
import type { Row } from '../rows.ts'
import type { Claim, Reading } from './reading.ts'

/** Records by an identifier, and by what their words begin with or contain. */
export function recordReadings(lookUps: readonly LookUps[], { shapes, sure }: Recognised, typed: Tokens): Reading[] {
  const query = (sure ? shapes.map(textOf).find((named) => named !== null) : null) ?? typed.text
  const isWholeName = !sure && termWords(typed.text).length > 1
  // 'sam' is rather the colleague Sam than somebody called Samaniego.
  const hasWord = ({ prefix }: LookUps) =>
    !isAnyNoun({ folded: fold(typed.text) }) &&
    prefix.some(({ rows }) => rows.some(({ record }) => termWords(record.label).includes(fold(typed.text))))
  const found = lookUps.flatMap((each): Reading[] => {
    const { id, heading, exact, prefix, loose, all, isQuiet } = each
    const unused = sure ? unusedBeside(typed, id) : []
    const marked = (row: RecordRow): RecordRow => ({ ...row, query, ...withUnused(row.record, unused) })
    const byWords = [...prefix, ...loose]
    const wholeNames = byWords.flatMap(({ rows }) => rows).filter(({ record }) => isWholeName && isNamed(record, typed.text))
    const rowsOf = (of: readonly LookUp[]) => of.flatMap(({ rows }) => rows).filter((row) => !wholeNames.includes(row))
    const reading = (claim: Claim, of: readonly LookUp[], rows: readonly Row[], rest: Partial<Reading> = {}): Reading[] => {
      const [isSearching, hasFailed] = [of.some(({ state }) => state === 'searching'), of.some(({ state }) => state === 'failed')]
      // What leaves words unused is never taken, so nothing waits for it.
      const couldStill = (isSearching || hasFailed) && unused.length === 0 ? claim : null
      return rows.length === 0 && couldStill === null
        ? []
        : [{ id, heading, claim, rows, couldStill, hasFailed: !isSearching && hasFailed, ...rest }]
    }
    const [begins, beginsAs]: [Claim, Claim] = sure ? ['inside', 'inside'] : ['prefix', isWholeName ? 'exact' : 'prefix']
    const ways = unused.length > 0 ? [] : all
    const failure = retryRow(`retry:${heading}`, lookUpsOf(each), (error) => `${heading} could not be searched: ${errorText('', error)}`)
    const noted = isQuiet ? [] : noteOf(each)
    // What support looks for most comes first: for plain words, the other types wait behind the screens.
    const isPlain = id === 'user' || id === 'folders' || id === 'invitation' || !/[\d.]/.test(typed.text)
    if (!loadable.some((type) => type === id) && !sure)
      return [
        ...reading(isPlain ? 'words' : 'exact', exact, rowsOf(exact).map(marked), {
          isOpen: rowsOf(exact).length > 1,
          ...(isPlain && { id: `records:${id}` }),
        }),
        ...reading(
          hasWord(each) && !lookUps.some((other) => other.id !== id && hasWord(other)) ? 'exact' : 'words',
          prefix,
          rowsOf(prefix).map(marked),
          {
            id: `records:${id}`,
          },
        ),
        ...reading('inside', loose, rowsOf(loose).map(marked), { id: `records:${id}` }),
      ]
    // Plain words that are the address of a QR code may just as well begin a name, or a command.
    const asWords: Partial<Reading> = sure ? {} : { id: `records:${id}` }
    return [
      ...reading(sure || isWholeName ? 'exact' : 'prefix', exact, rowsOf(exact).map(marked), asWords),
      ...reading('exact', [], wholeNames.map(marked), { id: `records:${id}`, isOpen: wholeNames.length > 1 }),
      ...reading(begins, prefix, rowsOf(prefix).map(marked), { id: `records:${id}` }).map((each) => ({
        ...each,
        couldStill: each.couldStill === null ? null : beginsAs,
      })),
      ...reading(isQuiet ? 'guess' : 'inside', loose, [...rowsOf(loose).map(marked), ...ways], {
        id: isQuiet ? 'similar' : `records:${id}`,
      }),
      ...([...failure, ...noted].length === 0
        ? []
        : [
            {
              id: `records:${id}`,
              heading,
              claim: 'guess' as const,
              rows: failure,
              couldStill: null,
              isOpen: true,
              note: noted[0] ?? null,
            },
          ]),
    ]
  })
  return found.map((reading) => (isOneOfSeveral(reading, found) ? { ...reading, isOpen: true } : reading))
}

/** A bare number that is several records, but no customer's: none is meant more than the others. */
function isOneOfSeveral(reading: Reading, all: readonly Reading[]): boolean {
  const isExact = ({ claim, id }: Reading) => claim === 'exact' && !id.startsWith('records')
  if (!isExact(reading) || reading.id === 'customer') return false
  const rows = all.filter(isExact).flatMap((each) => each.rows)
  return rows.length > 1 && !all.some(({ id, rows }) => id === 'customer' && rows.length > 0)
}

/** What is said of a type beside its heading, if it has nothing to show. */
function noteOf(lookUps: LookUps): string[] {
  const all = lookUpsOf(lookUps)
  if (all.every(({ state }) => state === 'idle')) return []
  if (all.some(({ state }) => state === 'searching')) return ['searching…']
  if (all.some(({ state }) => state === 'failed')) return ['failed']
  return all.every(({ rows }) => rows.length === 0) ? ['none'] : []
}

/** Recently opened records, by the words they begin with; one by its whole name is as sure as one that is looked up. */
export function recentReadings(typed: Tokens, recents: readonly RecentRecord[]): Reading[] {
  const { text } = typed
  if (termWords(text).length === 0) return []
  const rows = recents
    .filter(({ label, detail }) => beginsWords(`${label} ${detail}`, text))
    .map((record) => ({ ...recentRow(record), query: text }))
  const [exact, others] = [rows.filter(({ record }) => isNamed(record, text)), rows.filter(({ record }) => !isNamed(record, text))]
  const reading = (claim: Claim, own: readonly RecordRow[]): Reading[] =>
    own.length === 0 ? [] : [{ id: 'recent', heading: 'Recent', claim, rows: own, couldStill: null }]
  return [...reading('exact', exact), ...reading('recent', others)]
}

/** The part of a shape that appears in a record's row; of a link only the last part. */
function textOf(shape: Shape): string | null {
  if (shape.kind === 'email') return shape.email
  if (shape.kind === 'payment' && shape.by === 'ref') return shape.value
  return shape.kind === 'qr-uri' ? shape.uri : null
}

/** A row that asks again for whatever failed, if anything did. */
export function retryRow(value: string, lookUps: readonly LookUp[], messageOf: (error: unknown) => string): Row[] {
  const failed = lookUps.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return []
  return [{ kind: 'retry', value, message: messageOf(failed[0]?.error), retry: () => failed.forEach(({ retry }) => retry()) }]
}

import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { apiHas } from '../../../api/features.ts'
import { isLoadable, loadable } from '../../../api/loadable.ts'
import type { Command } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { TargetType } from '../../../commands/engine/targets.ts'
import { lackingIn, lackingWith } from '../../../commands/text/lacking.ts'
import { isHost, type NamedObject, narrowed } from '../../../commands/text/named-records.ts'
import { type NamedVerb, namedVerb } from '../../../commands/text/named-verb.ts'
import { fold } from '../../../commands/text/ranking.ts'
import { nothing } from '../../../commands/text/recognise.ts'
import type { Tokens } from '../../../commands/text/token.ts'
import { tokenize } from '../../../commands/text/tokens.ts'
import { indexVerbs } from '../../../commands/text/verb-index.ts'
import { isAnotherNameOf, isUnclear, keyOfVerb, nearestFirst, type VerbReading } from '../../../commands/text/verb-reading.ts'
import { readVerbs } from '../../../commands/text/verbs.ts'
import { commandsNow } from '../../commands/commands-now.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { whenIdle } from '../../kit/when-idle.ts'
import { finderTypes, useFindings } from '../../records/finders/findings.ts'
import type { RecordRow } from '../../records/finders/found-rows.ts'
import { type LookUp, type LookUps, typingPause, useLookUps } from '../../records/finders/look-ups.ts'
import { isNamed, lookUpsOf, onlyWithWords } from '../../records/finders/named.ts'
import { ownerMeant } from '../../records/finders/use-meant.ts'
import { useWithOwner } from '../../records/finders/with-owner.ts'
import { lookupOptions, useFacts } from '../../records/record-facts.ts'
import type { VerbRow } from '../rows.ts'
import { loadOf } from '../use-run-on.ts'
import type { Claim, Reading } from './reading.ts'
import { retryRow } from './records.ts'
import { type FoundRow, fitSeveral, inOrder, isTie, rowOn, withoutTwins } from './verb-rows.ts'

const noCommands: readonly Command[] = []
const maxVerbs = 5
const maxOnOne = 4

/** The documents have no way to one payment. */
const mayFind = ({ target }: Command) => target !== 'payment' || apiHas('fields')

export type Nowhere = 'identifier' | 'name' | null
export interface Verbs {
  readings: readonly Reading[]
  /** What the text says to do, if it says so. */
  named: NamedVerb
  /** What it asks for, if that is not for this person. */
  lacking: string | null
  /** What was typed for its record, if none has it. */
  nowhere: Nowhere
  /** Reads another text in the same way. */
  read: (typed: Tokens) => readonly VerbReading[]
}

/** The commands that a text names with their record, which is looked up. */
export function useVerbReadings(typed: Tokens, context: CommandContext): Verbs {
  const { capabilities } = context.user
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  // Not as it opens, so that it opens sooner, nor again whenever the text is emptied.
  const commands = isIdle || typed.tokens.length > 0 ? commandsNow() : noCommands
  const index = useMemo(
    () => indexVerbs(commands.filter(mayFind), capabilities, [...loadable, ...finderTypes(context.user)]),
    [commands, capabilities, context.user],
  )
  const lacking = useMemo(() => lackingWith(capabilities, commands), [commands, capabilities])
  const readings = useMemo(() => {
    const plain = readVerbs(typed, index)
    const owner = ownerMeant(plain[0], context)
    return owner === null ? nearestFirst(plain, context.targets) : readVerbs(tokenize(`customer #${owner} ${typed.text}`), index)
  }, [typed, index, context])
  const { object, types } = useMemo(() => wantedRecord(readings), [readings])
  const recognised = useMemo(() => (object ? narrowed(object.recognised, types) : nothing), [object, types])
  const text = object?.text ?? ''
  const settled = useSettled(text, typingPause)
  const findings = useFindings({ text, settled, types, areTypesKnown: true }, context.user)
  const lookUps = [...useLookUps(recognised, settled, text, types).filter(({ id }) => types.includes(id)), ...findings]

  const found =
    lookUps.flatMap(({ exact }) => exact.flatMap(({ rows }) => rows))[0] ??
    namedIn(lookUps, text) ??
    (object ? onlyWithWords(lookUps, text) : null)
  const loaded = found && isLoadable(found.record) ? found.record : null
  const facts = useFacts(loaded ?? { type: 'customer', id: 0 }, loaded !== null)
  const exact = useWithOwner(found && facts.state === 'ready' ? { ...found, target: facts.facts } : found, readings)
  useLoaded(readings, exact, context)
  const isNowhere = object !== null && settled === text && lookUps.every((of) => (object.isSure ? of.exact : lookUpsOf(of)).every(isEmpty))
  return {
    readings: verbReadings({ readings, object, lookUps, exact, context }),
    nowhere: isNowhere ? (object.isSure ? 'identifier' : 'name') : null,
    read: useCallback((other) => readVerbs(other, index), [index]),
    lacking: useMemo(() => lackingIn(typed, lacking), [typed, lacking]),
    named: useMemo(() => namedVerb(typed, readings, commandsNow()), [typed, readings]),
  }
}

const isEmpty = ({ state, rows }: LookUp) => rows.length === 0 && state !== 'searching' && state !== 'failed'

/** The one record of a whole name. */
function namedIn(lookUps: readonly LookUps[], name: string): RecordRow | null {
  const rows = lookUps.flatMap((each) => lookUpsOf(each).flatMap((lookUp) => lookUp.rows))
  const [only = null, another] = rows.filter(({ record }) => name !== '' && isNamed(record, name))
  return another ? null : only
}

/** Loads what the command on the record depends on, such as the payment that would be refunded, so that its row can say so. */
function useLoaded(readings: readonly VerbReading[], on: RecordRow | null, context: CommandContext) {
  const [command] = readings.flatMap(({ verb, object }) => (object && on ? (verb.commands[on.record.type] ?? []) : []))
  useLoadedFor(command, on?.target ? on.record.id : 0, context)
}

/** The same for a command whose record is known. Returns whether that is loaded. */
export function useLoadedFor(command: Command | undefined, id: number, context: CommandContext): boolean {
  const load = command && loadOf(command)
  const { isSuccess } = useQuery({
    queryKey: ['palette-load', command?.id, id],
    queryFn: async () => {
      await load?.(context, id)
      return id
    },
    ...lookupOptions,
    gcTime: 0,
    retry: false,
    enabled: id > 0 && load !== undefined,
  })
  return isSuccess
}

/** The record of the best reading, and the types it may have. Only that is looked up: 'ban' is also a word for blocking a domain. */
function wantedRecord(readings: readonly VerbReading[]): { object: NamedObject | null; types: readonly TargetType[] } {
  const [best] = readings
  if (!best) return { object: null, types: [] }
  const other = best.object ? undefined : readings.find(({ verb, object }) => verb === best.verb && object?.isSure)
  const object = best.object ?? other?.object ?? null
  return {
    object,
    types: object ? [...new Set(readings.filter((each) => each.object?.text === object.text).map(({ type }) => type))] : [],
  }
}

interface Found {
  readings: readonly VerbReading[]
  object: NamedObject | null
  lookUps: readonly LookUps[]
  /** The record that an identifier or a whole name names, with its facts as soon as they are known. */
  exact: RecordRow | null
  context: CommandContext
}

/** Pure: the rows for what a text says to do, with the records found so far. */
export function verbReadings({ readings, object, lookUps, exact, context }: Found): Reading[] {
  const [best] = readings
  if (!best) return []
  const ofObject = object ? readings.filter((each) => each.object?.text === object.text) : []
  const theOtherWay = readings.filter((each) => each.isTwofold && each.object?.text !== object?.text)
  const swapped = theOtherWay.filter((each, at) => theOtherWay.findIndex((other) => keyOfVerb(other) === keyOfVerb(each)) === at)
  // 'refund 4711' is an amount, and a record if there is one of that number.
  const isTwofold = best.object === null && object !== null
  const rowsOn = (type: TargetType, rows: readonly RecordRow[], max: number) =>
    rows.flatMap((row) =>
      ofObject
        .filter((each) => each.type === type)
        .slice(0, max)
        .map((each) => rowOn(row.value === exact?.value ? exact : row, each, context)),
    )
  // What is meant by a name is one of the verb's own types: 'ban ana' is for a customer before it is for a QR code's domain.
  const isOwn = ({ id }: LookUps) => object?.isSure === true || best.verb.commands[id] !== undefined
  const only = object === null || object.isSure || isHost(object.text) ? null : onlyWithWords(lookUps.filter(isOwn), object.text)
  const all = lookUps.flatMap((each) => {
    const byWords = [...each.prefix, ...each.loose].flatMap(({ rows }) => rows)
    // 'block ana ruiz' is for the customer of that whole name, though 'block' is for QR codes first.
    const isWhole = (row: RecordRow) =>
      object !== null &&
      (isOwn(each)
        ? row.value === only?.value || isNamed(row.record, object.text)
        : object.text.includes(' ') && isNamed(row.record, object.text))
    return [
      ...each.exact.flatMap(({ rows }) => rowsOn(each.id, rows, maxOnOne)).map((row) => ({ row, isExact: true })),
      ...rowsOn(each.id, byWords.filter(isWhole), maxOnOne).map((row) => ({ row, isExact: true })),
      ...rowsOn(
        each.id,
        byWords.filter((row) => !isWhole(row)),
        1,
      ).map((row) => ({ row: object?.isSure ? { ...row, unused: [...(row.unused ?? []), object.text] } : row, isExact: false })),
    ]
  })
  const once = all.filter(({ row }, at) => all.findIndex((other) => other.row.value === row.value) === at)
  const sure = withoutTwins(inOrder(once.filter(({ isExact }) => isExact).map(({ row }) => row)))
  const others = once.filter(({ isExact }) => !isExact).map(({ row }) => row)
  const wanted = lookUps.filter(isOwn).flatMap((each) => (object?.isSure ? each.exact : lookUpsOf(each)))
  const states = new Set(wanted.map(({ state }) => state))
  const isSearching = states.has('searching')
  const hasFailed = !isSearching && states.has('failed')
  const isPart = best.verb.commands[best.type]?.leads === true
  const isFound = object !== null && sure.length > 0 && !isTwofold
  // A part of a page is hardly meant where nobody has the rest of the text as a name: 'limit 500' sets a limit.
  const possible = isPart && object !== null && others.length === 0 ? readings.filter((each) => each.object === null) : readings
  const isNowhere = object !== null && sure.length === 0 && (object.isSure || (!isSearching && others.length === 0))
  // Whoever has a similar address may be meant, and nobody else.
  const choosers = isFound || (isNowhere && others.length > 0) || !possible[0] ? [] : chooserRows(possible, possible[0])
  const claim = claimOf(best)
  // 'delete sam' may mean the colleague, though customers are what is deleted first of all.
  const isFoundElsewhere = others.length > 0 && others.every(({ found }) => best.verb.commands[found.record.type] === undefined)
  // 'reset 2fa for sam' is for the colleague of that name, though it only begins customers' names.
  const colleagues = others.filter(
    ({ found: { record } }) => record.type === 'user' && fold(record.label).split(' ')[0] === fold(object?.text ?? ''),
  )
  const isVague = isTwofold || colleagues.length > 0 || best.isMistyped === true || swapped.length > 0 || claim === 'guess'
  const failure = lookUps.flatMap((each) =>
    each.isQuiet ? [] : retryRow(`verb-retry:${each.id}`, lookUpsOf(each), () => `${each.heading} could not be searched.`),
  )
  const reading = (id: string, heading: string, rest: Pick<Reading, 'claim' | 'rows'> & Partial<Reading>): Reading[] =>
    rest.rows.length === 0 && !rest.couldStill ? [] : [{ id: isPart ? 'parts' : id, heading, couldStill: null, ...rest }]
  const couldStill: Claim | null = object !== null && (isSearching || hasFailed) && isComplete(best) ? (isPart ? 'inside' : 'exact') : null
  return [
    ...reading('verb-on', headingOf(best, sure), {
      claim: isPart ? 'inside' : !best.isLikely ? 'words' : best.match.match === 'word-start' ? 'prefix' : 'exact',
      rows: sure,
      couldStill,
      hasFailed,
      isOpen: isTwofold || [best, ...sure.slice(0, 1).map(({ found }) => found.reading)].some(isUnclear) || fitSeveral(sure) || isTie(sure),
      note: isSearching ? 'searching…' : hasFailed ? 'failed' : null,
    }),
    ...reading('verbs', choosers.length > 0 && object === null ? 'Commands' : headingOf(best, others), {
      claim,
      rows: [
        ...colleagues,
        ...choosers.slice(0, 1),
        ...others.filter((row) => !colleagues.includes(row)),
        ...failure,
        ...choosers.slice(1),
        ...swapped.map(chooserRow),
      ],
      isOpen: isVague || (isPart && object !== null) || isFoundElsewhere || isNowhere || !best.saysWhat,
    }),
  ]
}

/** The verb, if that is all it heads. */
const headingOf = ({ verb }: VerbReading, rows: readonly FoundRow[]) =>
  rows.every(({ found }) => found.reading.verb === verb) ? verb.title : 'Commands'

const isComplete = ({ unused, refusal }: VerbReading) => unused.length === 0 && refusal === null

/** The verbs that ask for their record next. */
function chooserRows(readings: readonly VerbReading[], best: VerbReading): VerbRow[] {
  const own = readings.filter((each) => each.object?.text === best.object?.text)
  return (
    own
      .filter((each, at) => own.findIndex((other) => keyOfVerb(other) === keyOfVerb(each)) === at)
      // 'Cancel subscription immediately' is what 'at once' does, if that is the only step left.
      .filter((each) => !own.some((other) => other.type === each.type && isAnotherNameOf(each.verb, other)))
      .slice(0, maxVerbs)
      .map(chooserRow)
  )
}

const chooserRow = (reading: VerbReading): VerbRow => ({
  kind: 'verb',
  value: `verb:${keyOfVerb(reading)}:${reading.object?.text ?? ''}`,
  reading,
  ...(reading.unused.length > 0 && { unused: reading.unused }),
})

function claimOf({ object, words, isLikely, match: { match }, verb, type }: VerbReading): Claim {
  if (verb.commands[type]?.leads) return 'inside'
  if (!isLikely) return object === null && words === '' && match !== 'keyword' ? 'words' : 'guess'
  if (object !== null) return 'prefix'
  if (match === 'exact' || match === 'prefix') return 'exact'
  if (match === 'keyword' && words === '') return 'inside'
  // A word from the middle of a title leaves the place to a screen that begins with it.
  return words === '' ? 'words' : 'prefix'
}

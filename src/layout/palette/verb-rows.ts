import type { CommandContext } from '../../commands/command.ts'
import { type ResolvedCommand, resolve } from '../../commands/resolve.ts'
import { takeArguments } from '../../commands/typed-arguments.ts'
import type { Findable, SaidVerb } from '../../commands/verb-object.ts'
import { type Decision, decide } from './decision.ts'
import { group, lookUpsOf, retryRow } from './groups.ts'
import type { LookUps } from './lookups.ts'
import type { RecordRow, Row, VerbOnRow, VerbRow } from './rows.ts'
import { meantBy } from './use-run-on.ts'
import type { Verbs } from './use-verbs.ts'

const mostRows = 5
const mostOnOne = 4

/** The record behind the best reading. Only that is looked up: 'ban' is also a word for blocking a domain. */
export function askedRecord(said: readonly SaidVerb[]) {
  const [best] = said
  const isMeant = best !== undefined && (best.isLikely || best.refusal === null)
  const other = isMeant && !best.object ? said.find(({ verb, object }) => verb === best.verb && object?.isSure) : undefined
  const object = (isMeant ? best.object : null) ?? other?.object ?? null
  const ofObject = object ? said.filter((each) => each.object?.text === object.text && each.match === best?.match) : []
  return {
    object,
    /** The readings with it, and the types of their records. */
    ofObject,
    types: [...new Set(ofObject.map(({ type }) => type))],
    /** Whether the text reads as an argument first: 'refund 4711' is an amount, and a record if there is one of that number. */
    isSecond: other !== undefined,
  }
}
type AskedRecord = ReturnType<typeof askedRecord>

/** The exact match that is certain by now, and how certain it is. */
export function exactOf({ object }: AskedRecord, lookUps: readonly LookUps[]): { decision: Decision | null; exact: RecordRow | null } {
  const decision = object ? decide(lookUps.map(exactOnly), null, null) : null
  return { decision, exact: decision?.state === 'certain' ? recordRowOf(lookUps, decision.value) : null }
}

/** The rows of the verbs that a text names. */
export function verbRows(
  said: readonly SaidVerb[],
  asked: AskedRecord,
  lookUps: readonly LookUps[],
  { decision, exact }: ReturnType<typeof exactOf>,
  context: CommandContext,
): Omit<Verbs, 'isLate'> {
  const { object, ofObject, isSecond } = asked
  const [best] = said
  const rowsOn = (type: Findable, rows: readonly RecordRow[], most: number) => {
    const own = ofObject.filter((each) => each.type === type).slice(0, most)
    return rows.flatMap((row) => own.map((verb) => onRow(row.value === exact?.value ? exact : row, verb, context)))
  }
  const onRows = onceEach(
    lookUps.flatMap(({ id, exact: sure, begun, loose }) => [
      ...sure.flatMap(({ rows }) => rowsOn(id, rows, mostOnOne)),
      ...[...begun, ...loose].flatMap(({ rows }) => rowsOn(id, rows, 1)),
    ]),
  )
  const waiting = said
    .filter((each) => each === best || each.object?.text === best?.object?.text)
    .map((each): VerbRow => ({ kind: 'verb', value: `verb:${each.verb.name}:${each.object?.text ?? ''}`, said: each }))
  // The record that was found leaves nothing to choose.
  const likely = exact && !isSecond ? [] : waiting.filter((row) => row.said.isLikely)
  const unlikely = waiting.filter((row) => !row.said.isLikely)
  const states = new Set(lookUps.flatMap(lookUpsOf).map(({ state }) => state))
  const note = states.has('searching') ? 'searching…' : states.has('failed') ? 'failed' : null
  const ahead = object ? likely.slice(0, 1) : []
  return {
    likely: [
      ...group('verbs-on', best?.verb.title ?? '', [...ahead, ...onRows, ...lookUps.flatMap(retryOf)], note),
      ...group('verbs', choosing, likely.slice(ahead.length, mostRows)),
    ],
    unlikely: group('verbs-unlikely', choosing, unlikely.slice(0, mostRows)),
    best: best?.isLikely ? best : null,
    decision: decisionOf(isSecond ? null : decision, isSecond ? null : exact, onRows, likely[0]),
  }
}

const choosing = 'Choose the record next'

/** An exact match is waited for; else the verb itself is certain at once. */
function decisionOf(
  decision: Decision | null,
  exact: RecordRow | null,
  onRows: readonly VerbOnRow[],
  first: VerbRow | undefined,
): Decision | null {
  if (decision?.state === 'waiting') return decision
  const on = exact && onRows.find(({ record }) => `${record.type}:${record.id}` === exact.value)
  if (on) return { state: 'certain', value: on.value }
  if (decision?.state === 'open' && decision.failed) return decision
  if (first?.said.object?.isSure) return { state: 'open', searching: false, failed: false }
  return first ? { state: 'certain', value: first.value } : null
}

const exactOnly = (lookUps: LookUps): LookUps => ({ ...lookUps, begun: [], loose: [] })

const recordRowOf = (lookUps: readonly LookUps[], value: string): RecordRow | null =>
  lookUps.flatMap(({ exact }) => exact.flatMap(({ rows }) => rows)).find((row) => row.value === value) ?? null

const retryOf = (lookUps: LookUps): Row[] => {
  const { id, heading, isQuiet } = lookUps
  return isQuiet ? [] : retryRow(`verb-retry:${id}`, lookUpsOf(lookUps), () => `${heading} could not be searched.`)
}

/** A verb on a record that was found. Its title and reason come from the record, as soon as that is known. */
function onRow({ record, target, why }: RecordRow, said: SaidVerb, context: CommandContext): VerbOnRow {
  const command = said.verb.commands[said.type]
  const resolved = command && target ? resolve(command, context, target) : null
  const title = resolved?.title ?? command?.title(null) ?? said.verb.title
  return {
    kind: 'verb-on',
    value: `verb-on:${command?.id ?? ''}:${record.type}:${record.id}`,
    record,
    said,
    resolved,
    title,
    args: resolved && said.tail.length > 0 ? argumentsOn(resolved, said.tail, context) : null,
    why,
  }
}

function argumentsOn(resolved: ResolvedCommand, tail: readonly string[], context: CommandContext) {
  const meant = meantBy(resolved, context)
  return meant?.target ? takeArguments(meant.command.args ?? [], meant.target, tail, true) : null
}

function onceEach(rows: readonly VerbOnRow[]): VerbOnRow[] {
  return rows.filter(({ value }, index) => rows.findIndex((other) => other.value === value) === index)
}

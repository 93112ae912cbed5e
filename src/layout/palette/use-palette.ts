import { useMemo, useState } from 'react'
import type { CommandContext } from '../../commands/engine/context.ts'
import { placeByUse } from '../../commands/engine/menu-order.ts'
import { nameOfTarget } from '../../commands/engine/record-types.ts'
import { selectedType } from '../../commands/engine/resolve.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { identifierIn, isOpener, soughtIn } from '../../commands/text/identifiers.ts'
import { asList, isQuestion } from '../../commands/text/list-questions.ts'
import { insteadOf, isMailing, withoutGoal } from '../../commands/text/not-here.ts'
import { fold } from '../../commands/text/ranking.ts'
import { nothing } from '../../commands/text/recognise.ts'
import type { Token, Tokens } from '../../commands/text/token.ts'
import { tokenize } from '../../commands/text/tokens.ts'
import { isDeed, isFiller, isGeneric, isPlural } from '../../commands/text/word-kinds.ts'
import { type RecentRecord, recentCommands, recentRecords } from '../commands/recent.ts'
import { groupBy } from '../kit/group-by.ts'
import { useSettled } from '../kit/use-settled.ts'
import { exportedIn } from '../list/words/export-words.ts'
import { namedLists } from '../list/words/named-lists.ts'
import { finderTypes, useFindings } from '../records/finders/findings.ts'
import { recentRow } from '../records/finders/found-rows.ts'
import { type LookUp, typingPause, useLookUps } from '../records/finders/look-ups.ts'
import { customerOfPage, customerOnScreen, useMeant } from '../records/finders/use-meant.ts'
import { useNamesakes } from '../records/finders/use-namesakes.ts'
import { usePlainWords } from '../records/finders/use-plain-words.ts'
import type { Engine, PaletteCommand } from './engine.ts'
import { useActsOnAll } from './readings/act-on-all.ts'
import { commandReadings, commandRow, indexCommand } from './readings/commands.ts'
import { asExport, useFilterReadings } from './readings/filters.ts'
import { useNamesWithin } from './readings/names-within.ts'
import { useOwnedReadings } from './readings/owned.ts'
import { arrange, capped, decide, type Reading, unusedBy } from './readings/reading.ts'
import { recentReadings, recordReadings } from './readings/records.ts'
import { useRequests } from './readings/requests.ts'
import { useSeveral } from './readings/several.ts'
import { withUsual } from './readings/usual.ts'
import { useLoadedFor, useVerbReadings } from './readings/verbs.ts'
import { wordReadings } from './readings/words.ts'
import type { CommandRow, Row, RowGroup } from './rows.ts'
import { withDelegates } from './use-run-on.ts'

/** The palette's rows for the typed text, and the selected one. */
export function usePalette({ text: typedText, chosen, commands }: Engine, context: CommandContext, areListsLoaded: boolean) {
  const onScreen = useMemo(() => customerOnScreen(context), [context])
  const { user } = context
  const { text: input, used, meanings } = usePlainWords(typedText)
  const namesakes = useNamesakes(used)
  const text = useMeant(input, context)
  const [recents] = useState(() => ({
    records: recentRecords(user.id).filter(({ href }) => !isHere(href)),
    commands: recentCommands(user.id),
  }))
  const notHere = useMemo(() => insteadOf(text), [text])
  const goalless = useMemo(() => (notHere === null ? text : withoutGoal(text)), [text, notHere])
  const typed = useMemo(() => tokenize(goalless, window.location.origin), [goalless])
  const verbs = useVerbReadings(typed, context)
  const several = useSeveral(typed, verbs, context)

  // Text naming several records isn't looked up as a whole and is no command.
  const isSeveral = several !== null
  const single = isSeveral ? '' : text
  const sought = useMemo(() => soughtIn(typed), [typed])
  const name = isSeveral ? '' : sought.typed.text
  const recognised = useMemo(() => (isSeveral ? nothing : identifierIn(sought.typed, window.location.origin)), [isSeveral, sought])
  const settled = useSettled(name, typingPause)
  const lookUps = useLookUps(recognised, settled, name, sought.types)
  const isAny = (wanted: LookUp['state']) => recognised.sure && lookUps.some(({ exact }) => exact.some(({ state }) => state === wanted))
  const isFound = isAny('found')
  const findings = useFindings({ text: isFound ? '' : name, settled, types: finderTypes(user) }, user)
  const ahead = commands.find(({ resolved }) => resolved.command.delegate && isBegun(resolved.title, typed))?.resolved
  const isLoaded = useLoadedFor(ahead?.command, ahead?.target?.record.id ?? 0, context)
  const indexed = useMemo(
    () => (isLoaded ? withDelegates(commands, context) : commands).map((command) => indexCommand(command, recents.commands)),
    [commands, recents, context, isLoaded],
  )
  const ofCommands = useMemo(() => commandReadings(typed, indexed, context, verbs.nowhere), [typed, indexed, context, verbs.nowhere])
  const screens = useMemo(() => commands.flatMap(({ resolved }) => (resolved.command.href === undefined ? [] : resolved)), [commands])
  const lists = useMemo(() => (areListsLoaded ? namedLists(screens, context.location) : null), [screens, areListsLoaded, context])
  // A QR code's own address isn't a target that others lead to, nor a customer's id the end of a card. Until looked up, either may be so.
  const isRecord = /https?:\/\/\S|^\s*\d+\s*$/i.test(single) && (isFound || isAny('searching'))
  const begin = typed.tokens.find((token) => !isFiller(token))
  const exported = exportedIn(single)
  // 'show invoices of ana ruiz' asks for a list, not for an action.
  const isVerb = exported === null && verbs.named.words.length > 0 && !(begin && isOpener(begin) && verbs.named.words.includes(begin.raw))
  const beginsWithVerb = isVerb && begin !== undefined && verbs.named.words.includes(begin.raw)
  // 'refund all payments of ana' doesn't mean refunded payments, so the list beside it leaves the verb unused.
  const deed = begin && (isDeed(begin) || isMailing(text) || (beginsWithVerb && isGeneric(begin))) ? begin : null
  const listText = asList(exported ?? single.slice(deed?.to), onScreen)
  const query = { text: isRecord ? '' : listText, isSettled: settled === name, isVerb: beginsWithVerb, onPage: customerOfPage(context) }
  const filters = useFilterReadings(query, lists)
  const owned = useOwnedReadings({ text: listText, lists, filtered: filters.filtered, isVerb }, user)
  const saysMany = (token: Token) => isPlural(token) || /^(all|every|every(body|one)|people)$/.test(token.folded)
  const isOfMany = typed.tokens.some(saysMany) && typed.tokens.every(({ folded }) => folded !== 'until')
  const acting = useActsOnAll([...filters.readings, ...owned], exported === null ? deed : null, isOfMany)
  // A file for somebody else may be meant of everybody, though a customer is on screen.
  const asFiles = ({ rows, ...rest }: Reading): Reading => {
    const files = rows.map((row) => asExport(row, context))
    return { ...rest, rows: files, ...(query.onPage !== null && { isOpen: true }) }
  }
  const ofLists = exported === null ? acting : acting.map(asFiles)

  const isEmpty = !several && text.trim() === ''
  // Beside somebody who was found for it, the record on screen isn't meant.
  const isElsewhere = verbs.readings.some(({ id, rows }) => id === 'verb-on' && rows.length > 0)
  const isListed = [...verbs.readings, ...filters.readings, ...owned].some(({ rows }) => rows.length > 0)
  const isAsked = isQuestion(input)
  // 'note marco leite called' is about him, or about whoever is on screen.
  const here = ofCommands.flatMap(({ rows }) => rows.filter((row) => unusedBy(row) === 0))
  const isAlsoHere = (row: Row) =>
    row.kind === 'command' && row.found !== undefined && here.some((own) => own.kind === 'command' && own.args && isOfAnother(own, row))
  const whole: readonly Reading[] = several
    ? several.readings
    : isEmpty
      ? []
      : [
          // The words of a command or list aren't a name, so that no record has it goes without saying.
          ...recordReadings([...lookUps, ...findings], recognised, sought.typed)
            .filter(({ rows, note }) => !isListed || rows.length > 0 || note !== 'none')
            .map((reading) => (isAsked && reading.rows.length > 1 ? { ...reading, isOpen: true } : reading)),
          ...recentReadings(typed, recents.records),
          ...[...(isElsewhere ? ofCommands.map(onlyWhole) : ofCommands), ...verbs.readings].map((reading) =>
            isAsked && reading.rows.some(isDeedRow) ? { ...reading, isOpen: true } : reading,
          ),
          ...ofLists,
          ...wordReadings(typedText, namesakes, user),
        ]
  const isLeft = begin?.folded === 'note' ? (row: Row) => unusedBy(row) > 0 : isOfNobody
  const isUnclear = !isSeveral && settled === name && whole.every(({ rows, couldStill }) => couldStill === null && rows.every(isLeft))
  // 'note Ana Ruiz 5,50' may be about her, wherever one is.
  const isNamedNote = context.targets.length > 0 && typed.tokens.slice(0, 3).some(({ folded }) => folded === 'note')
  const within = useNamesWithin(sought.typed, isUnclear || isNamedNote || verbs.nowhere === 'name', verbs.read, context)
  // Somebody whose whole name is in the text, or who is on screen, comes before a search for all of its words.
  const isOnSomebody = within.some(({ rows }) => rows.length > 0) || ofCommands.some(({ rows }) => rows.some(isDeedRow))
  const all = [...(isOnSomebody && verbs.nowhere === 'name' ? whole.filter(({ id }) => id !== 'verbs') : whole), ...within].map(
    (reading) => (namesakes.rows.length > 0 || reading.rows.some(isAlsoHere) ? { ...reading, isOpen: true } : reading),
  )
  // 'reset password' on a customer's page asks for no colleague.
  const answers = (row: Row) => unusedBy(row) === 0 && (row.kind !== 'verb' || (onScreen === null && row.reading.refusal === null))
  const isAnswered = all.some(({ rows }) => rows.some(answers))
  const instead = goalless === text && isAnswered ? null : notHere
  const requests = useRequests(typed, all, verbs, context)
  const readings = withUsual(instead === null ? [...all, ...requests] : all.flatMap(onlyRecords), typedText)
  const groups = isEmpty ? groupsWithoutText(recents.records, commands) : arrange(readings)
  const rows = groups.flatMap((group) => group.rows)
  const decision = isEmpty && rows[0] ? ({ state: 'certain', value: rows[0].value } as const) : decide(readings)
  // An action on several is selected from the start; Enter waits until all are found.
  const isComing = several !== null && decision.state === 'waiting' && rows[0]?.kind === 'several'
  const value = chosen ?? (decision.state === 'certain' ? decision.value : isComing ? rows[0]?.value : null)
  return {
    groups,
    rows,
    decision,
    /** What the text asks for but this person may not do, unless it has another meaning. */
    lacking: rows.some((row) => unusedBy(row) === 0) ? null : verbs.lacking,
    /** What serves instead of what it asks for, if there is no command for that. */
    instead,
    /** What the team's words in it mean. */
    meanings,
    explanation: meanings ?? several?.explanation ?? recognised.explanation,
    /** The row Enter acts on, or null. */
    selected: rows.find((row) => row.value === value) ?? null,
    hasMoved: chosen !== null,
  }
}
export type PaletteContents = ReturnType<typeof usePalette>

/** What is asked for isn't done here, so that no command is meant. The foot says what serves instead of its words. */
const onlyRecords = ({ rows, ...rest }: Reading): Reading[] => {
  const records = rows.flatMap((row) => {
    if (row.kind === 'command' && row.found) return recentRow(row.found.record)
    if (row.kind !== 'record') return []
    const { unused: _, ...record } = row
    return record
  })
  const once = records.filter(({ record }, at) => records.findIndex((other) => other.record.href === record.href) === at)
  return once.length === 0 ? [] : [{ ...rest, rows: once, isOpen: true }]
}

const onlyWhole = ({ rows, ...rest }: Reading): Reading => ({ ...rest, rows: rows.filter((row) => unusedBy(row) === 0) })

const isOfAnother = ({ resolved: { command, target } }: CommandRow, { resolved, found }: CommandRow) =>
  command === resolved.command && target?.record.id !== found?.record.id

const isDeedRow = (row: Row) => row.kind === 'verb' || (row.kind === 'command' && (row.found !== undefined || row.resolved.target !== null))

/** Whether it leaves words unused, and names no record. */
const isOfNobody = (row: Row) => unusedBy(row) > 0 && row.kind !== 'record' && !('found' in row && row.found)

const isBegun = (title: string, { tokens }: Tokens) => tokens.some(({ folded }) => folded === fold(title).split(' ')[0])

/** Leaves out the current page, so the previous record comes first, one Enter away. */
const isHere = (href: string) => href === window.location.pathname || href === `${window.location.pathname}${window.location.search}`

/** The rows for an empty input: recent records, then commands, those for the record on screen first. */
function groupsWithoutText(recents: readonly RecentRecord[], commands: readonly PaletteCommand[]): RowGroup[] {
  const shown = commands.filter(
    ({ resolved: { command, target } }) =>
      command.scope !== 'list' && !command.leads && !command.anywhere && (target === null || command.target === target.type),
  )
  const isOfSelection = ({ resolved }: PaletteCommand) => selectedType(resolved.target) !== null
  const group = (id: string, heading: string, own: readonly PaletteCommand[]): RowGroup => {
    return { id, heading, note: null, rows: own.map(commandRow) }
  }
  const ofRecord = (own: readonly PaletteCommand[]) =>
    groupBy(own, ({ resolved }) => resolved.target).flatMap(([target, all]) =>
      target ? group(`on:${target.type}`, headingOn(target), all.toSorted(byUse)) : [],
    )
  const isOfOne = (each: PaletteCommand) => each.resolved.target !== null && !isOfSelection(each)
  const isScreen = ({ resolved }: PaletteCommand) => resolved.command.href !== undefined
  const isOther = (each: PaletteCommand) => !each.resolved.target && !isScreen(each)
  const groups = [
    ...ofRecord(shown.filter(isOfSelection)),
    { id: 'recent', heading: 'Recent', note: null, rows: recents.map(recentRow) },
    ...ofRecord(shown.filter(isOfOne)),
    group('go', 'Go to', shown.filter(isScreen)),
    group('commands', 'Commands', shown.filter(isOther)),
  ]
  return capped(groups)
}

const byUse = (a: PaletteCommand, b: PaletteCommand) => placeByUse(a.resolved.command) - placeByUse(b.resolved.command)

const headingOn = (target: Target) => `${selectedType(target) === null ? 'On this page' : 'Selected'}: ${nameOfTarget(target)}`

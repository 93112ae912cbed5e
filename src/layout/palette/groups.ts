import type { Command } from '../../commands/command.ts'
import { type Indexed, indexItem, inOrder, matchAll, type Ranked } from '../../commands/ranking.ts'
import type { Recognised, Shape } from '../../commands/recognise.ts'
import { nameOfTarget, type Target } from '../../commands/record-types.ts'
import { type ResolvedCommand, selectedType } from '../../commands/resolve.ts'
import { matchWithArguments, type WithArguments } from '../../commands/typed-arguments.ts'
import { beginsWords, termWords } from '../../contract/customer-match.ts'
import type { RecentRecord } from '../commands/recent.ts'
import { errorText } from '../kit/toasts.tsx'
import type { LookUp, LookUps } from './lookups.ts'
import { type CommandRow, type RecordRow, type Row, type RowGroup, recentRow } from './rows.ts'

/** The most rows that mount within a frame. */
const mostRows = 50

/** A command as the palette's engine holds it. */
export interface PaletteCommand {
  id: string
  keywords: string
  resolved: ResolvedCommand
  /** The command it leads to, whose arguments are typed behind its name. */
  meant?: ResolvedCommand
}

/**
 * Prepares a command for matching.
 * @param used the ids of recently run commands, latest first
 */
export function indexCommand(command: PaletteCommand, used: readonly string[]): Indexed<PaletteCommand> {
  const { title, target, command: declared } = command.resolved
  const place = used.indexOf(declared.id)
  return indexItem(command, title, command.keywords, { isNear: target !== null, used: place < 0 ? undefined : place })
}

/** Whether a text says no more than the record's name: 'ana' on Ana's page means Ana, not 'Ban Ana'. */
function isOnlyName(text: string, { resolved: { title, target }, keywords }: PaletteCommand): boolean {
  const name = target && nameOfTarget(target)
  if (name === null || !title.includes(name) || !beginsWords(name, text)) return false
  const others = `${title.replace(name, '')} ${keywords}`
  return !termWords(text).some((word) => beginsWords(others, word))
}

export const commandRow = ({ id, resolved }: PaletteCommand): CommandRow => ({ kind: 'command', value: id, resolved })

/** The rows for an empty input: recent records, then commands, those for the record on screen first. */
export function groupsWithoutText(recents: readonly RecentRecord[], commands: readonly PaletteCommand[]): RowGroup[] {
  const shown = commands.filter(
    ({ resolved: { command, target } }) => command.scope !== 'list' && !command.leads && isNotOfOne(command, target),
  )
  const isOfSelection = ({ resolved }: PaletteCommand) => selectedType(resolved.target) !== null
  return cap([
    ...byRecord(shown.filter(isOfSelection)),
    ...group('recent', 'Recent', recents.map(recentRow)),
    ...byRecord(shown.filter((each) => each.resolved.target && !isOfSelection(each))),
    ...group('go', 'Go to', shown.filter(({ resolved }) => resolved.command.href !== undefined).map(commandRow)),
    ...group(
      'commands',
      'Commands',
      shown.filter(({ resolved }) => !resolved.target && resolved.command.href === undefined).map(commandRow),
    ),
  ])
}

/**
 * Matches the text with commands, and its end with their arguments.
 * Each group in one order, best first; each row names its record.
 */
export function matchCommands(text: string, all: readonly Indexed<PaletteCommand>[]) {
  const indexed = all.filter(({ item }) => !isOnlyName(text, item))
  const withArguments = matchWithArguments(text, indexed, ({ resolved, meant }) => meant ?? resolved)
  const better = new Set(withArguments.map(({ item }) => item))
  const whole = matchAll(text, indexed).filter(({ item }) => !better.has(item))
  const ranked = inOrder<PaletteCommand, Ranked<PaletteCommand> | WithArguments<PaletteCommand>>([...withArguments, ...whole].map(asPart))
  type Found = (typeof ranked)[number]
  const isFuzzy = ({ match }: Found) => match === 'fuzzy'
  const isPart = ({ item }: Found) => item.resolved.command.leads === true
  const isScreen = (found: Found) => isPart(found) || found.item.resolved.command.href !== undefined
  const rowOf = (found: Found): Row => ({
    ...commandRow(found.item),
    ...('args' in found ? { query: found.head, args: found.args } : { query: text }),
  })
  const groupOf = (id: string, heading: string, found: readonly Found[]) => group(id, heading, found.map(rowOf))
  const plain = ranked.filter((found) => !isFuzzy(found))
  const [first] = plain
  const parts = plain.filter(isPart)
  const screens = plain.filter((found) => isScreen(found) && !isPart(found))
  const others = plain.filter((found) => !isScreen(found))
  const goTo = [...groupOf('go', 'Go to', screens), ...groupOf('parts', 'Parts of the page', parts)]
  return {
    plain: groupOf('commands', 'Commands', others),
    /** The screens. */
    goTo: goTo.toSorted((a, b) => Number(b.rows[0]?.value === first?.item.id) - Number(a.rows[0]?.value === first?.item.id)),
    fuzzy: groupOf('fuzzy', 'Similar commands', ranked.filter(isFuzzy)),
    /** The one Enter runs if the text may be a command: the best, fuzzy matches aside. */
    first: first
      ? {
          value: first.item.id,
          match: first.match,
          /** Whether it acts on the record on screen. */
          isOwn: first.item.resolved.target !== null,
          /** A screen that is only begun leaves the place to records. */
          isBegunScreen: isScreen(first) && first.match !== 'exact' && !/^go to /i.test(text.trim()),
        }
      : null,
  }
}
export type CommandMatches = ReturnType<typeof matchCommands>

/** A part of a page never matches better than by a word: what does something, and records, come first. */
const asPart = <Found extends Ranked<PaletteCommand>>(found: Found): Found =>
  found.item.resolved.command.leads && (found.match === 'exact' || found.match === 'prefix') ? { ...found, match: 'word-start' } : found

/** What a text may mean. */
export interface Meanings {
  /** Recently opened records with words that begin so. */
  recents: readonly RecordRow[]
  lookUps: readonly LookUps[]
  commands: CommandMatches
  recognised: Recognised
}

/**
 * All rows for a text, what Enter takes on top: commands, records opened lately, records that begin so, screens, and other
 * records. What identifies a record for sure stands before commands.
 */
export function groupsForText({ recents, lookUps, commands, recognised: { shapes, sure } }: Meanings, text: string): RowGroup[] {
  const query = (sure ? shapes.map(textOf).find((named) => named !== null) : null) ?? text
  const shown = new Set(recents.map(({ value }) => value))
  const records = lookUps.flatMap((each) => lookUpGroup(each, query, shown))
  // A recently opened one is just as much what the text names: Enter pressed before the reply takes it.
  const named = new Map(lookUps.flatMap(({ exact }) => exact.flatMap(({ rows }) => rows)).map(({ value, why }) => [value, why]))
  const recent = group(
    'recent',
    'Recent',
    recents.map((row) => ({ ...row, query, why: named.get(row.value) ?? row.why })),
  )
  const { plain, goTo, fuzzy, first } = commands
  if (sure) return cap([...recent, ...records, ...plain, ...goTo, ...fuzzy])
  const mayBegin = lookUps.some((each) => [...each.exact, ...each.begun].some(({ state }) => state === 'found' || state === 'searching'))
  const ofRecords = mayBegin ? [...records, ...goTo] : [...goTo, ...records]
  if (first && !first.isBegunScreen && goTo.some(({ rows }) => rows[0]?.value === first.value))
    return cap([...goTo, ...recent, ...plain, ...records, ...fuzzy])
  return cap(first?.isBegunScreen ? [...recent, ...ofRecords, ...plain, ...fuzzy] : [...plain, ...recent, ...ofRecords, ...fuzzy])
}

/** The recently opened records with a word that begins so for each word of a text. */
export function recentsFor(text: string, recents: readonly RecentRecord[]): RecordRow[] {
  if (termWords(text).length === 0) return []
  return recents.filter(({ label, detail }) => beginsWords(`${label} ${detail}`, text)).map(recentRow)
}

/** The part of a shape that appears in a record's row; of a link only the last part. */
function textOf(shape: Shape): string | null {
  if (shape.kind === 'email') return shape.email
  if (shape.kind === 'payment' && shape.by === 'ref') return shape.value
  return shape.kind === 'qr-uri' ? shape.uri : null
}

/** All look-ups of a type, the surest first. */
export const lookUpsOf = ({ exact, begun, loose }: LookUps) => [...exact, ...begun, ...loose]

/** A row that asks again for whatever failed, if anything did. */
export function retryRow(value: string, lookUps: readonly LookUp[], messageOf: (error: unknown) => string): Row[] {
  const failed = lookUps.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return []
  return [{ kind: 'retry', value, message: messageOf(failed[0]?.error), retry: () => failed.forEach(({ retry }) => retry()) }]
}

/** One group per record type looked up. */
function lookUpGroup(lookUps: LookUps, query: string, shown: ReadonlySet<string>): RowGroup[] {
  const { heading, all: ways, isQuiet } = lookUps
  const all = lookUpsOf(lookUps)
  if (all.every(({ state }) => state === 'idle')) return []
  const rows = new Map<string, RecordRow>()
  for (const row of all.flatMap((each) => each.rows))
    if (!rows.has(row.value) && !shown.has(row.value)) rows.set(row.value, { ...row, query })
  const isSearching = all.some(({ state }) => state === 'searching')
  const failure = retryRow(`retry:${heading}`, all, (error) => `${heading} could not be searched: ${errorText('', error)}`)
  // What was found is above already.
  const isShown = rows.size === 0 && all.some(({ state }) => state === 'found') && !isSearching
  if ((isQuiet && rows.size === 0) || (isShown && ways.length === 0 && failure.length === 0)) return []
  const note = isSearching ? 'searching…' : failure.length > 0 ? 'failed' : rows.size === 0 ? 'none' : null
  return group(heading, heading, [...rows.values(), ...ways, ...failure], note)
}

/** Commands on one row, which only say why they can't take a selection, show only to those who look for them. */
const isNotOfOne = (command: Command, target: Target | null) => target === null || command.target === target.type

function byRecord(commands: readonly PaletteCommand[]): RowGroup[] {
  return groupBy(commands, ({ resolved }) => resolved.target).flatMap(([target, own]) => {
    const place = selectedType(target) === null ? 'On this page' : 'Selected'
    return target ? group(`on:${target.type}`, `${place}: ${nameOfTarget(target)}`, own.map(commandRow)) : []
  })
}

/** A group, unless there is nothing to show in it. */
export const group = (id: string, heading: string, rows: readonly Row[], note: string | null = null): RowGroup[] =>
  rows.length === 0 && note === null ? [] : [{ id, heading, note, rows }]

/** Things by what they have in common, in the order of the first of each. */
export function groupBy<Key, Thing>(things: readonly Thing[], keyOf: (thing: Thing) => Key): [Key, Thing[]][] {
  const groups = new Map<Key, Thing[]>()
  for (const thing of things) groups.set(keyOf(thing), [...(groups.get(keyOf(thing)) ?? []), thing])
  return [...groups]
}

function cap(groups: readonly RowGroup[]): RowGroup[] {
  let left = mostRows
  return groups
    .map((each) => {
      const rows = each.rows.slice(0, left)
      left -= rows.length
      return { ...each, rows }
    })
    .filter(({ rows, note }) => rows.length > 0 || note !== null)
}

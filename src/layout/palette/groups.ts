import type { Target } from '../../commands/command.ts'
import { type Indexed, inOrder, matchAll, type Ranked } from '../../commands/ranking.ts'
import type { Recognised, Shape } from '../../commands/recognise.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import { nameOfTarget } from '../../commands/target-name.ts'
import { matchWithArguments, type WithArguments } from '../../commands/typed-arguments.ts'
import { errorText } from '../kit/toasts.tsx'
import type { RecentRecord } from '../commands/recent.ts'
import type { LookUps } from './lookups.ts'
import { type CommandRow, type RecordRow, type Row, type RowGroup, recentRow } from './rows.ts'

/** The most rows that mount within a frame. */
const mostRows = 50

/** A command as the palette's engine holds it. */
export interface PaletteCommand {
  id: string
  keywords: string
  resolved: ResolvedCommand
}

const commandRow = ({ id, resolved }: PaletteCommand): CommandRow => ({ kind: 'command', value: id, resolved })

/** The rows for an empty input: recent records, then commands, those for the record on screen first. */
export function groupsWithoutText(recents: readonly RecentRecord[], commands: readonly PaletteCommand[]): RowGroup[] {
  const shown = commands.filter(({ resolved }) => resolved.command.scope !== 'list')
  return cap([
    group('recent', 'Recent', recents.map(recentRow)),
    ...byRecord(shown.filter(({ resolved }) => resolved.target)),
    group('go', 'Go to', shown.filter(({ resolved }) => resolved.command.href !== undefined).map(commandRow)),
    group('commands', 'Commands', shown.filter(({ resolved }) => !resolved.target && resolved.command.href === undefined).map(commandRow)),
  ])
}

/** The ranked commands for a text: plain and fuzzy matches. */
export interface CommandMatches {
  plain: RowGroup[]
  fuzzy: RowGroup[]
  /** The one Enter runs if the text may be a command. */
  first: string | null
}

/**
 * Matches the text with commands, and its end with their arguments.
 * All in one order, best first; each row names its record.
 */
export function matchCommands(text: string, indexed: readonly Indexed<PaletteCommand>[]): CommandMatches {
  const withArguments = matchWithArguments(text, indexed, ({ resolved }) => resolved)
  const better = new Set(withArguments.map(({ item }) => item))
  const whole = matchAll(text, indexed).filter(({ item }) => !better.has(item))
  const ranked = inOrder<PaletteCommand, Ranked<PaletteCommand> | WithArguments<PaletteCommand>>([...withArguments, ...whole])
  const rowsOf = (isFuzzy: boolean) =>
    ranked
      .filter(({ match }) => (match === 'fuzzy') === isFuzzy)
      .map(
        (found): Row => ({ ...commandRow(found.item), ...('args' in found ? { query: found.head, args: found.args } : { query: text }) }),
      )
  const plain = rowsOf(false)
  return {
    plain: plain.length > 0 ? [group('commands', 'Commands', plain)] : [],
    fuzzy: [group('fuzzy', 'Similar commands', rowsOf(true))],
    first: plain[0]?.value ?? null,
  }
}

/** All rows for a text. Commands come first if the text may be one, so late replies never push them down. */
export function groupsForText(
  lookUps: readonly LookUps[],
  commands: CommandMatches,
  { shapes, sure }: Recognised,
  text: string,
): RowGroup[] {
  const query = (sure ? shapes.map(textOf).find((named) => named !== null) : null) ?? text
  const records = lookUps.flatMap((each) => lookUpGroup(each, query))
  return cap(sure ? [...records, ...commands.plain, ...commands.fuzzy] : [...commands.plain, ...records, ...commands.fuzzy])
}

/** The part of a shape that appears in a record's row; of a link only the last part. */
function textOf(shape: Shape): string | null {
  if (shape.kind === 'email') return shape.email
  return shape.kind === 'qr-uri' ? shape.uri : null
}

/** One group per record type looked up. */
function lookUpGroup({ id, heading, exact, loose }: LookUps, query: string): RowGroup[] {
  const all = [...exact, ...loose]
  if (all.every(({ state }) => state === 'idle')) return []
  const rows = new Map<string, RecordRow>()
  for (const row of all.flatMap((each) => each.rows)) if (!rows.has(row.value)) rows.set(row.value, { ...row, query })
  const failed = all.filter(({ state }) => state === 'failed')
  const failure: Row[] =
    failed.length === 0
      ? []
      : [
          {
            kind: 'retry',
            value: `retry:${id}`,
            message: `${heading} could not be searched: ${errorText('', failed[0]?.error)}`,
            retry: () => failed.forEach(({ retry }) => retry()),
          },
        ]
  const isSearching = all.some(({ state }) => state === 'searching')
  const note = isSearching ? 'searching…' : failure.length > 0 ? 'failed' : rows.size === 0 ? 'none' : null
  return [{ id, heading, note, rows: [...rows.values(), ...failure] }]
}

function byRecord(commands: readonly PaletteCommand[]): RowGroup[] {
  const groups = new Map<Target, PaletteCommand[]>()
  for (const command of commands)
    if (command.resolved.target) groups.set(command.resolved.target, [...(groups.get(command.resolved.target) ?? []), command])
  return [...groups].map(([target, own]) => group(`on:${target.type}`, `On this page: ${nameOfTarget(target)}`, own.map(commandRow)))
}

const group = (id: string, heading: string, rows: readonly Row[]): RowGroup => ({ id, heading, note: null, rows })

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

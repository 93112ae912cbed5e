import { useMemo, useState } from 'react'
import type { CommandContext } from '../../commands/command.ts'
import { matchClasses } from '../../commands/ranking.ts'
import { type Recognised, recognise } from '../../commands/recognise.ts'
import type { SaidVerb } from '../../commands/verb-object.ts'
import { recentCommands, recentRecords } from '../commands/recent.ts'
import { useSettled } from '../kit/use-settled.ts'
import { type Decision, decide } from './decision.ts'
import type { Engine } from './engine.ts'
import { groupsForText, groupsWithoutText, indexCommand, type Meanings, matchCommands, recentsFor } from './groups.ts'
import { useLookUps } from './lookups.ts'
import type { Row, RowGroup } from './rows.ts'
import { maybeSeveral, type SeveralContents, useSeveral, waitingForSeveral } from './several.ts'
import { type Filters, useFilters } from './use-filters.ts'
import { withMeant } from './use-run-on.ts'
import { useVerbs, type Verbs } from './use-verbs.ts'
import { useVerbCode } from './verbs-now.ts'

/** Milliseconds without a key before free text is searched. */
export const typingPause = 150

/** The palette's rows for the typed text, and the selected one. */
export function usePalette({ text, chosen, commands }: Engine, context: CommandContext) {
  const userId = context.user.id
  const [recents] = useState(() => ({
    records: recentRecords(userId).filter(({ href }) => !isHere(href)),
    commands: recentCommands(userId),
  }))

  const { code, isComing } = useVerbCode()
  const several = useMemo(() => code?.recogniseSeveral(text, window.location.origin) ?? null, [code, text])
  const contents = useSeveral(several, code?.severalContents)
  const ofSeveral = isComing && maybeSeveral(text) ? waitingForSeveral : contents
  // Text naming several records isn't looked up as a whole and is no command.
  const single = ofSeveral ? '' : text
  const recognised = useMemo(() => recognise(single, window.location.origin), [single])
  const settled = useSettled(single, typingPause)
  const lookUps = useLookUps(recognised, settled, single)
  const indexed = useMemo(
    () => withMeant(commands, context).map((command) => indexCommand(command, recents.commands)),
    [commands, recents, context],
  )
  const matches = useMemo(() => matchCommands(single, indexed), [single, indexed])

  const recent = useMemo(() => recentsFor(single, recents.records), [single, recents])
  const meanings: Meanings = { recents: recent, lookUps, commands: matches, recognised }
  const asked = useVerbs(single, context, typingPause)
  const screens = useMemo(() => commands.flatMap(({ resolved }) => (resolved.command.href === undefined ? [] : resolved)), [commands])
  const filters = useFilters(single, settled, screens)
  const filtered = filteredBy(filters, meanings, asked)
  // 'card 4242' is a list rather than the card of customer 4242.
  const verbs =
    filtered && isPart(asked.best)
      ? { ...asked, likely: [], unlikely: [...asked.likely, ...asked.unlikely], decision: null, best: null }
      : asked
  const place = placeOfVerbs(meanings, verbs)

  const isEmpty = text.trim() === ''
  const groups = ofSeveral
    ? ofSeveral.groups
    : isEmpty
      ? groupsWithoutText(recents.records, commands)
      : withFilters(withVerbs(groupsForText(meanings, text), verbs, place), filters, filtered)
  const rows = groups.flatMap((group) => group.rows)
  const decision = ofSeveral
    ? decideSeveral(ofSeveral, rows)
    : isEmpty
      ? decide(lookUps, rows[0]?.value ?? null, null)
      : ((place === 'first' || isAsked(recognised, single) ? verbs.decision : null) ?? decideText(meanings, filtered))
  const value = chosen ?? (decision.state === 'certain' ? decision.value : ofSeveral ? rows[0]?.value : null)
  return {
    groups,
    rows,
    decision,
    explanation: ofSeveral?.explanation ?? recognised.explanation,
    /** The row Enter acts on, or null. */
    selected: rows.find((row) => row.value === value) ?? null,
    hasMoved: chosen !== null,
  }
}
export type PaletteContents = ReturnType<typeof usePalette>

/** A text that identifies a record is no command. */
function decideText({ recents, lookUps, commands: { first }, recognised: { sure } }: Meanings, filtered: Filtered | null): Decision {
  if (sure) return decide(lookUps, null, null)
  if (filtered?.isFirst) return { state: 'certain', value: filtered.value }
  const recent = recents[0]?.value ?? null
  if (filtered) return decide(lookUps, recent, filtered.value)
  return first?.isBegunScreen ? decide(lookUps, recent, first.value) : decide(lookUps, first?.value ?? recent, null)
}

/** Whether an identifier is among other words, which may say what to do with it. */
const isAsked = ({ sure }: Recognised, text: string) => sure && text.trim().includes(' ')

/** Where the verbs go: below what can run at once on a record on screen, above other commands that match no better. */
function placeOfVerbs({ recents, commands: { first } }: Meanings, { best, isLate }: Verbs): 'first' | 'below-own' | 'below' {
  if (!first && recents.length === 0) return 'first'
  if (isPart(best)) return 'below'
  if (first?.isOwn) return 'below-own'
  if (!best || isLate) return 'below'
  if (!first) return 'first'
  if (best.object) return best.object.isSure && first.match === 'keyword' ? 'first' : 'below'
  // A complete verb comes before a screen whose name only starts with it.
  return first.isBegunScreen || matchClasses.indexOf(first.match) >= matchClasses.indexOf(best.match) ? 'first' : 'below'
}

/** Whether it only leads to a part of a customer's page. */
const isPart = (said: SaidVerb | null) => said !== null && Object.values(said.verb.commands).some(({ leads }) => leads)

/** The filtered list that Enter opens: at once, or as a screen that is only begun. */
interface Filtered {
  value: string
  isFirst: boolean
}

/** Null if something else comes before it, or part of the text isn't understood. */
function filteredBy(
  { rows: [row], isLikely, isWhole }: Filters,
  { recents, commands: { first }, recognised: { sure } }: Meanings,
  { likely, best, isLate }: Verbs,
): Filtered | null {
  const isVague = first?.isBegunScreen === true && first.match === 'keyword' && isLikely
  // Keep what Enter would have taken before the code loaded; otherwise it waited.
  const isTooLate = isLate && (first !== null || recents.length > 0)
  if (!row || !isWhole || sure || isTooLate || (first && !isVague) || (likely.length > 0 && !isPart(best))) return null
  return { value: row.value, isFirst: (isLikely || isPart(best)) && recents.length === 0 }
}

function withFilters(groups: readonly RowGroup[], { rows }: Filters, filtered: Filtered | null): RowGroup[] {
  if (rows.length === 0) return [...groups]
  const own: RowGroup = { id: 'filters', heading: 'Lists', note: null, rows }
  const others = groups.filter(({ note }) => note !== 'none')
  return filtered?.isFirst
    ? [own, ...others]
    : [...others.filter(({ id }) => id !== 'fuzzy'), own, ...others.filter(({ id }) => id === 'fuzzy')]
}

function withVerbs(groups: readonly RowGroup[], { likely, unlikely }: Verbs, place: ReturnType<typeof placeOfVerbs>): RowGroup[] {
  const shown = likely.length + unlikely.length === 0 ? groups : groups.filter(({ note }) => note !== 'none')
  if (likely.length === 0) return [...shown, ...unlikely]
  const commands = shown.find(({ id }) => id === 'commands')
  if (place === 'first') return [...likely, ...shown, ...unlikely]
  if (!commands || shown[0] !== commands) return [...shown, ...likely, ...unlikely]
  const isOwn = (row: Row) => place === 'below' || (row.kind === 'command' && row.resolved.target !== null)
  const [own, others] = [commands.rows.filter(isOwn), commands.rows.filter((row) => !isOwn(row))]
  const rest = others.length === 0 ? [] : [{ ...commands, id: 'other-commands', heading: 'Other commands', rows: others }]
  return [{ ...commands, rows: own }, ...likely, ...rest, ...shown.slice(1), ...unlikely]
}

/** The first row acts on all of several records; it waits until all are looked up. */
const decideSeveral = ({ isSettled }: SeveralContents, [first]: readonly Row[]): Decision =>
  isSettled && first ? { state: 'certain', value: first.value } : { state: 'waiting' }

/** Leaves out the current page, so the previous record comes first, one Enter away. */
const isHere = (href: string) => href === window.location.pathname || href === `${window.location.pathname}${window.location.search}`

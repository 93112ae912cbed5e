import { useMemo, useState } from 'react'
import { indexItem } from '../../commands/ranking.ts'
import { recognise } from '../../commands/recognise.ts'
import { recogniseSeveral } from '../../commands/several.ts'
import { recentCommands, recentRecords } from '../commands/recent.ts'
import { type Decision, decide } from './decision.ts'
import type { Engine } from './engine.ts'
import { groupsForText, groupsWithoutText, type Meanings, matchCommands, recentsFor } from './groups.ts'
import { useLookUps } from './lookups.ts'
import type { Row, RowGroup } from './rows.ts'
import { type SeveralContents, useSeveral } from './several.ts'
import { useSettled } from '../kit/use-settled.ts'

/** Milliseconds without a key before free text is searched. */
const typingPause = 150

export interface PaletteContents {
  groups: RowGroup[]
  rows: Row[]
  decision: Decision
  explanation: string | null
  /** The row Enter acts on, or null. */
  selected: Row | null
  hasMoved: boolean
}

/** The palette's rows for the typed text, and the selected one. */
export function usePalette({ text, chosen, commands }: Engine, userId: number): PaletteContents {
  const [recents] = useState(() => ({
    records: recentRecords(userId).filter(({ href }) => !isHere(href)),
    commands: recentCommands(userId),
  }))

  const several = useMemo(() => recogniseSeveral(text, window.location.origin), [text])
  const ofSeveral = useSeveral(several)
  // Text naming several records isn't looked up as a whole and is no command.
  const single = several ? '' : text
  const recognised = useMemo(() => recognise(single, window.location.origin), [single])
  const lookUps = useLookUps(recognised, useSettled(single, typingPause), single)
  const indexed = useMemo(() => {
    const used = new Map(recents.commands.map((id, index) => [id, index]))
    return commands.map((command) => {
      const { title, target } = command.resolved
      return indexItem(command, title, command.keywords, { isNear: target !== null, used: used.get(command.resolved.command.id) })
    })
  }, [commands, recents])
  const matches = useMemo(() => matchCommands(single, indexed), [single, indexed])

  const recent = useMemo(() => recentsFor(single, recents.records), [single, recents])
  const meanings: Meanings = { recents: recent, lookUps, commands: matches, recognised }
  const isEmpty = text.trim() === ''
  const groups = ofSeveral ? ofSeveral.groups : isEmpty ? groupsWithoutText(recents.records, commands) : groupsForText(meanings, text)
  const rows = groups.flatMap((group) => group.rows)
  const decision = ofSeveral
    ? decideSeveral(ofSeveral, rows)
    : isEmpty
      ? decide(lookUps, rows[0]?.value ?? null, null)
      : decideText(meanings)
  const value = chosen ?? (decision.state === 'certain' ? decision.value : ofSeveral ? rows[0]?.value : null)
  return {
    groups,
    rows,
    decision,
    explanation: ofSeveral?.explanation ?? recognised.explanation,
    selected: rows.find((row) => row.value === value) ?? null,
    hasMoved: chosen !== null,
  }
}

/** A text that identifies a record is no command. */
function decideText({ recents, lookUps, commands: { first }, recognised: { sure } }: Meanings): Decision {
  if (sure) return decide(lookUps, null, null)
  const recent = recents[0]?.value ?? null
  return first?.isBegunScreen ? decide(lookUps, recent, first.value) : decide(lookUps, first?.value ?? recent, null)
}

/** The first row acts on all of several records; it waits until all are looked up. */
const decideSeveral = ({ isSettled }: SeveralContents, [first]: readonly Row[]): Decision =>
  isSettled && first ? { state: 'certain', value: first.value } : { state: 'waiting' }

/** Leaves out the current page, so the previous record comes first, one Enter away. */
const isHere = (href: string) => href === window.location.pathname || href === `${window.location.pathname}${window.location.search}`

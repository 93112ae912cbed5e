import { useMemo, useState } from 'react'
import { indexItem } from '../../../commands/ranking.ts'
import { recognise } from '../../../commands/recognise.ts'
import { paletteState } from '../palette-state.ts'
import { recentCommands, recentRecords } from '../recent.ts'
import { useStore } from '../store.ts'
import { type Decision, decide } from './decision.ts'
import { groupsForText, groupsWithoutText, matchCommands, type PaletteCommand } from './groups.ts'
import { useLookUps } from './lookups.ts'
import type { Row, RowGroup } from './rows.ts'
import { useSettled } from './use-settled.ts'

const typingPause = 500

export interface PaletteContents {
  groups: RowGroup[]
  rows: Row[]
  decision: Decision
  explanation: string | null
  /** The row that Enter acts on; null where there is none. */
  selected: Row | null
  hasMoved: boolean
  select: (value: string) => void
}

/** What the palette shows for what is typed, and which row is chosen. */
export function usePalette(commands: readonly PaletteCommand[], userId: number): PaletteContents {
  const { text } = useStore(paletteState)
  const [recents] = useState(() => ({ records: recentRecords(userId), commands: recentCommands(userId) }))
  // The person's own choice holds for the text it was made on.
  const [chosen, setChosen] = useState<{ text: string; value: string } | null>(null)

  const recognised = useMemo(() => recognise(text, window.location.origin), [text])
  const lookUps = useLookUps(recognised, useSettled(text, typingPause), text)
  const indexed = useMemo(() => commands.map((command) => indexItem(command, command.resolved.title, command.keywords)), [commands])
  const matches = useMemo(() => {
    const recency = new Map(recents.commands.map((id, index) => [id, index]))
    return matchCommands(text, indexed, (id) => recency.get(id))
  }, [text, indexed, recents])

  const isEmpty = text.trim() === ''
  const groups = isEmpty ? groupsWithoutText(recents.records, commands) : groupsForText(lookUps, matches, recognised.sure)
  const rows = groups.flatMap((group) => group.rows)
  const decision = decide(lookUps, isEmpty ? (rows[0]?.value ?? null) : recognised.sure ? null : matches.first)
  const own = chosen?.text === text ? chosen.value : null
  const value = own ?? (decision.state === 'certain' ? decision.value : null)
  return {
    groups,
    rows,
    decision,
    explanation: recognised.explanation,
    selected: rows.find((row) => row.value === value) ?? null,
    hasMoved: own !== null,
    select: (value) => setChosen({ text, value }),
  }
}

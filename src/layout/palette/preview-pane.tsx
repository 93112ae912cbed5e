import { memo, useEffect, useState } from 'react'
import type { CommandContext } from '../../commands/engine/context.ts'
import { describeTarget } from '../../commands/engine/record-types.ts'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import type { VerbReading } from '../../commands/text/verb-reading.ts'
import { outcomeOf } from '../commands/outcome.ts'
import type { RecentRecord } from '../commands/recent.ts'
import { KeyCaps } from '../kit/key-caps.tsx'
import { mediaQuery } from '../kit/media-query.ts'
import { unbroken } from '../kit/unbroken.tsx'
import type { AllRow } from '../records/finders/found-rows.ts'
import { RecordPreview } from '../records/summary/record-preview.tsx'
import { Summary } from '../records/summary/summary.tsx'
import styles from './palette.module.css'
import type { Row } from './rows.ts'

export type Previewed =
  | { kind: 'record'; record: RecentRecord; outcome?: string | null }
  | { kind: 'command'; resolved: ResolvedCommand; outcome?: string | null }
  | { kind: 'words'; words: string }

/** The preview of a row, or null. Only of a chosen one it says what happens. */
export function previewOf(row: Row | null, context: CommandContext, isChosen = true): Previewed | null {
  if (row?.kind === 'command') {
    const { resolved, found, args, typing = found?.reading.typing } = row
    const outcome = isChosen ? outcomeOf(resolved, args, typing?.days, context) : null
    return found ? { kind: 'record', record: found.record, outcome } : { kind: 'command', resolved, outcome }
  }
  if (row?.kind === 'record') return row
  if (row?.kind === 'verb') return row.reading.refusal === null ? previewOfVerb(row.reading) : { kind: 'words', words: row.reading.refusal }
  if (row?.kind === 'all') return { kind: 'words', words: explainList(row) }
  if (row?.kind === 'several') return { kind: 'words', words: explanations[row.does.verb] }
  if (row?.kind !== 'named' || row.why === 'searching…') return null
  const words = row.why === 'not found' ? `No record matches ‘${row.text}’.` : 'Not looked up: no email, id or address.'
  return { kind: 'words', words }
}

const explainList = ({ title, detail }: AllRow) =>
  detail === undefined ? 'Opens the list of all that match.' : `Opens ${title}${detail === '' ? ' with no filter' : `: ${detail}`}.`

function previewOfVerb({ verb, type }: VerbReading): Previewed | null {
  const command = verb.commands[type]
  return command
    ? { kind: 'command', resolved: { command, target: null, title: verb.title, menuTitle: '', availability: { state: 'ready' } } }
    : null
}

const explanations = {
  walk: 'Opens the first of them. On its page, j and k go to the next and the previous one.',
  act: 'Lists what can be done with all of them at once. A preview first shows what is possible for each one.',
}

/** Identifies a preview across re-created rows. */
function keyOf(of: Previewed | null): string {
  if (of === null) return ''
  if (of.kind === 'words') return of.words
  if (of.kind === 'record') return `${of.record.type}:${of.record.id} ${of.outcome}`
  return `${of.outcome} ${of.resolved.command.id} ${of.resolved.target?.type ?? ''} ${of.resolved.target?.record.id ?? ''}`
}

/** Facts about the selected row beside the results, if there is room. Slightly delayed: it holds up no key and doesn't flicker. */
export const PreviewPane = memo(
  function PreviewPane({ of }: { of: Previewed | null }) {
    const isWide = wide.useFits()
    const shown = useFollowing(of)
    if (!isWide) return null
    return (
      <section className={styles.preview} aria-label="Preview">
        {shown?.kind === 'words' && <p className="muted">{shown.words}</p>}
        {shown?.kind === 'command' && <PreviewCommand key={keyOf(shown)} resolved={shown.resolved} />}
        {shown?.kind === 'record' && <RecordPreview key={shown.record.href} record={shown.record} />}
        {shown && 'outcome' in shown && shown.outcome && <p className={styles.outcome}>{unbroken(`What happens: ${shown.outcome}`)}</p>}
      </section>
    )
  },
  (before, after) => keyOf(before.of) === keyOf(after.of),
)

/** Whether there is room: a palette of 48rem plus its margins. */
const wide = mediaQuery('(width >= 52rem)')

const delayMs = 50

function useFollowing(of: Previewed | null): Previewed | null {
  const [shown, setShown] = useState<Previewed | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setShown(of), delayMs)
    return () => clearTimeout(timer)
  }, [of])
  return shown
}

/** A command's record, arguments and key, and why it is blocked. */
function PreviewCommand({ resolved: { command, target, title, availability } }: { resolved: ResolvedCommand }) {
  return (
    <Summary
      title={unbroken(title)}
      detail={command.section}
      facts={{
        Unavailable: availability.state === 'blocked' ? availability.reason : undefined,
        'Acts on': target ? <bdi translate="no">{describeTarget(target)}</bdi> : undefined,
        Key: command.keys === undefined ? undefined : <KeyCaps keys={command.keys} />,
      }}
    />
  )
}

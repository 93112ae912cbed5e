import { SearchIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { loadable } from '../../api/loadable.ts'
import type { TargetType } from '../../commands/engine/targets.ts'
import { narrowed } from '../../commands/text/named-records.ts'
import { recognise } from '../../commands/text/recognise.ts'
import { tokenize } from '../../commands/text/tokens.ts'
import type { VerbReading } from '../../commands/text/verb-reading.ts'
import { recentRecords } from '../commands/recent.ts'
import { useOnceReady } from '../kit/use-once-ready.ts'
import { useSettled } from '../kit/use-settled.ts'
import { finderTypes, useFindings } from '../records/finders/findings.ts'
import { recentRow } from '../records/finders/found-rows.ts'
import { typingPause, useLookUps } from '../records/finders/look-ups.ts'
import { LevelFrame, type LevelProps } from './level-frame.tsx'
import { EmptyList } from './palette-list.tsx'
import { arrange, decide } from './readings/reading.ts'
import { recentReadings, recordReadings } from './readings/records.ts'
import type { Row, RowGroup } from './rows.ts'
import { commandOf, useRunOn } from './use-run-on.ts'

/** A verb that waits for its record: recent ones of its types, and those found by what is typed. */
export function VerbLevel({ reading, engine, context }: LevelProps & { reading: VerbReading }) {
  const { verb, type, side, typing, words } = reading
  const { text } = engine
  const { user } = context
  const types = useMemo(() => [...loadable, ...finderTypes(user)].filter((each) => verb.commands[each]), [verb, user])
  const [recents] = useState(() => recentRecords(user.id).filter((record) => types.includes(record.type)))
  const recognised = useMemo(() => narrowed(recognise(text, window.location.origin), types), [text, types])
  const settled = useSettled(text, typingPause)
  const found = [...useLookUps(recognised, settled, text, types), ...useFindings({ text, settled, types, areTypesKnown: true }, user)]
  // A list would leave the verb behind.
  const lookUps = found.filter(({ id }) => types.includes(id)).map((each) => ({ ...each, all: [] }))
  const typed = useMemo(() => tokenize(text, window.location.origin), [text])
  const [isWaiting, setWaiting] = useState(false)
  const runOn = useRunOn(engine, context)

  const isEmpty = text.trim() === ''
  const hint = types.length === 1 ? (hints[type] ?? 'its name, email or id') : types.includes('qr') ? hints['all'] : hints['paid']
  const title = (side && verb.commands[type]?.toggle?.[side].title(null)) ?? verb.title
  const readings = [...recordReadings(lookUps, recognised, typed), ...recentReadings(typed, recents)]
  const lately: RowGroup[] = recents.length === 0 ? [] : [{ id: 'recent', heading: 'Recent', note: null, rows: recents.map(recentRow) }]
  const groups = isEmpty ? lately : arrange(readings)
  const rows = groups.flatMap((group) => group.rows)
  const decision = decide(readings)
  // What runs at once waits for a row chosen by hand, unless it is exact.
  const mayBeFirst = (row: Row | undefined) =>
    row?.kind === 'record' && (row.why.startsWith('exact') || asksOn(row.record.type)) ? row.value : null
  const asksOn = (each: TargetType) => {
    const { danger, delegate, args } = commandOf({ verb }, each)
    return danger !== undefined || delegate !== undefined || ((args?.length ?? 0) > 0 && words === '')
  }
  const first = mayBeFirst(
    isEmpty ? rows[0] : decision.state === 'certain' ? rows.find(({ value }) => value === decision.value) : undefined,
  )

  const choose = (row: Row) => {
    setWaiting(false)
    if (row.kind === 'retry') return row.retry()
    if (row.kind !== 'record') return
    // One that toggles never does the opposite of what was typed.
    runOn.start({
      command: commandOf({ verb }, row.record.type),
      side: side ?? 'on',
      record: row.record,
      target: row.target ?? null,
      typing,
    })
  }
  const onNothing = () => {
    if (decision.state === 'waiting' && engine.chosen === null) setWaiting(true)
    else if (isEmpty && rows.length === 0) runOn.say(`Type ${hint}.`)
    else if (decision.state === 'open' && decision.isSearching) runOn.say('Still searching…')
    else runOn.say(rows.some(({ kind }) => kind === 'record') ? 'Choose with ↓.' : 'Nothing found.')
  }
  // Enter ahead of the answer takes an exact match only.
  useOnceReady(isWaiting || null, decision.state !== 'waiting', () => {
    setWaiting(false)
    const row = rows.find(({ value }) => decision.state === 'certain' && value === decision.value)
    if (row?.kind === 'record' && row.why.startsWith('exact')) choose(row)
    else onNothing()
  })

  return (
    <LevelFrame
      icon={verb.commands[type]?.icon ?? SearchIcon}
      heading={words === '' ? title : `${title} — ${words}`}
      detail={`Choose the ${verb.noun}`}
      label={`${title}: choose the ${verb.noun}`}
      placeholder={`Type ${hint}…`}
      context={context}
      engine={engine}
      runOn={runOn}
      groups={groups}
      first={first}
      choose={choose}
      onNothing={onNothing}
      onChange={() => setWaiting(false)}
      message={isWaiting ? 'Continues as soon as it is found…' : null}
      empty={
        <EmptyList>
          {isEmpty
            ? `No ${verb.noun} opened lately. Type ${hint}.`
            : groups.every(({ note }) => note === 'none') && `No match for ‘${text}’.`}
        </EmptyList>
      }
      noun="record"
    />
  )
}

const hints: Readonly<Record<string, string>> = {
  customer: 'an email, id or name',
  qr: 'an address, id or name',
  invoice: 'an invoice number or id',
  payment: 'an order number or payment intent',
  paid: 'an email, id, name or order number',
  all: 'an email, id, address or name',
}

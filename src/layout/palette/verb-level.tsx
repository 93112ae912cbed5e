import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { recognise } from '../../commands/recognise.ts'
import { asksFirst } from '../../commands/run.ts'
import { type Findable, findable, narrowed, type SaidVerb } from '../../commands/verb-object.ts'
import { recentRecords } from '../commands/recent.ts'
import { useSettled } from '../kit/use-settled.ts'
import { decide } from './decision.ts'
import { group, groupsForText, recentsFor } from './groups.ts'
import { LevelFrame, type LevelProps } from './level-frame.tsx'
import { useLookUps } from './lookups.ts'
import { EmptyList, recordIcons } from './palette-list.tsx'
import { type Row, recentRow } from './rows.ts'
import { typingPause } from './use-palette.ts'
import { commandOf, useRunOn } from './use-run-on.ts'

const noCommands = { plain: [], goTo: [], fuzzy: [], first: null }

/** A verb that waits for its record: recent ones of its types, and those found by what is typed. */
export function VerbLevel({ said: { verb, type, tail, words }, engine, context }: LevelProps & { said: SaidVerb }) {
  const { text } = engine
  const types = useMemo(() => findable.filter((each) => verb.commands[each]), [verb])
  const [recents] = useState(() => recentRecords(context.user.id).filter((record) => types.includes(record.type)))
  const recognised = useMemo(() => narrowed(recognise(text, window.location.origin), types), [text, types])
  const found = useLookUps(recognised, useSettled(text, typingPause), text, types)
  // A list would leave the verb behind.
  const lookUps = found.filter(({ id }) => types.includes(id)).map((each) => ({ ...each, all: [] }))
  const recent = useMemo(() => recentsFor(text, recents), [text, recents])
  const [isWaiting, setWaiting] = useState(false)
  const runOn = useRunOn(engine, context)

  const isEmpty = text.trim() === ''
  const hint = hints[types.length === 1 ? type : types.includes('qr') ? 'all' : 'paid']
  const groups = isEmpty
    ? group('recent', 'Recent', recents.map(recentRow))
    : groupsForText({ recents: recent, lookUps, commands: noCommands, recognised }, text)
  const rows = groups.flatMap((group) => group.rows)
  const decision = decide(lookUps, recognised.sure ? null : (recent[0]?.value ?? null), null)
  // What runs at once waits for a row chosen by hand, unless it is exact.
  const mayBeFirst = (row: Row | undefined) =>
    row?.kind === 'record' && (row.why.startsWith('exact') || asksOn(row.record.type)) ? row.value : null
  const asksOn = (each: Findable) => asksFirst(commandOf({ verb }, each)) || commandOf({ verb }, each).onto !== undefined
  const first = mayBeFirst(
    isEmpty ? rows[0] : decision.state === 'certain' ? rows.find(({ value }) => value === decision.value) : undefined,
  )

  const choose = (row: Row) => {
    setWaiting(false)
    if (row.kind === 'retry') return row.retry()
    if (row.kind !== 'record') return
    runOn.start({ command: commandOf({ verb }, row.record.type), record: row.record, target: row.target ?? null, tail })
  }
  const onNothing = () => {
    if (decision.state === 'waiting' && engine.chosen === null) setWaiting(true)
    else if (isEmpty && rows.length === 0) runOn.say(`Type ${hint}.`)
    else if (decision.state === 'open' && decision.searching) runOn.say('Still searching…')
    else runOn.say(rows.some(({ kind }) => kind === 'record') ? 'Choose with ↓.' : 'Nothing found.')
  }
  // Enter ahead of the answer takes an exact match only.
  const settle = useEffectEvent(() => {
    setWaiting(false)
    const row = rows.find(({ value }) => decision.state === 'certain' && value === decision.value)
    if (row?.kind === 'record' && row.why.startsWith('exact')) choose(row)
    else onNothing()
  })
  useEffect(() => {
    if (isWaiting && decision.state !== 'waiting') queueMicrotask(settle)
  }, [isWaiting, decision.state])

  return (
    <LevelFrame
      icon={verb.commands[type]?.icon ?? recordIcons[type]}
      heading={words === '' ? verb.title : `${verb.title} — ${words}`}
      detail={`Choose the ${verb.noun}`}
      label={`${verb.title}: choose the ${verb.noun}`}
      placeholder={`Type ${hint}…`}
      engine={engine}
      runOn={runOn}
      groups={groups}
      first={first}
      choose={choose}
      onNothing={onNothing}
      onChange={() => setWaiting(false)}
      said={isWaiting ? 'Continues as soon as it is found…' : null}
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

const hints = {
  customer: 'an e-mail, id or name',
  qr: 'an address, id or name',
  invoice: 'an invoice number or id',
  payment: 'an order number or payment intent',
  paid: 'an e-mail, id, name or order number',
  all: 'an e-mail, id, address or name',
}

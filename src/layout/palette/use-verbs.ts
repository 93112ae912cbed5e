import { useMemo, useState } from 'react'
import { apiHas } from '../../api/features.ts'
import type { Command, CommandContext } from '../../commands/command.ts'
import { recognise } from '../../commands/recognise.ts'
import type { Findable, SaidVerb } from '../../commands/verb-object.ts'
import { commandsNow } from '../commands/commands-now.ts'
import { useSettled } from '../kit/use-settled.ts'
import { useFacts } from '../records/record-facts.ts'
import type { Decision } from './decision.ts'
import { useLookUps } from './lookups.ts'
import type { RowGroup } from './rows.ts'
import { maybeSeveral } from './several.ts'
import { useVerbCode } from './verbs-now.ts'

/** What a text says to do with a record that isn't on screen. */
export interface Verbs {
  /** Stands before the records; never pushed down by a late answer. */
  likely: RowGroup[]
  /** Stands behind all others. */
  unlikely: RowGroup[]
  /** What Enter does with it; null if something else decides. */
  decision: Decision | null
  /** The likeliest one. */
  best: SaidVerb | null
  /** The text was there before the code loaded: keep what Enter would take by then. */
  isLate: boolean
}

const none: Verbs = { likely: [], unlikely: [], decision: null, best: null, isLate: false }
const noTypes: readonly Findable[] = []
const nothing = { shapes: [], explanation: null, sure: false }

/** The documents have no way to one payment. */
const mayFind = ({ target }: Command) => target !== 'payment' || apiHas('fields')

/** Whether a text may be more than the name of a single record: a verb, a filter, several records, part of a page. */
export const mayNameVerb = (text: string): boolean =>
  text.trim() !== '' && (text.trim().includes(' ') || maybeSeveral(text) || !recognise(text, window.location.origin).sure)

/** The verbs a text names, and the records that stand behind them. Enter waits while their code is being fetched. */
export function useVerbs(text: string, context: CommandContext, typingPause: number): Verbs {
  const { code, isComing } = useVerbCode()
  const [textBefore, setTextBefore] = useState('')
  if (isComing && textBefore !== text) setTextBefore(text)
  const index = useMemo(() => code?.indexVerbs(commandsNow().filter(mayFind), context.user.capabilities) ?? [], [code, context])
  const said = useMemo(() => code?.readVerbs(text, index, window.location.origin) ?? [], [code, text, index])
  const asked = useMemo(() => code?.askedRecord(said), [code, said])
  const object = asked?.object ?? null
  const types = asked?.types ?? noTypes
  const recognised = useMemo(() => (code && object ? code.narrowed(object.recognised, types) : nothing), [code, object, types])
  const objectText = object?.text ?? ''
  const lookUps = useLookUps(recognised, useSettled(objectText, typingPause), objectText, types).filter(({ id }) => types.includes(id))

  const found = code && asked ? code.exactOf(asked, lookUps) : null
  const facts = useFacts(found?.exact?.record ?? { type: 'customer', id: 0 }, Boolean(found?.exact))
  if (!code || !asked || !found) return isComing && mayNameVerb(text) ? { ...none, decision: { state: 'waiting' } } : none
  const exact = found.exact && facts.state === 'ready' ? { ...found.exact, target: facts.facts } : found.exact
  return { ...code.verbRows(said, asked, lookUps, { ...found, exact }, context), isLate: text !== '' && text === textBefore }
}

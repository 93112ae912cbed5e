import { useEffect, useLayoutEffect, useMemo } from 'react'
import type { CommandContext } from '../../commands/engine/context.ts'
import { activeCommands, commandsAnywhere } from '../../commands/keys/active.ts'
import { recognise } from '../../commands/text/recognise.ts'
import { commandsNow } from '../commands/commands-now.ts'
import { useContextOfPage, useHasLoaded } from '../commands/context-of-page.ts'
import { partCommands } from '../commands/page-parts.ts'
import { questions, type Run } from '../commands/questions.ts'
import { useStore } from '../kit/store.ts'
import { whenIdle } from '../kit/when-idle.ts'
import { viewCommands } from '../list/views/view-commands.ts'
import { useLists } from '../list/words/use-lists.ts'
import { preferencesNow } from '../session/preferences.ts'
import { ActOn } from './act-on.tsx'
import { AmongLevel } from './among-level.tsx'
import { useEngine } from './engine.ts'
import { PaletteBody } from './palette-body.tsx'
import { PaletteFrame } from './palette-frame.tsx'
import { PaletteQuestion } from './palette-question.tsx'
import { VerbLevel } from './verb-level.tsx'

interface Props {
  contextNow: () => CommandContext
  run: Run
  preload: (paths: readonly string[]) => void
}

/** The views that records open in. */
const recordViews = ['/customers/1', '/qrs', '/invoices']

/** The open palette. It acts on the records that were on screen when it opened, even if the page changes meanwhile. */
export function Palette({ contextNow, run, preload }: Props) {
  const context = useContextOfPage(contextNow)
  const commands = useMemo(
    () =>
      [
        ...activeCommands([...commandsNow(), ...viewCommands(preferencesNow(), commandsNow())], context),
        ...commandsAnywhere(commandsNow(), context),
      ].filter(({ command }, at, all) => command.id !== 'palette.open' && all.findIndex((other) => other.command === command) === at),
    [context],
  )
  const engine = useEngine(commands, run)
  const open = useStore(questions)
  // Opening a record by its name doesn't need this, so it must not wait for it.
  useEffect(() => whenIdle(() => preload(recordViews)), [preload])
  const { level, register, text } = engine
  const isTop = level === null
  const areListsLoaded = useLists(context.queryClient, commands, mayNameList(text))
  const isWhole = useHasLoaded(context)
  // The parts of the page as it is now, and again once what was loading behind the palette has arrived.
  useLayoutEffect(() => (isTop ? register(partCommands(commands)) : undefined), [isTop, isWhole, register, commands])
  const question = level?.kind === 'question' ? open.find(({ id }) => id === level.id) : undefined
  return (
    <PaletteFrame>
      {level === null && <PaletteBody engine={engine} context={context} areListsLoaded={areListsLoaded} />}
      {level?.kind === 'record' && <ActOn on={level.on} engine={engine} context={context} />}
      {level?.kind === 'verb' && <VerbLevel reading={level.reading} engine={engine} context={context} />}
      {level?.kind === 'among' && <AmongLevel {...level} engine={engine} context={context} />}
      {question && <PaletteQuestion key={question.id} question={question} onLeave={engine.back} />}
    </PaletteFrame>
  )
}

/** Whether a text may name a list and its filters: more than a single identifier. */
const mayNameList = (text: string) => text.trim() !== '' && (text.trim().includes(' ') || !recognise(text, window.location.origin).sure)

import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { activeCommands } from '../../commands/active.ts'
import type { CommandContext } from '../../commands/command.ts'
import { commandsNow } from '../commands/commands-now.ts'
import { comingOnScreen } from '../commands/on-screen.ts'
import { closePalette } from '../commands/palette-state.ts'
import { questions, type Run } from '../commands/questions.ts'
import { whenSettled } from '../commands/when-settled.ts'
import { sayNotLoaded } from '../kit/notice.ts'
import { useStore } from '../kit/store.ts'
import { whenIdle } from '../kit/when-idle.ts'
import { viewCommands } from '../list/view-commands.ts'
import { preferencesNow } from '../session/preferences.ts'
import { ActOn } from './act-on.tsx'
import { useEngine } from './engine.ts'
import { PaletteBody } from './palette-body.tsx'
import { PaletteFrame } from './palette-frame.tsx'
import { PaletteQuestion } from './palette-question.tsx'
import { preloadViews } from './preload-views.ts'
import { mayNameVerb } from './use-verbs.ts'
import { loadVerbs, useVerbCode } from './verbs-now.ts'

interface Props {
  contextNow: () => CommandContext
  run: Run
  preload: (paths: readonly string[]) => void
}

/** The views that records open in. */
const recordViews = ['/customers/1', '/qrs', '/invoices']

/** The palette while open. It acts on the records on screen when it opened, whatever is navigated meanwhile. */
export function Palette({ contextNow, run, preload }: Props) {
  const context = useContextOfPage(contextNow)
  const commands = useMemo(
    () =>
      activeCommands([...commandsNow(), ...viewCommands(preferencesNow(), commandsNow())], context).filter(
        ({ command }) => command.id !== 'palette.open',
      ),
    [context],
  )
  const engine = useEngine(commands, run)
  const router = useRouter()
  const open = useStore(questions)
  // None of this is needed to open a record by its name, so it must not delay that.
  useEffect(() => whenIdle(() => preload(recordViews)), [preload])
  const { code: Verbs, isComing } = useVerbCode()
  const { level, register, text } = engine
  const isTop = level === null
  const isMissing = !Verbs && !isComing && level?.kind === 'among'
  const needsVerbs = !isTop || mayNameVerb(text)
  useEffect(() => {
    const load = () => {
      const screens = commands.flatMap(({ command: { href } }) => href ?? [])
      void loadVerbs(() => preloadViews(router, screens))
    }
    if (needsVerbs) return load()
    // Ready for the next time, but not before the page that opens has what it needs.
    return () => void whenSettled(context.queryClient, load)
  }, [needsVerbs, commands, router, context.queryClient])
  const isWhole = useHasLoaded(context)
  // The parts of the page as it is now, and again once what was loading behind the palette has arrived.
  useLayoutEffect(() => (Verbs && isTop ? register(Verbs.partCommands(commands)) : undefined), [Verbs, isTop, isWhole, register, commands])
  useEffect(() => {
    if (!isMissing) return
    closePalette()
    sayNotLoaded()
  }, [isMissing])
  const question = level?.kind === 'question' ? open.find(({ id }) => id === level.id) : undefined
  return (
    <PaletteFrame>
      {level === null && <PaletteBody engine={engine} context={context} />}
      {level?.kind === 'record' && <ActOn on={level.on} engine={engine} context={context} />}
      {level?.kind === 'verb' && Verbs && <Verbs.VerbLevel said={level.said} engine={engine} context={context} />}
      {level?.kind === 'among' && Verbs && <Verbs.AmongLevel {...level} engine={engine} context={context} />}
      {question && <PaletteQuestion key={question.id} question={question} onLeave={engine.back} />}
    </PaletteFrame>
  )
}

/** What is on screen when the palette opens, and again when a record arrives that the page was still loading. */
function useContextOfPage(contextNow: () => CommandContext): CommandContext {
  const [context, setContext] = useState(contextNow)
  const [wasComing] = useState(isComing)
  useEffect(() => {
    if (!wasComing) return
    const look = () => {
      if (isComing()) return
      unsubscribe()
      // The record is registered right after it stops being awaited.
      queueMicrotask(() => setContext(contextNow))
    }
    const unsubscribe = comingOnScreen.subscribe(look)
    look()
    return unsubscribe
  }, [wasComing, contextNow])
  return context
}

const isComing = () => comingOnScreen.all().length > 0

/** Whether the page behind the palette has loaded what it was loading when the palette opened. */
function useHasLoaded({ queryClient }: CommandContext): boolean {
  const [hasLoaded, setLoaded] = useState(queryClient.isFetching() === 0)
  useEffect(() => {
    if (hasLoaded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      // After what arrived has been rendered.
      if (queryClient.isFetching() === 0) timer = setTimeout(() => setLoaded(true))
    }
    look()
    const unsubscribe = queryClient.getQueryCache().subscribe(look)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [queryClient, hasLoaded])
  return hasLoaded
}

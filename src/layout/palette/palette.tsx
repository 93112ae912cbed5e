import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { activeCommands } from '../../commands/active.ts'
import type { CommandContext } from '../../commands/command.ts'
import { viewCommands } from '../list/view-commands.ts'
import { preferencesNow } from '../session/preferences.ts'
import { commandsNow } from '../commands/commands-now.ts'
import { prefetchPage } from './preload-views.ts'
import { leave, questions, type Run } from '../commands/questions.ts'
import { useStore } from '../kit/store.ts'
import { ActOn } from './act-on.tsx'
import { acting, leaveActing } from './acting.ts'
import { choice } from './choice.ts'
import { Engine, type Perform, takesArguments } from './engine.tsx'
import { PaletteBody } from './palette-body.tsx'
import { PaletteFrame } from './palette-frame.tsx'
import { PaletteQuestion } from './palette-question.tsx'

interface Props {
  contextNow: () => CommandContext
  run: Run
  preload: (paths: readonly string[]) => void
}

/** The views that records open in. */
const recordViews = ['/customers/1', '/qrs', '/invoices']

/** The palette while open. It acts on the records on screen when it opened, whatever is navigated meanwhile. */
export function Palette({ contextNow, run, preload }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [context] = useState(contextNow)
  const [resolved] = useState(() =>
    activeCommands([...commandsNow(), ...viewCommands(preferencesNow(), commandsNow())], context).filter(
      ({ command }) => command.id !== 'palette.open',
    ),
  )
  const question = useStore(questions).findLast(({ surface }) => surface === 'palette')
  const router = useRouter()
  const prefetch = useCallback((href: string) => prefetchPage(router, href), [router])
  const actingNow = useStore(acting)
  const perform = useCallback<Perform>(
    (each, given) => run(each, takesArguments(each) ? 'palette' : 'dialog', { given, isLink: false }),
    [run],
  )
  useEffect(() => preload(recordViews), [preload])
  // Closing drops its questions and state.
  useEffect(() => forgetAll, [])
  return (
    <Engine resolved={resolved} perform={perform}>
      <PaletteFrame>
        {question ? (
          <PaletteQuestion key={question.id} question={question} />
        ) : actingNow ? (
          <ActOn acting={actingNow} context={context} perform={perform} prefetch={prefetch} />
        ) : (
          <PaletteBody input={input} context={context} resolved={resolved} prefetch={prefetch} />
        )}
      </PaletteFrame>
    </Engine>
  )
}

function forgetAll() {
  leaveActing()
  choice.set(null)
  leaveQuestions()
}

function leaveQuestions() {
  for (const { id, surface } of questions.get()) if (surface === 'palette') leave(id)
}

import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { activeCommands } from '../../commands/active.ts'
import type { CommandContext } from '../../commands/command.ts'
import { viewCommands } from '../list/view-commands.ts'
import { useLazy } from '../kit/lazy-component.ts'
import { preferencesNow } from '../session/preferences.ts'
import { commandsNow } from '../commands/commands-now.ts'
import { sayNotLoaded } from '../kit/notice.ts'
import { prefetchPage } from './preload-views.ts'
import { leave, questions, type Run } from '../commands/questions.ts'
import { useStore } from '../kit/store.ts'
import { acting, changeActing, leaveActing } from './acting.ts'
import { choice } from './choice.ts'
import { Engine, type Perform, takesArguments } from './engine.tsx'
import { LevelWaiting } from './level-waiting.tsx'
import { actOnLevel, loadLevels, questionLevel } from './levels.ts'
import { PaletteBody } from './palette-body.tsx'
import { PaletteFrame } from './palette-frame.tsx'

interface Props {
  contextNow: () => CommandContext
  run: Run
  preload: (paths: readonly string[]) => void
}

/** The views that records open in. */
const recordViews = ['/customers/1', '/qrs', '/invoices']

/**
 * The palette, from opening to closing. It acts on the records that were on screen when it opened, whatever is navigated
 * meanwhile.
 */
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
  const PaletteQuestion = useLazy(questionLevel, question !== undefined, () => giveUp(leaveQuestions))
  const ActOn = useLazy(actOnLevel, actingNow !== null, () => giveUp(leaveActing))
  const perform = useCallback<Perform>(
    (each, given) => run(each, takesArguments(each) ? 'palette' : 'dialog', { given, isLink: false }),
    [run],
  )
  useEffect(() => preload(recordViews), [preload])
  useEffect(() => void loadLevels(), [])
  // What the palette asks, and what it stood on, goes with it.
  useEffect(() => forgetAll, [])
  return (
    <Engine resolved={resolved} perform={perform}>
      <PaletteFrame>
        {question ? (
          PaletteQuestion ? (
            <PaletteQuestion key={question.id} question={question} />
          ) : (
            <LevelWaiting label={question.command.title(question.target)} onBack={() => leave(question.id)} />
          )
        ) : actingNow ? (
          ActOn ? (
            <ActOn acting={actingNow} context={context} perform={perform} prefetch={prefetch} />
          ) : (
            <LevelWaiting label="Actions" onBack={leaveActing} onType={(letter) => changeActing({ text: actingNow.text + letter })} />
          )
        ) : (
          <PaletteBody input={input} context={context} resolved={resolved} prefetch={prefetch} />
        )}
      </PaletteFrame>
    </Engine>
  )
}

function giveUp(leaveLevel: () => void) {
  leaveLevel()
  sayNotLoaded()
}

function forgetAll() {
  leaveActing()
  choice.set(null)
  leaveQuestions()
}

function leaveQuestions() {
  for (const { id, surface } of questions.get()) if (surface === 'palette') leave(id)
}

import { Dialog } from '@primer/react'
import { useRouter } from '@tanstack/react-router'
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react'
import { activeCommands } from '../../../commands/active.ts'
import type { CommandContext } from '../../../commands/command.ts'
import { viewCommands } from '../../list/view-commands.ts'
import { preferencesNow } from '../../preferences.ts'
import { commandsNow } from '../commands-now.ts'
import { closePalette, paletteReturn } from '../palette-state.ts'
import { prefetchPage } from '../preload-views.ts'
import { leave, questions, type Run } from '../questions.ts'
import { useStore } from '../store.ts'
import { ActOn } from './act-on.tsx'
import { acting, leaveActing } from './acting.ts'
import { choice } from './choice.ts'
import { Engine, type Perform, takesArguments } from './engine.tsx'
import styles from './palette.module.css'
import { PaletteBody } from './palette-body.tsx'
import { PaletteQuestion } from './palette-question.tsx'
import { useKeyboardInset } from './use-keyboard-inset.ts'

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
  const keyboardInset = useKeyboardInset()
  const router = useRouter()
  const prefetch = useCallback((href: string) => prefetchPage(router, href), [router])
  const actingNow = useStore(acting)
  const perform = useCallback<Perform>(
    (each, given) => run(each, takesArguments(each) ? 'palette' : 'dialog', { given, isLink: false }),
    [run],
  )
  useEffect(() => preload(recordViews), [preload])
  // What the palette asks, and what it stood on, goes with it.
  useEffect(() => forgetAll, [])
  return (
    <Engine resolved={resolved} perform={perform}>
      <Dialog
        className={styles.dialog}
        style={{ '--keyboard-inset': `${keyboardInset}px` } as CSSProperties}
        width="64rem"
        align="top"
        position={{ narrow: 'bottom', regular: 'center' }}
        initialFocusRef={input}
        returnFocusRef={paletteReturn}
        onClose={closePalette}
        renderHeader={({ dialogLabelId }) => (
          <h1 id={dialogLabelId} className={styles.unseen}>
            Find or run a command
          </h1>
        )}
        renderBody={() =>
          question ? (
            <PaletteQuestion key={question.id} question={question} />
          ) : actingNow ? (
            <ActOn acting={actingNow} context={context} perform={perform} prefetch={prefetch} />
          ) : (
            <PaletteBody input={input} context={context} resolved={resolved} prefetch={prefetch} />
          )
        }
      />
    </Engine>
  )
}

function forgetAll() {
  leaveActing()
  choice.set(null)
  for (const { id, surface } of questions.get()) if (surface === 'palette') leave(id)
}

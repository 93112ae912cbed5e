import { Dialog } from '@primer/react'
import { useEffect, useRef, useState } from 'react'
import { activeCommands } from '../../../commands/active.ts'
import type { CommandContext } from '../../../commands/command.ts'
import { commands } from '../../../commands/registry.ts'
import type { ResolvedCommand } from '../../../commands/resolve.ts'
import { closePalette, paletteReturn } from '../palette-state.ts'
import { leave, questions, type Surface } from '../questions.ts'
import { useStore } from '../store.ts'
import { Engine, takesArguments } from './engine.tsx'
import styles from './palette.module.css'
import { PaletteBody } from './palette-body.tsx'
import { PaletteQuestion } from './palette-question.tsx'

interface Props {
  contextNow: () => CommandContext
  run: (resolved: ResolvedCommand, from?: Surface) => void
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
  const [resolved] = useState(() => activeCommands(commands, context).filter(({ command }) => command.id !== 'palette.open'))
  const question = useStore(questions).findLast(({ surface }) => surface === 'palette')
  useEffect(() => preload(recordViews), [preload])
  // A question that the palette asks goes with it.
  useEffect(() => leavePaletteQuestions, [])
  return (
    <Engine resolved={resolved} perform={(each) => run(each, takesArguments(each) ? 'palette' : 'dialog')}>
      <Dialog
        className={styles.dialog}
        width="45rem"
        align="top"
        position={{ narrow: 'fullscreen', regular: 'center' }}
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
          ) : (
            <PaletteBody input={input} context={context} resolved={resolved} />
          )
        }
      />
    </Engine>
  )
}

function leavePaletteQuestions() {
  for (const { id, surface } of questions.get()) if (surface === 'palette') leave(id)
}

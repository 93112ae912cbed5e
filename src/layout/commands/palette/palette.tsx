import { Dialog } from '@primer/react'
import { useEffect, useRef, useState } from 'react'
import { activeCommands } from '../../../commands/active.ts'
import type { CommandContext } from '../../../commands/command.ts'
import { commands } from '../../../commands/registry.ts'
import type { ResolvedCommand } from '../../../commands/resolve.ts'
import { closePalette, paletteReturn } from '../palette-state.ts'
import { Engine } from './engine.tsx'
import styles from './palette.module.css'
import { PaletteBody } from './palette-body.tsx'

interface Props {
  contextNow: () => CommandContext
  run: (resolved: ResolvedCommand) => void
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
  useEffect(() => preload(recordViews), [preload])
  return (
    <Engine resolved={resolved} perform={run}>
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
        renderBody={() => <PaletteBody input={input} context={context} resolved={resolved} />}
      />
    </Engine>
  )
}

import { useEffect } from 'react'
import type { Command } from '../../commands/engine/command.ts'
import { keyLabel } from '../../commands/keys/key-labels.ts'
import { keysOf } from '../../commands/keys/key-scheme.ts'
import { commandsNow } from '../commands/commands-now.ts'
import { lastRun } from '../commands/last-run.ts'
import { say } from '../kit/notice.ts'
import { isMac } from '../kit/platform.ts'
import { preferencesNow } from '../session/preferences.ts'
import { countByMouse, keyHints } from './by-mouse.ts'

/** Says the key of what was just done by mouse, now and then. */
export function useKeyCoach(userId: number) {
  useEffect(() => {
    const stopped = new AbortController()
    const { signal } = stopped
    let isByMouse = false
    const note = (command: Command | undefined) => {
      const [keys] = command ? keysOf(command) : []
      if (!command || keys === undefined || !countByMouse(userId, command.id)) return
      if (preferencesNow().hints?.[keyHints] !== false) say(`Key for ‘${command.title(null)}’: ${keyLabel(keys, isMac)}`)
    }
    const onClick = (event: MouseEvent) => {
      // Keys click, too, without a count; and fingers have no keys.
      isByMouse = event.detail > 0 && !(event instanceof PointerEvent && event.pointerType === 'touch')
      // Until all listeners of this click have run.
      setTimeout(() => {
        isByMouse = false
      })
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('nav a[href]')
      if (isByMouse && link) note(commandsNow().find(({ href }) => href === link.pathname))
    }
    window.addEventListener('click', onClick, { signal, capture: true })
    const end = lastRun.subscribe(() => isByMouse && note(lastRun.get()?.command))
    return () => {
      stopped.abort()
      end()
    }
  }, [userId])
}

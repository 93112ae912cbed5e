import { useHotkeys } from 'react-hotkeys-hook'
import { activeCommands, bindingsOf } from '../../commands/active.ts'
import type { CommandContext } from '../../commands/command.ts'
import { advance, scriptOf, strokesOf } from '../../commands/keymap.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import { commandsNow, hasAllCommands, loadCommands } from './commands-now.ts'
import { belongsToControl, keyPlaceOf } from './key-place.ts'
import { closePalette, paletteInput, paletteState, typeAhead } from './palette-state.ts'
import { pendingKeys, setPendingKeys } from './pending-keys.ts'
import { isMac } from './platform.ts'

/**
 * The one listener for keys. It hears every press and matches it itself: the library's own sequences fire a single key as
 * the end of another's sequence, and its matching knows either the character or the position, not one after the other.
 */
export function useKeyListener(contextNow: () => CommandContext, run: (resolved: ResolvedCommand) => void) {
  useHotkeys('*', (event) => hear(event, contextNow, run), { enableOnFormTags: true, enableOnContentEditable: true, useKey: true })
}

/** What the keyboard is set to, as the last letter showed. */
let script: 'latin' | 'other' = 'latin'

function hear(event: KeyboardEvent, contextNow: () => CommandContext, run: (resolved: ResolvedCommand) => void) {
  // 229 is how older browsers say that an input method has the key.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
  script = scriptOf(event.key) ?? script
  const strokes = strokesOf({ ...pick(event), altGraph: event.getModifierState('AltGraph') }, isMac, script)
  if (strokes.length === 0) return
  const wasPending = pendingKeys.get() !== null
  if (act(event, strokes, contextNow, run)) return
  if (paletteState.get().isOpen) {
    if (!paletteInput.isReady) typeAhead(event)
  } else if (!hasAllCommands() && !wasPending && pendingKeys.get() === null && keyPlaceOf(event.target) === 'page')
    actOnceLoaded(event, strokes, contextNow, run)
}

/** Whether the strokes are a command's, which then runs. */
function act(event: KeyboardEvent, strokes: readonly string[], contextNow: () => CommandContext, run: (resolved: ResolvedCommand) => void) {
  const match = matchOf(event, strokes, contextNow)
  if (!match) return false
  event.preventDefault()
  if (match.command.id === 'palette.open' && paletteState.get().isOpen) closePalette()
  else run(match)
  return true
}

/** How long a key waits for its command, in milliseconds. */
const waitsFor = 1000

/** Acts on a key that may be that of a command still on its way, unless something else is on screen by then: it was not meant for that. */
function actOnceLoaded(...[event, strokes, contextNow, run]: Parameters<typeof act>) {
  const pressedAt = performance.now()
  const before = contextNow()
  loadCommands().then(
    () => {
      const now = contextNow()
      const [meant, target] = [before.targets[0], now.targets[0]]
      const isSame = now.location === before.location && target?.type === meant?.type && target?.record.id === meant?.record.id
      if (isSame && !paletteState.get().isOpen && performance.now() - pressedAt <= waitsFor) act(event, strokes, contextNow, run)
    },
    // Without it the key does nothing.
    () => {},
  )
}

function matchOf(event: KeyboardEvent, strokes: readonly string[], contextNow: () => CommandContext): ResolvedCommand | null {
  const everywhereOnly = keyPlaceOf(event.target) !== 'page' || paletteState.get().isOpen
  const allowed = activeCommands(commandsNow(), contextNow()).filter(
    ({ command }) => (command.everywhere || !everywhereOnly) && (command.repeats || !event.repeat),
  )
  const pending = pendingKeys.get()?.strokes ?? []
  if (event.repeat && pending.length > 0) return null
  const step = advance(bindingsOf(allowed), everywhereOnly ? [] : pending, strokes)
  if (step.kind === 'pending') {
    event.preventDefault()
    setPendingKeys(step)
    return null
  }
  setPendingKeys(null)
  return step.kind === 'match' && !strokes.some((stroke) => belongsToControl(event.target, stroke)) ? step.bound : null
}

function pick({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  return { key, code, ctrlKey, metaKey, altKey, shiftKey }
}

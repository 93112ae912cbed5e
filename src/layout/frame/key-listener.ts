import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { useHotkeys } from 'react-hotkeys-hook'
import { activeCommands, bindingsOf } from '../../commands/active.ts'
import type { CommandContext } from '../../commands/command.ts'
import { advance, isCharacterKeys, scriptOf, strokesOf } from '../../commands/keymap.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import { commandsNow, hasAllCommands, loadCommands } from '../commands/commands-now.ts'
import { belongsToControl, keyPlaceOf } from '../keyboard/key-place.ts'
import { sayNotLoaded } from '../kit/notice.ts'
import { comingOnScreen } from '../commands/on-screen.ts'
import { closePalette, paletteInput, paletteState, typeAhead } from '../commands/palette-state.ts'
import { keptKeys, pendingKeys, type Press, type PressedAt, setPendingKeys } from '../keyboard/pending-keys.ts'
import { isMac } from '../kit/platform.ts'

interface Hearing {
  contextNow: () => CommandContext
  run: (resolved: ResolvedCommand) => void
}

/**
 * The one listener for keys. It hears every press and matches it itself: the library's own sequences fire a single key as
 * the end of another's sequence, and its matching knows either the character or the position, not one after the other.
 */
export function useKeyListener(contextNow: Hearing['contextNow'], run: Hearing['run']) {
  const hearing = { contextNow, run }
  useHotkeys('*', (event) => hear(event, hearing), { enableOnFormTags: true, enableOnContentEditable: true, useKey: true })
  const goOn = useEffectEvent(() => actSoonOnKept(hearing))
  useEffect(() => comingOnScreen.subscribe(() => goOn()), [])
  useEffect(() => () => keptKeys.set(null), [])
}

/** What the keyboard is set to, as the last letter showed. */
let script: 'latin' | 'other' = 'latin'

function hear(event: KeyboardEvent, hearing: Hearing) {
  // 229 is how older browsers say that an input method has the key.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
  script = scriptOf(event.key) ?? script
  const strokes = strokesOf({ ...pick(event), altGraph: event.getModifierState('AltGraph') }, isMac, script)
  if (strokes.length === 0) return
  const press = { event, strokes }
  // An open palette takes the keys from here on.
  if (paletteState.get().isOpen) keptKeys.set(null)
  if (keptKeys.get() !== null) {
    if (event.key === 'Escape') {
      event.preventDefault()
      return keptKeys.set(null)
    }
    // Behind those that wait already, so that all act in order.
    if (canWait(press)) return keep([press], hearing)
  }
  const begun = pendingKeys.get() === null ? [] : sequence
  if (act(press, hearing) !== 'nothing') return
  if (paletteState.get().isOpen) {
    if (!paletteInput.isReady) typeAhead(event)
  } else if (isComing() && canWait(press)) keep([...begun, press], hearing)
}

/** The presses of the sequence that has begun. */
let sequence: readonly Press[] = []

/** Runs the command that a press is for, or begins or goes on with a sequence. */
function act(press: Press, { contextNow, run }: Hearing): 'ran' | 'began' | 'nothing' {
  const { event, strokes } = press
  const before = pendingKeys.get() === null ? [] : sequence
  const match = matchOf(event, strokes, contextNow)
  sequence = match === 'began' ? [...before, press] : []
  if (match === 'began' || match === null) return match ?? 'nothing'
  event.preventDefault()
  if (match.command.id === 'palette.open' && paletteState.get().isOpen) closePalette()
  else run(match)
  return 'ran'
}

/** Whether something is on its way that a key may be meant for: the commands' code, a record, the rows of a list, the next page. */
const isComing = () => !hasAllCommands() || comingOnScreen.all().length > 0

/** Characters and Enter, pressed on the page: with all else the browser does what it always does. */
function canWait({ event, strokes }: Press): boolean {
  const isMeant = strokes.some((stroke) => isCharacterKeys(stroke) || stroke === 'Enter')
  return (
    isMeant && !event.repeat && keyPlaceOf(event.target) === 'page' && !strokes.some((stroke) => belongsToControl(event.target, stroke))
  )
}

/** Has presses act once what they are meant for is there. */
function keep(presses: readonly Press[], hearing: Hearing) {
  const [before, now] = [keptKeys.get(), placeOf(hearing.contextNow())]
  const goesOn = before !== null && isMeantFor(before.place, now)
  keptKeys.set(goesOn ? { ...before, presses: [...before.presses, ...presses] } : { place: now, presses })
  if (hasAllCommands()) return
  const giveUp = () => {
    keptKeys.set(null)
    sayNotLoaded()
  }
  loadCommands().then(() => actSoonOnKept(hearing), giveUp)
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Each press that waits acts in a task of its own, as if it was made then: by that time all that changes together has changed. */
function actSoonOnKept(hearing: Hearing) {
  clearTimeout(timer)
  if (keptKeys.get() !== null) timer = setTimeout(() => actOnKept(hearing))
}

/** Acts on the first press that waits, if what it is for is there. If something else is on screen by now, all are forgotten. */
function actOnKept(hearing: Hearing) {
  const kept = keptKeys.get()
  const [press, ...rest] = kept?.presses ?? []
  const now = placeOf(hearing.contextNow())
  if (!kept || !press || paletteState.get().isOpen || !isMeantFor(kept.place, now)) return keptKeys.set(null)
  const begun = pendingKeys.get() === null ? [] : sequence
  // Rendered before the next one.
  const result = flushSync(() => act(press, hearing))
  if (result === 'nothing' && isComing()) return keptKeys.set({ place: kept.place ?? now, presses: [...begun, press, ...rest] })
  // A command that has run may have led elsewhere: the next press is for what is there.
  keptKeys.set(rest.length === 0 ? null : { place: result === 'ran' ? null : kept.place, presses: rest })
  actSoonOnKept(hearing)
}

function placeOf({ location, targets: [target] }: CommandContext): PressedAt {
  return { location, target: target ? `${target.type} ${target.record.id}` : null }
}

/** Whether keys are still for what is on screen: a record may have come, but none may have taken the place of another. */
function isMeantFor(place: PressedAt | null, now: PressedAt): boolean {
  return place === null || (place.location === now.location && (place.target === null || place.target === now.target))
}

function matchOf(event: KeyboardEvent, strokes: readonly string[], contextNow: () => CommandContext): ResolvedCommand | 'began' | null {
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
    return 'began'
  }
  setPendingKeys(null)
  return step.kind === 'match' && !strokes.some((stroke) => belongsToControl(event.target, stroke)) ? step.bound : null
}

function pick({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  return { key, code, ctrlKey, metaKey, altKey, shiftKey }
}

import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHotkeys } from 'react-hotkeys-hook'
import type { CommandContext } from '../../commands/engine/context.ts'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import { activeCommands, bindingsOf, deniedCommand } from '../../commands/keys/active.ts'
import { strokeLabel } from '../../commands/keys/key-labels.ts'
import { advance, isCharacterKeys, scriptOf, strokesOf } from '../../commands/keys/keymap.ts'
import { commandsNow, hasAllCommands, loadCommands } from '../commands/commands-now.ts'
import { comingOnScreen } from '../commands/on-screen.ts'
import { paletteState, togglePalette } from '../commands/palette-state.ts'
import { belongsToControl, keyPlaceOf } from '../keyboard/key-place.ts'
import { keptKeys, type Press, type PressedAt, pendingKeys, setPendingKeys } from '../keyboard/pending-keys.ts'
import { say, sayNotLoaded } from '../kit/notice.ts'
import { isMac } from '../kit/platform.ts'
import { rowLinkAttribute } from '../list/use-focused-row.ts'

interface Dispatch {
  contextNow: () => CommandContext
  run: (resolved: ResolvedCommand) => void
  keyboard: Keyboard
}

/** What earlier presses left behind. */
interface Keyboard {
  /** Judged by the last letter. */
  script: 'latin' | 'other'
  /** The presses of the pending sequence. */
  sequence: readonly Press[]
  timer?: ReturnType<typeof setTimeout>
}

/**
 * The only key listener. It matches every press itself: the library fires single keys at the end of other sequences,
 * and matches only characters or only positions.
 */
export function useKeyListener(contextNow: Dispatch['contextNow'], run: Dispatch['run']) {
  const [keyboard] = useState<Keyboard>(() => ({ script: 'latin', sequence: [] }))
  const dispatch = { contextNow, run, keyboard }
  useHotkeys('*', (event) => onKeyDown(event, dispatch), { enableOnFormTags: true, enableOnContentEditable: true, useKey: true })
  const goOn = useEffectEvent(() => actSoonOnKept(dispatch))
  useEffect(() => comingOnScreen.subscribe(() => goOn()), [])
  useEffect(() => () => keptKeys.set(null), [])
}

function onKeyDown(event: KeyboardEvent, dispatch: Dispatch) {
  const { keyboard } = dispatch
  // Older browsers report 229 while an input method handles the key.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
  keyboard.script = scriptOf(event.key) ?? keyboard.script
  const strokes = strokesOf({ ...pick(event), altGraph: event.getModifierState('AltGraph') }, isMac, keyboard.script)
  if (strokes.length === 0) return
  const press = { event, strokes }
  // An open palette takes all keys from here on.
  if (paletteState.get().isOpen) keptKeys.set(null)
  if (keptKeys.get() !== null) {
    if (event.key === 'Escape') {
      event.preventDefault()
      return keptKeys.set(null)
    }
    // Queue behind waiting presses, to keep their order.
    if (opensRow(press)) {
      event.preventDefault()
      return keep([press], dispatch)
    }
    if (canWait(press, true)) return keep([press], dispatch)
  }
  const previous = pendingPresses(keyboard)
  if (act(press, dispatch) !== 'nothing') return
  if (!paletteState.get().isOpen && isComing() && canWait(press)) keep([...previous, press], dispatch)
}

const pendingPresses = ({ sequence }: Keyboard) => (pendingKeys.get() === null ? [] : sequence)

/** Runs a press's command, or starts or continues a sequence. */
function act(press: Press, { contextNow, run, keyboard }: Dispatch): 'ran' | 'began' | 'nothing' {
  const { event, strokes } = press
  const before = pendingPresses(keyboard)
  const match = matchOf(event, strokes, contextNow)
  keyboard.sequence = match === 'began' ? [...before, press] : []
  if (match === 'began' || match === null) return match ?? 'nothing'
  event.preventDefault()
  if (match === 'denied') return 'ran'
  if (match.command.id === 'palette.open') togglePalette()
  else run(match)
  return 'ran'
}

/** Whether something a key may be meant for is loading: the commands, a record, list rows or the next page. */
const isComing = () => !hasAllCommands() || comingOnScreen.all().length > 0

/** Only characters and Enter pressed on the page wait, and Space and arrows behind them; other keys keep the browser's default. */
function canWait({ event, strokes }: Press, isBehind = false): boolean {
  const isMeant = strokes.some(
    (stroke) => isCharacterKeys(stroke) || stroke === 'Enter' || (isBehind && /^(Space|Arrow(Up|Down))$/.test(stroke)),
  )
  return (
    isMeant && !event.repeat && keyPlaceOf(event.target) === 'page' && !strokes.some((stroke) => belongsToControl(event.target, stroke))
  )
}

/** Enter on a row's link, which the browser would follow at once: behind waiting presses the row they lead to is meant. */
const opensRow = ({ event, strokes }: Press) =>
  !event.repeat &&
  event.target instanceof Element &&
  event.target.closest(`[${rowLinkAttribute}]`) !== null &&
  strokes.some((stroke) => stroke === 'Enter' || stroke === '$mod+Enter')

/** Keeps presses until their target has loaded. */
function keep(presses: readonly Press[], dispatch: Dispatch) {
  const [before, now] = [keptKeys.get(), placeOf(dispatch.contextNow())]
  const goesOn = before !== null && isMeantFor(before.place, now)
  keptKeys.set(goesOn ? { ...before, presses: [...before.presses, ...presses] } : { place: now, presses })
  if (hasAllCommands()) return
  const giveUp = () => {
    keptKeys.set(null)
    sayNotLoaded()
  }
  loadCommands().then(() => actSoonOnKept(dispatch), giveUp)
}

/** Handles each waiting press in its own task, once pending state changes are done. */
function actSoonOnKept(dispatch: Dispatch) {
  clearTimeout(dispatch.keyboard.timer)
  if (keptKeys.get() !== null) dispatch.keyboard.timer = setTimeout(() => actOnKept(dispatch))
}

/** Handles the first waiting press if its target is there. Drops all if the screen has changed since. */
function actOnKept(dispatch: Dispatch) {
  const kept = keptKeys.get()
  const [press, ...rest] = kept?.presses ?? []
  const now = placeOf(dispatch.contextNow())
  if (!kept || !press) return keptKeys.set(null)
  if (paletteState.get().isOpen || !isMeantFor(kept.place, now)) return drop(kept.presses, 'the screen has changed since.')
  const previous = pendingPresses(dispatch.keyboard)
  // Rendered before the next press.
  const result = flushSync(() => act(press, dispatch))
  if (result === 'nothing' && isComing()) return keptKeys.set({ place: kept.place ?? now, presses: [...previous, press, ...rest] })
  if (result === 'nothing') return drop([...previous, press, ...rest], 'no command here uses it.')
  // A command may have navigated, so the next press is for whatever is there then.
  keptKeys.set(rest.length === 0 ? null : { place: result === 'ran' ? null : kept.place, presses: rest })
  actSoonOnKept(dispatch)
}

/** Forgets waiting presses, and says so: their person believes that they were heard. */
function drop(presses: readonly Press[], why: string) {
  keptKeys.set(null)
  say(`Not done: ${presses.map(({ strokes: [stroke = ''] }) => strokeLabel(stroke, isMac)).join(' ')} – ${why}`)
}

function placeOf({ location, targets: [target] }: CommandContext): PressedAt {
  return { location, target: target ? `${target.type} ${target.record.id}` : null }
}

/** Whether keys still apply: a record may have loaded, but not replaced another. */
function isMeantFor(place: PressedAt | null, now: PressedAt): boolean {
  return place === null || (place.location === now.location && (place.target === null || place.target === now.target))
}

function matchOf(
  event: KeyboardEvent,
  strokes: readonly string[],
  contextNow: () => CommandContext,
): ResolvedCommand | 'began' | 'denied' | null {
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
  // What was kept from the browser is ours.
  const isControls = !event.defaultPrevented && strokes.some((stroke) => belongsToControl(event.target, stroke))
  if (isControls) return null
  if (step.kind === 'match') return step.bound
  return !everywhereOnly && !event.repeat && saysDenied(pending, strokes, contextNow()) ? 'denied' : null
}

/** Says that keys do something that the person's role doesn't allow, if that is so. */
function saysDenied(pending: readonly string[], strokes: readonly string[], context: CommandContext): boolean {
  const [denied] = strokes.flatMap((stroke) => deniedCommand(commandsNow(), context, [...pending, stroke]) ?? [])
  if (!denied) return false
  const does = denied.href === undefined ? 'doesn’t allow' : 'can’t open'
  const target = context.targets.find(({ type }) => type === denied.target) ?? null
  say(`Your role ${does} ‘${denied.title(target, context)}’. Ask an administrator if you need it.`)
  return true
}

function pick({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  return { key, code, ctrlKey, metaKey, altKey, shiftKey }
}

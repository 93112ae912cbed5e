import { TextInput } from '@primer/react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Command } from '../../commands/engine/command.ts'
import { offersFor, problemOf, withChoice } from '../../commands/keys/key-choice.ts'
import { keyLabel } from '../../commands/keys/key-labels.ts'
import type { ChosenKeys } from '../../commands/keys/key-scheme.ts'
import { isCanonical, scriptOf, strokesOf } from '../../commands/keys/keymap.ts'
import { commands as declared } from '../../commands/registry.ts'
import { Button } from '../kit/button.tsx'
import { isMac } from '../kit/platform.ts'
import styles from './keyboard.module.css'
import { problemText } from './problem-text.ts'

const maxStrokes = 2

interface Props {
  command: Command
  /** All commands with their current keys. */
  commands: readonly Command[]
  chosen: ChosenKeys
  /** The new choice of keys and a sentence about what changed. */
  onSave: (chosen: ChosenKeys, message: string) => void
  onCancel: () => void
}

/**
 * Records the next keystrokes. While focused, no key reaches the console: Enter saves, Escape cancels, Backspace
 * clears, Tab moves to the buttons.
 */
export function KeyRecorder({ command, commands, chosen, onSave, onCancel }: Props) {
  const [strokes, setStrokes] = useState<readonly string[]>([])
  const [isOdd, setOdd] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const script = useRef<'latin' | 'other'>('latin')
  const id = useId()
  const keys = strokes.join(' ')
  const problem = isOdd ? ({ kind: 'form' } as const) : keys === '' ? null : problemOf(commands, command.id, keys)
  const offers = problem?.kind === 'taken' ? offersFor(declared, chosen, command.id, keys) : null
  const title = command.title(null)

  const save = () => onSave(withChoice(declared, chosen, command.id, keys), `${title}: ${keyLabel(keys, isMac)}.`)
  const canBeWithout = problemOf(commands, command.id, '') === null
  const takeAway = () => {
    if (canBeWithout) onSave(withChoice(declared, chosen, command.id, ''), `${title} has no key.`)
  }

  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Tab' || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (isPlain && event.key === 'Escape') return onCancel()
    if (isPlain && event.key === 'Backspace') return strokes.length > 0 ? setStrokes([]) : takeAway()
    if (isPlain && event.key === 'Enter') return keys !== '' && problem === null ? save() : undefined
    script.current = scriptOf(event.key) ?? script.current
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
    const press = { key, code, ctrlKey, metaKey, altKey, shiftKey, altGraph: event.getModifierState('AltGraph') }
    const candidates = strokesOf(press, isMac, script.current)
    // A lone modifier may start a combination.
    if (candidates.length === 0) return setOdd(key === 'Dead')
    const stroke = candidates.findLast(isCanonical)
    setOdd(stroke === undefined)
    if (stroke !== undefined) setStrokes(strokes.length >= maxStrokes ? [stroke] : [...strokes, stroke])
  })

  useEffect(() => {
    const input = box.current
    if (!input) return
    input.focus()
    // A native listener on the input, so it runs before all outer ones.
    const onKeyDown = (event: KeyboardEvent) => handle(event)
    input.addEventListener('keydown', onKeyDown)
    return () => input.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <div role="group" aria-label={`New keys for ${title}`} className={styles.recorder}>
      <TextInput
        ref={box}
        block
        monospace
        aria-label="Press the new keys"
        aria-describedby={`${id}-help ${id}-problem`}
        aria-invalid={problem !== null || undefined}
        placeholder="Press the new keys"
        readOnly
        value={keys === '' ? '' : keyLabel(keys, isMac)}
      />
      <p id={`${id}-help`} className="note">
        One or two strokes. <kbd>{keyLabel('Enter', isMac)}</kbd> keeps them, <kbd>Esc</kbd> leaves everything as it is,{' '}
        <kbd>Backspace</kbd> <span>{`starts over${canBeWithout ? ', or removes the keys' : ''}.`}</span>
      </p>
      <output id={`${id}-problem`} className="danger never-empty">
        {problem && problemText(problem)}
      </output>
      <div className="row wrap gap-8">
        {problem === null && (
          <Button size="small" variant="primary" disabled={keys === ''} onClick={save}>
            Save
          </Button>
        )}
        {offers?.swap && (
          <Button
            size="small"
            onClick={() => onSave(offers.swap ?? {}, `${title} and ${offers.other.title(null)} have swapped their keys.`)}
          >
            Swap with it
          </Button>
        )}
        {offers?.take && (
          <Button
            size="small"
            onClick={() => onSave(offers.take ?? {}, `${title} has the keys, and ${offers.other.title(null)} has none.`)}
          >
            Take them from it
          </Button>
        )}
        {command.keys !== undefined && canBeWithout && (
          <Button size="small" onClick={takeAway}>
            No key
          </Button>
        )}
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

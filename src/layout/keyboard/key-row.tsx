import { Label } from '@primer/react'
import type { KeyboardEvent } from 'react'
import type { Command } from '../../commands/engine/command.ts'
import { type ChosenKeys, keysOf } from '../../commands/keys/key-scheme.ts'
import { isCharacterKeys } from '../../commands/keys/keymap.ts'
import { Button } from '../kit/button.tsx'
import { KeyCaps } from '../kit/key-caps.tsx'
import { KeyRecorder } from './key-recorder.tsx'
import styles from './keyboard.module.css'

interface Props {
  command: Command
  commands: readonly Command[]
  chosen: ChosenKeys
  areLettersOff: boolean
  isRecording: boolean
  onRecord: () => void
  onReset: () => void
  onSave: (chosen: ChosenKeys, message: string) => void
  onCancel: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A command with its keys and buttons to change them. */
export function KeyRow({ command, commands, chosen, areLettersOff, isRecording, onRecord, onReset, onSave, onCancel, onKeyDown }: Props) {
  const title = command.title(null)
  const keys = keysOf(command)
  const isChanged = chosen[command.id] !== undefined
  return (
    <li>
      <div className={styles.line}>
        <span className="can-shrink breaks">
          <span>{title}</span> {isChanged && <Label variant="accent">changed</Label>}
        </span>
        <span className={styles.keys}>
          {keys.length === 0 && <span className="note">no key</span>}
          {keys.map((each) => (
            <span key={each} data-off={(areLettersOff && isCharacterKeys(each)) || undefined}>
              <KeyCaps keys={each} />
            </span>
          ))}
        </span>
        <span className={styles.rowButtons}>
          {isChanged && (
            <Button size="small" variant="invisible" aria-label={`Reset the keys of ${title}`} onClick={onReset}>
              Reset
            </Button>
          )}
          <Button
            size="small"
            data-change={command.id}
            aria-label={`Change the keys of ${title}`}
            aria-expanded={isRecording}
            onKeyDown={onKeyDown}
            onClick={isRecording ? onCancel : onRecord}
          >
            Change
          </Button>
        </span>
      </div>
      {isRecording && <KeyRecorder command={command} commands={commands} chosen={chosen} onSave={onSave} onCancel={onCancel} />}
    </li>
  )
}

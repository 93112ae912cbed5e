import { CommandList } from 'cmdk'
import type { RefObject } from 'react'
import type { Choice } from '../../commands/command.ts'
import { BlockableItem } from '../kit/blockable-item.tsx'
import { recordRow } from './use-record-picker.ts'

interface RecordChoicesProps {
  ref: RefObject<HTMLDivElement | null>
  label: string
  choices: readonly Choice[]
  onChoose: (choice: Choice) => void
  styles: Readonly<Record<string, string>>
}

/** The records found. Blocked ones stay in the list and say why. */
export function RecordChoices({ ref, label, choices, onChoose, styles }: RecordChoicesProps) {
  return (
    <CommandList ref={ref} className={styles['list']} label={label} hidden={choices.length === 0}>
      {choices.map((choice, index) => (
        <BlockableItem
          key={choice.value}
          isBlocked={Boolean(choice.refusal)}
          value={recordRow(index)}
          className={styles['row']}
          onSelect={() => onChoose(choice)}
        >
          <bdi className={styles['label']}>{choice.label}</bdi>
          <span className={styles['detail']}>
            {choice.detail}
            {choice.isExact ? ' · exact match' : ''}
          </span>
          {choice.refusal && <span className={styles['why']}>unavailable: {choice.refusal}</span>}
        </BlockableItem>
      ))}
    </CommandList>
  )
}

import { CommandList } from 'cmdk'
import type { Choice } from '../../commands/engine/steps.ts'
import { BlockableItem } from '../kit/blockable-item.tsx'

interface ChoiceListProps {
  label: string
  choices: readonly Choice[]
  onChoose: (choice: Choice) => void
  styles: Readonly<Record<string, string>>
}

/** The choices of a combobox. Blocked ones stay in the list and say why. */
export function ChoiceList({ label, choices, onChoose, styles }: ChoiceListProps) {
  return (
    <CommandList className={styles['list']} label={label} hidden={choices.length === 0}>
      {choices.map((choice) => (
        <BlockableItem
          key={choice.value}
          isBlocked={Boolean(choice.refusal)}
          value={choice.value}
          className={styles['row']}
          onSelect={() => onChoose(choice)}
        >
          <bdi className={styles['label']}>{choice.label}</bdi>
          {choice.detail !== undefined && (
            <span className={styles['detail']}>{`${choice.detail}${choice.isExact ? ' · exact match' : ''}`}</span>
          )}
          {choice.refusal && <span className={styles['why']}>{`unavailable: ${choice.refusal}`}</span>}
        </BlockableItem>
      ))}
    </CommandList>
  )
}

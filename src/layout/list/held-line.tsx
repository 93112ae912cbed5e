import { SyncIcon } from '@primer/octicons-react'
import { buttonKeys, useKeyHint, useKeys } from '../commands/use-commands.ts'
import styles from './held-line.module.css'
import type { Held } from './held-rows.ts'

export interface HeldLineProps {
  held: Held
  /** Whether the list's key shows it too. */
  hasKey: boolean
}

/** Says that rows came, moved or left, and shows them. It lies over the head of the rows, so that nothing moves. */
export function HeldLine({ held: { count, refresh }, hasKey }: HeldLineProps) {
  const keys = useKeys('list.refresh')
  const hint = useKeyHint('list.refresh')
  return (
    <div role="status" className={styles.place} data-list={hasKey || undefined}>
      <button type="button" className={styles.line} {...(hasKey ? buttonKeys(keys, 'Refresh the list') : {})} onClick={refresh}>
        <SyncIcon size={12} />
        <span>{`${count} ${count === 1 ? 'change' : 'changes'} · Refresh`}</span>
        {hasKey && hint !== null ? <kbd aria-hidden="true">{hint}</kbd> : null}
      </button>
    </div>
  )
}

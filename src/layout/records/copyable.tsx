import { CopyIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { useKeyHint } from '../commands/use-commands.ts'
import { copyText } from '../kit/copy-text.ts'
import { tooltip } from '../kit/icon-button.tsx'
import styles from './detail.module.css'

interface CopyableProps {
  text: string
  /** What it is: 'email'. */
  what: string
  /** The command that does the same to the page's record, for its key. */
  command?: string
  children?: ReactNode
}

export function Copyable({ text, what, command = '', children }: CopyableProps) {
  const keyHint = useKeyHint(command)
  return (
    <span className="inline-row can-shrink gap-2 within">
      <span translate="no" className="truncate" title={text}>
        {children ?? text}
      </span>
      <button
        type="button"
        className={styles.copy}
        aria-label={`Copy ${what}`}
        {...tooltip(`Copy ${what}`, keyHint)}
        onClick={() => void copyText(text, what)}
      >
        <CopyIcon size={14} />
      </button>
    </span>
  )
}

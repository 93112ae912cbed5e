import { CopyIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { copyText } from '../kit/copy-text.ts'
import styles from './detail.module.css'

interface CopyableProps {
  /** The text copied. */
  text: string
  /** What it is: 'email'. */
  what: string
  children?: ReactNode
}

/** A text with a copy button. */
export function Copyable({ text, what, children }: CopyableProps) {
  return (
    <span className={styles.copyable}>
      <span translate="no" className="truncate" title={text}>
        {children ?? text}
      </span>
      <button
        type="button"
        className={styles.copy}
        aria-label={`Copy ${what}`}
        title={`Copy ${what}`}
        onClick={() => void copyText(text, what)}
      >
        <CopyIcon size={14} />
      </button>
    </span>
  )
}

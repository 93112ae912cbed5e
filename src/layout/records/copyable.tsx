import { CopyIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { toastError, toastSuccess } from '../kit/toasts.tsx'
import styles from './detail.module.css'

interface CopyableProps {
  /** The text copied. */
  text: string
  /** What it is: 'e-mail'. */
  what: string
  children?: ReactNode
}

/** A text with a copy button. */
export function Copyable({ text, what, children }: CopyableProps) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toastSuccess(`Copied the ${what}.`),
      (error: unknown) => toastError(`The ${what} could not be copied.`, error),
    )
  return (
    <span className={styles.copyable}>
      <span className="truncate" title={text}>
        {children ?? text}
      </span>
      <button type="button" className={styles.copy} aria-label={`Copy ${what}`} title={`Copy ${what}`} onClick={() => void copy()}>
        <CopyIcon size={14} />
      </button>
    </span>
  )
}

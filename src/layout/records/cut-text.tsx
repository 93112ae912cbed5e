import { useRef, useState } from 'react'
import { cutLength } from '../../contract/notes.ts'
import { ReadDialog } from './read-dialog.tsx'
import styles from './cut-text.module.css'

interface CutTextProps {
  text: string
  /** The dialog's title: whose text it is. */
  title: string
  /** Under the title: when and by whom. */
  subtitle?: string
  /** Characters shown; 150 by default. */
  length?: number
  /** Keeps line breaks in the list too. */
  keepsLines?: true
}

/** Truncated text with a 'See more' that opens all of it in a dialog (document 1, section 2). */
export function CutText({ text, title, subtitle, length = cutLength, keepsLines }: CutTextProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  // By code points, since half an emoji would be broken.
  const characters = Array.from(text)
  const className = keepsLines ? styles.lines : styles.text
  if (characters.length <= length) return <span className={className}>{text}</span>
  return (
    <>
      <span className={className}>{characters.slice(0, length).join('').trimEnd()}…</span>{' '}
      <button
        ref={button}
        type="button"
        className="link-button"
        aria-haspopup="dialog"
        aria-label={`See more: ${title}`}
        onClick={() => setOpen(true)}
      >
        See more
      </button>
      {isOpen ? (
        <ReadDialog title={title} subtitle={subtitle} button={button} onClose={close}>
          <p className={styles.whole}>{text}</p>
        </ReadDialog>
      ) : null}
    </>
  )
}

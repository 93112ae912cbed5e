import { useRef, useState } from 'react'
import { cutLength } from '../../contract/notes.ts'
import { ReadDialog } from './read-dialog.tsx'
import styles from './cut-text.module.css'

interface CutTextProps {
  text: string
  /** Heads the dialog with the whole text: whose it is. */
  title: string
  /** Stands under the title: when, by whom. */
  subtitle?: string
  /** How many characters show; 150 unless said. */
  length?: number
  /** Its line breaks say something in the list as well. */
  keepsLines?: true
}

/** A text of a list: cut after so many characters, with a 'See more' that opens a dialog with the whole of it (document 1, section 2). */
export function CutText({ text, title, subtitle, length = cutLength, keepsLines }: CutTextProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  // By characters as people count them: half of an emoji is a broken one.
  const characters = Array.from(text)
  const className = keepsLines ? styles.lines : styles.text
  if (characters.length <= length) return <span className={className}>{text}</span>
  return (
    <>
      <span className={className}>{characters.slice(0, length).join('').trimEnd()}…</span>{' '}
      <button
        ref={button}
        type="button"
        className={styles.more}
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

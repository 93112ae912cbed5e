import { cutLength } from '../../contract/notes.ts'
import styles from './cut-text.module.css'
import { ReadButton } from './read-dialog.tsx'

/** Characters of a text that a phone's line shows whole. */
const lineLength = 40

/** A text in one line, for phones. What does not fit opens in a dialog when it is pressed. */
export function TextLine({ text, title, subtitle }: Pick<CutTextProps, 'text' | 'title' | 'subtitle'>) {
  if (text.length <= lineLength) return text
  return (
    <ReadButton title={title} subtitle={subtitle} content={<p className="keeps-lines breaks">{text}</p>}>
      {(opens) => (
        <button {...opens} type="button" translate="yes" className={`bare clip ${styles.line}`}>
          {text}
        </button>
      )}
    </ReadButton>
  )
}

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
  // By code points, since half an emoji would be broken.
  const characters = Array.from(text)
  const className = keepsLines ? 'keeps-lines breaks' : 'breaks'
  if (characters.length <= length)
    return (
      <span translate="yes" className={className}>
        {text}
      </span>
    )
  return (
    <>
      <span translate="yes" className={className}>{`${characters.slice(0, length).join('').trimEnd()}…`}</span>{' '}
      <ReadButton title={title} subtitle={subtitle} content={<p className="keeps-lines breaks">{text}</p>}>
        {(opens) => (
          <button {...opens} type="button" className="link-button" aria-label={`See more: ${title}`}>
            See more
          </button>
        )}
      </ReadButton>
    </>
  )
}

import { useState } from 'react'
import styles from './detail.module.css'

/** A text cut to its first characters, with the whole on demand. */
export function LongText({ text, length }: { text: string; length: number }) {
  const [isWhole, setWhole] = useState(false)
  const characters = [...text]
  if (characters.length <= length) return text
  return (
    <>
      <span className={styles.breakable}>{isWhole ? text : `${characters.slice(0, length).join('')}…`}</span>{' '}
      <button type="button" className={styles.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Show less' : 'Show all'}
      </button>
    </>
  )
}

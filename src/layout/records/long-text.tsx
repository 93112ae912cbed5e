import { useState } from 'react'
import { unbroken } from '../kit/unbroken.tsx'

/** Text truncated to its first characters, expandable. */
export function LongText({ text, length }: { text: string; length: number }) {
  const [isWhole, setWhole] = useState(false)
  if (text.length <= length) return <span className="breaks">{unbroken(text)}</span>
  return (
    <>
      <span className="breaks">{isWhole ? text : `${text.slice(0, length)}…`}</span>{' '}
      <button type="button" className="link-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Show less' : 'Show all'}
      </button>
    </>
  )
}

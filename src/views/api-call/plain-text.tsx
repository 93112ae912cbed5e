import { useMemo, useState } from 'react'
import { formatCount } from '../../contract/count.ts'
import { Button } from '../../layout/kit/button.tsx'
import { ScrollBox } from '../../layout/kit/scroll-box.tsx'
import styles from './api-call.module.css'

/** Characters shown at first. */
const shortText = 10_000
/** Most characters shown: browsers take seconds to lay out more. The download has all. */
const maxTextLength = 1_000_000
/** Characters per piece; pieces are laid out when they come into view. */
const pieceLength = 20_000

/** Text as sent, cut if long. Markup in it is just text. */
export function PlainText({ label, text }: { label: string; text: string }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? maxTextLength : shortText
  const pieces = useMemo(() => piecesOf(text.slice(0, shown)), [text, shown])
  const left = text.length - Math.min(shown, text.length)
  return (
    <>
      <ScrollBox className={styles.scroll} aria-label={`${label} as text`}>
        {pieces.map((piece, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- pieces of a text never change places
          <pre key={index} className={styles.text} data-part={pieces.length > 1 || undefined}>
            {piece}
          </pre>
        ))}
      </ScrollBox>
      {left > 0 ? (
        <p className="row note wrap gap-8">
          <span>
            {isWhole
              ? `The first ${formatCount(shown)} of ${formatCount(text.length)} characters: download it to read on.`
              : `The first ${formatCount(shown)} of ${formatCount(text.length)} characters.`}
          </span>{' '}
          {isWhole ? null : (
            <Button size="small" onClick={() => setWhole(true)}>
              Show all as text
            </Button>
          )}
        </p>
      ) : null}
    </>
  )
}

/** Splits at line ends if possible, so lines stay whole. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (from < text.length) {
    const end = from + pieceLength
    const lineEnd = end < text.length ? text.indexOf('\n', end) : -1
    const to = lineEnd >= 0 && lineEnd < end + pieceLength ? lineEnd + 1 : Math.min(end, text.length)
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}

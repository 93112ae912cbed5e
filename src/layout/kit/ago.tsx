import { useState } from 'react'
import { formatDateTime } from '../../contract/dates.ts'
import { agoText } from './ago-text.ts'
import { unbroken } from './unbroken.tsx'

/** How long ago something was, with the exact time as its title; for screens whose format the documents leave open. Unix seconds. */
export function Ago({ at, className, says }: { at: number; className?: string; says?: string }) {
  const [now] = useState(() => Math.floor(Date.now() / 1000))
  const text = agoText(at, now)
  return (
    <time className={className} dateTime={new Date(at * 1000).toISOString()} title={formatDateTime(at)}>
      {unbroken(says === undefined ? text : `${says} ${text}`)}
    </time>
  )
}

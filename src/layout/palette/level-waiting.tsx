import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useEscape, useTakeKeys } from './own-keys.ts'
import styles from './palette.module.css'

interface Props {
  label: string
  onBack: () => void
  /** A letter typed meanwhile, where there will be something to type into. */
  onType?: (letter: string) => void
}

/** The place of what is opened from the results, in the moment before its code is there. No key goes anywhere else meanwhile. */
export function LevelWaiting({ label, onBack, onType }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useTakeKeys()
  useEscape(onBack)
  useLayoutEffect(() => place.current?.focus(), [])
  const type = useEffectEvent((letter: string) => onType?.(letter))
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!/^.$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      type(event.key)
    }
    document.body.addEventListener('keydown', hear)
    return () => document.body.removeEventListener('keydown', hear)
  }, [])
  return (
    <div ref={place} className={`${styles.root} ${styles.browse}`} role="group" aria-label={label} aria-busy="true" tabIndex={-1}>
      <p className={styles.levelWaiting}>Loading…</p>
    </div>
  )
}

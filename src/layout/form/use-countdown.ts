import { useEffect, useState } from 'react'

const tick = 250

/** Seconds left of a wait, 0 when there is none, and the function that starts one of so many seconds. */
export function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [{ until, now }, setWait] = useState({ until: 0, now: 0 })
  const secondsLeft = Math.max(0, Math.ceil((until - now) / 1000))
  const isRunning = secondsLeft > 0

  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setWait((wait) => ({ ...wait, now: Date.now() })), tick)
    return () => clearInterval(timer)
  }, [isRunning])

  const start = (seconds: number) => {
    const now = Date.now()
    setWait({ until: now + seconds * 1000, now })
  }
  return [secondsLeft, start]
}

/** A wait in words: '42 seconds', '3 minutes'. */
export function waitText(seconds: number): string {
  const [count, unit] = seconds < 120 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

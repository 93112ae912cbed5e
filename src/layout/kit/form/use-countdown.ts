import { useEffect, useState } from 'react'

const tick = 250

/** The seconds left of a wait (0 if none) and a function that starts one of that many seconds. */
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

/** A wait in words, rounded up: '42 seconds', '3 minutes', '24 hours'. */
export function waitText(seconds: number): string {
  const [length, unit] = seconds < 120 ? ([1, 'second'] as const) : seconds <= 7200 ? ([60, 'minute'] as const) : ([3600, 'hour'] as const)
  const count = Math.ceil(seconds / length)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

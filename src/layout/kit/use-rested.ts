import { useEffect, useState } from 'react'

/** True once a person has stayed on what shows this for so many milliseconds, or at once. */
export function useRested(ms: number, isAtOnce = false): boolean {
  const [isRested, setRested] = useState(isAtOnce)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isRested
}

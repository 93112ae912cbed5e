import type { ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { toastError } from './toasts.tsx'

interface SurfaceProps {
  /** What it is: 'The palette'. */
  name: string
  close: () => void
  children: ReactNode
}

/** What opens over the page. If it fails, it alone closes, and a toast says so. */
export function Surface({ name, close, children }: SurfaceProps) {
  const onFailed = (error: unknown) => {
    close()
    toastError(`${name} failed and was closed.`, error, 'Open it again. If it fails again, reload the page.')
  }
  return (
    <ErrorBoundary fallback={() => null} onFailed={onFailed}>
      {children}
    </ErrorBoundary>
  )
}

import { Component, type ReactNode } from 'react'

/** The title for a fault in the console itself. */
export const faultTitle = 'Something went wrong.'

export const reload = () => window.location.reload()

interface ErrorBoundaryProps {
  /** What is shown instead; `retry` renders the children anew. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** Told once, after the fallback is on screen. */
  onFailed?: (error: unknown) => void
  children: ReactNode
}

interface ErrorBoundaryState {
  failure: { error: unknown } | null
}

/** Confines a fault in what it contains, so that the rest of the page goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } }
  }

  private isTold = false

  // React reports each node that it could not remove.
  override componentDidCatch(error: unknown) {
    if (!this.isTold) this.props.onFailed?.(error)
    this.isTold = true
  }

  private retry = () => {
    this.isTold = false
    this.setState({ failure: null })
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error, this.retry) : this.props.children
  }
}

/** A part of the frame, such as the header: if it fails, it alone is replaced by a line that says so. */
export function FramePart({ name, children }: { name: string; children: ReactNode }) {
  const failed = () => (
    <p role="alert">
      <span>{`${name} failed.`}</span>{' '}
      <button type="button" className="link-button" onClick={reload}>
        Reload
      </button>
    </p>
  )
  return <ErrorBoundary fallback={failed}>{children}</ErrorBoundary>
}

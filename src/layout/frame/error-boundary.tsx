import { Component, type ReactNode } from 'react'
import { ErrorPanel } from '../kit/error-panel.tsx'
import { CentredPage } from '../kit/centred-page.tsx'

/** The title for a fault in the console itself. */
export const faultTitle = 'Something went wrong.'

/** Shows an error screen instead of a blank page if rendering fails. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown; failed: boolean }> {
  override state = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <CentredPage>
        <ErrorPanel error={this.state.error} title={faultTitle} />
      </CentredPage>
    )
  }
}

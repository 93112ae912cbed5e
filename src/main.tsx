import './without-eval.ts'
import '@primer/primitives/dist/css/functional/themes/light.css'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/patterns.css'
import './styles/tones.css'
import './styles/waiting.css'
import './styles/utilities.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import type { ClientErrorKind } from './contract/client-errors.ts'
import { CentredPage } from './layout/kit/centred-page.tsx'
import { ErrorBoundary, faultTitle } from './layout/kit/error-boundary.tsx'
import { ErrorPanel } from './layout/kit/error-panel.tsx'
import { limitPreloader } from './layout/kit/preloader.ts'
import { nameMissingChunks } from './layout/kit/stale-chunks.ts'
import { Toasts } from './layout/kit/toasts.tsx'
import { startSession } from './layout/session/session.ts'

/** Its code is fetched with the first error. */
const report = (kind: ClientErrorKind, error: unknown) =>
  void import('./report-error.ts').then(({ reportError }) => reportError(kind, error)).catch(() => {})
window.addEventListener('error', ({ error }) => report('error', error))
window.addEventListener('unhandledrejection', ({ reason }) => report('rejection', reason))

const container = document.querySelector('#app')
if (!container) throw new Error('index.html has no element #app.')

limitPreloader()
nameMissingChunks()
const queryClient = createQueryClient()
void startSession(queryClient)

const onCaughtError = (error: unknown) => {
  // oxlint-disable-next-line no-console -- as React does without it
  console.error(error)
  report('render', error)
}

const failed = (error: unknown) => (
  <CentredPage>
    <ErrorPanel error={error} title={faultTitle} />
  </CentredPage>
)

createRoot(container, { onCaughtError }).render(
  <StrictMode>
    <ErrorBoundary fallback={failed}>
      <QueryClientProvider client={queryClient}>
        <App />
        <Toasts />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
)

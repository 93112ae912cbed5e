import { type ReactNode, useEffect, useState } from 'react'
import { consoleCode, prepareConsole } from './console-code.ts'
import { CentredPage } from './layout/kit/centred-page.tsx'
import { ErrorPanel } from './layout/kit/error-panel.tsx'
import { LazyComponent, useLazy } from './layout/kit/lazy-component.ts'
import { removePreloader } from './layout/kit/preloader.ts'
import { Spinner } from './layout/kit/spinner.tsx'
import { checkSession, useSession, wasSignedIn } from './layout/session/session.ts'

const signInCode = new LazyComponent(() => import('./sign-in.tsx').then((module) => module.SignIn))

// The last user is most likely still signed in, so load the console's code while the server is asked.
if (wasSignedIn()) prepareConsole()

/** One screen per session state (document 1, 'Session start'). */
export function App() {
  const session = useSession()
  if (session.state === 'starting') return <Starting />
  if (session.state === 'signed-in') return <Screen code={consoleCode} props={{ user: session.user }} />
  if (session.state === 'signed-out') return <Screen code={signInCode} props={{ keepOrigin: session.keepOrigin, notice: session.notice }} />
  return (
    <Painted>
      <CentredPage>
        <ErrorPanel error={session.error} title="The console could not start." onRetry={() => void checkSession()} />
      </CentredPage>
    </Painted>
  )
}

/**
 * Shows a screen once its code is loaded. Not React's `lazy`: it holds back what replaces a Suspense fallback for 300
 * ms, and the code usually arrives sooner.
 */
function Screen<Props extends object>({ code, props }: { code: LazyComponent<Props>; props: Props }) {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const Loaded = useLazy(code, true, (error) => setFailure({ error }))
  // Shown by the outer error boundary.
  if (failure) throw failure.error
  if (!Loaded) return <Starting />
  return (
    <Painted>
      <Loaded {...props} />
    </Painted>
  )
}

function Starting() {
  return (
    <CentredPage>
      <Spinner label="Starting" />
    </CentredPage>
  )
}

/** Takes the preloader away with the first real screen. */
function Painted({ children }: { children: ReactNode }) {
  useEffect(removePreloader, [])
  return children
}

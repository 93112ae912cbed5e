import { type ReactNode, useEffect, useState } from 'react'
import { consoleCode, prepareConsole } from './console-code.ts'
import { ErrorPanel } from './layout/kit/error-panel.tsx'
import { FullScreen } from './layout/kit/full-screen.tsx'
import { LazyComponent, useLazy } from './layout/kit/lazy-component.ts'
import { hidePreloader } from './layout/kit/preloader.ts'
import { checkSession, useSession, wasSignedIn } from './layout/session/session.ts'
import { Spinner } from './layout/kit/spinner.tsx'

const signInCode = new LazyComponent(() => import('./sign-in.tsx').then((module) => module.SignIn))

// Whoever was signed in last time most likely still is: the console's code comes while the server is asked.
if (wasSignedIn()) prepareConsole()

/** What stands on screen for each state of the session (document 1, 'Session start'). */
export function App() {
  const session = useSession()
  if (session.state === 'starting') return <Starting />
  if (session.state === 'signed-in') return <Screen code={consoleCode} props={{ user: session.user }} />
  if (session.state === 'signed-out') return <Screen code={signInCode} props={{ keepOrigin: session.keepOrigin, notice: session.notice }} />
  return (
    <Painted>
      <FullScreen>
        <ErrorPanel error={session.error} title="The console could not start." onRetry={() => void checkSession()} />
      </FullScreen>
    </Painted>
  )
}

/**
 * A screen as soon as its code is there. Not React's own `lazy`: what replaces a Suspense fallback is held back until that
 * has stood for 300 ms, and here the code most often comes sooner.
 */
function Screen<Props extends object>({ code, props }: { code: LazyComponent<Props>; props: Props }) {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const Loaded = useLazy(code, true, (error) => setFailure({ error }))
  // The error boundary around everything says so.
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
    <FullScreen>
      <Spinner label="Starting" />
    </FullScreen>
  )
}

/** The first real screen stands: the preloader goes. */
function Painted({ children }: { children: ReactNode }) {
  useEffect(hidePreloader, [])
  return children
}

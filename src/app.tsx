import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { loadConsole, prepareConsole } from './console-code.ts'
import { ErrorPanel } from './layout/error-panel.tsx'
import { FullScreen } from './layout/full-screen.tsx'
import { hidePreloader } from './layout/preloader.ts'
import { checkSession, type Session, useSession, wasSignedIn } from './layout/session.ts'
import { Spinner } from './layout/spinner.tsx'

const SignIn = lazy(() => import('./sign-in.tsx').then((module) => ({ default: module.SignIn })))
const SignedIn = lazy(() => loadConsole().then((module) => ({ default: module.SignedIn })))

// Whoever was signed in last time most likely still is: the console's code comes while the server is asked.
if (wasSignedIn()) prepareConsole()

/** What stands on screen for each state of the session (document 1, 'Session start'). */
export function App() {
  return (
    <Suspense fallback={<Starting />}>
      <Screen session={useSession()} />
    </Suspense>
  )
}

function Screen({ session }: { session: Session }) {
  if (session.state === 'starting') return <Starting />
  return <Painted>{screenOf(session)}</Painted>
}

function screenOf(session: Exclude<Session, { state: 'starting' }>) {
  if (session.state === 'signed-in') return <SignedIn user={session.user} />
  if (session.state === 'signed-out') return <SignIn keepOrigin={session.keepOrigin} notice={session.notice} />
  return (
    <FullScreen>
      <ErrorPanel error={session.error} title="The console could not start." onRetry={() => void checkSession()} />
    </FullScreen>
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

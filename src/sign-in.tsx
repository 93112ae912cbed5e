import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiFailure } from './api/client.ts'
import { sendLink } from './api/sign-in.ts'
import { prepareConsole } from './console-code.ts'
import type { LoginReply } from './contract/auth.ts'
import { acceptOrigin, isPublicPath, originOf, type PublicPath, withOrigin } from './contract/origin.ts'
import { type ProviderRefusedFor, providerRefusals } from './contract/provider-refusals.ts'
import { toastSuccess } from './layout/kit/toasts.tsx'
import { goTo, usePath } from './layout/session/address.ts'
import { pageSettings } from './layout/session/page-settings.ts'
import { completeSignIn } from './layout/session/session.ts'
import { LoginView } from './views/login/login-view.tsx'
import { SecondStepView } from './views/two-step-verification/second-step-view.tsx'

/** Seen once per account. */
const QrCodeView = lazy(() => import('./views/qr-code/qr-code-view.tsx').then((module) => ({ default: module.QrCodeView })))

/**
 * The public screens: login, then activation or verification. A separate
 * application without a router (layout/session/address.ts has the reason). The login
 * reply is kept in memory only: without it there is only the login screen.
 */
export function SignIn({ keepOrigin, notice }: { keepOrigin: boolean; notice: string | null }) {
  const path = usePath()
  const [reply, setReply] = useState<LoginReply | null>(null)
  const [message, setMessage] = useState(notice)
  const isLoginMissing = path !== '/login' && reply === null

  useEffect(() => {
    const token = linkToken(window.location.hash)
    if (token === null) return
    // It is spent by now, whatever comes of it.
    window.history.replaceState(null, '', window.location.pathname)
    sendLink(token).then(completeSignIn, (error: unknown) =>
      setMessage(error instanceof ApiFailure && error.body ? error.body.message : 'The link could not be checked. Open it again.'),
    )
  }, [])

  useEffect(() => {
    if (isLoginMissing || !isPublicPath(path)) goTo(loginAddress(keepOrigin))
  }, [path, isLoginMissing, keepOrigin])

  const goOn = (next: PublicPath) => goTo(withOrigin(next, originOf(window.location.search)))
  const backToLogin = (why: string | null) => {
    setMessage(why)
    goOn('/login')
  }

  if (reply && path === '/qr-code')
    return (
      <Suspense fallback={null}>
        <QrCodeView
          email={reply.email}
          onActivated={() => {
            toastSuccess('activated successfully')
            return completeSignIn()
          }}
          backToLogin={backToLogin}
        />
      </Suspense>
    )
  if (reply && path === '/pages-two-step-verification')
    return (
      <SecondStepView email={reply.email} steps={reply.secondSteps ?? ['code']} onVerified={completeSignIn} backToLogin={backToLogin} />
    )
  return (
    <LoginView
      email={reply?.email ?? ''}
      notice={message}
      refusal={refusedBy(window.location.search)}
      onSignedIn={completeSignIn}
      onAccepted={async (accepted) => {
        // There is time while the person looks up the code.
        prepareConsole()
        // The documented setting: the password alone starts the session.
        if (accepted.disableTwoFactor || pageSettings.disableTwoFactor) return completeSignIn()
        setReply(accepted)
        setMessage(null)
        goOn(accepted['2fa'] ? '/pages-two-step-verification' : '/qr-code')
      }}
    />
  )
}

/** Why the provider's sign-in was refused, if the address says so. */
function refusedBy(search: string): string | null {
  const why = new URLSearchParams(search).get('refused') ?? ''
  return Object.hasOwn(providerRefusals, why) ? providerRefusals[why as ProviderRefusedFor](pageSettings.providerName) : null
}

/** The token of a link from the server's command line. */
const linkToken = (hash: string) => /^#link=([\w-]{20,100})$/.exec(hash)?.[1] ?? null

/** The login address, with the current place as its origin. */
function loginAddress(keepOrigin: boolean): string {
  const { pathname, search, hash } = window.location
  if (isPublicPath(pathname)) return withOrigin('/login', originOf(search))
  return withOrigin('/login', keepOrigin ? acceptOrigin(pathname + search + hash) : null)
}

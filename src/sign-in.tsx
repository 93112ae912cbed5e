import { lazy, Suspense, useEffect, useState } from 'react'
import { prepareConsole } from './console-code.ts'
import type { LoginReply } from './contract/auth.ts'
import { toastSuccess } from './layout/kit/toasts.tsx'
import { goTo, usePath } from './layout/session/address.ts'
import { acceptOrigin, isPublicPath, originOf, type PublicPath, withOrigin } from './layout/session/origin.ts'
import { pageSettings } from './layout/session/page-settings.ts'
import { completeSignIn } from './layout/session/session.ts'
import { LoginView } from './views/login/login-view.tsx'
import { TwoStepVerificationView } from './views/two-step-verification/two-step-verification-view.tsx'

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
    return <TwoStepVerificationView email={reply.email} onVerified={completeSignIn} backToLogin={backToLogin} />
  return (
    <LoginView
      email={reply?.email ?? ''}
      notice={message}
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

/** The login address, with the current place as its origin. */
function loginAddress(keepOrigin: boolean): string {
  const { pathname, search, hash } = window.location
  if (isPublicPath(pathname)) return withOrigin('/login', originOf(search))
  return withOrigin('/login', keepOrigin ? acceptOrigin(pathname + search + hash) : null)
}

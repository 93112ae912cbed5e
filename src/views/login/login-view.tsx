import { type FormEvent, Fragment, useRef, useState } from 'react'
import { sendLogin } from '../../api/auth.ts'
import { ApiFailure, UnfitReply } from '../../api/client.ts'
import { LoginInput, type LoginReply } from '../../contract/auth.ts'
import { SignInCard } from '../../layout/frame/sign-in-card.tsx'
import { Button } from '../../layout/kit/button.tsx'
import { messagesOf } from '../../layout/kit/form/field-errors.ts'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { PasswordField } from '../../layout/kit/form/password-field.tsx'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useCountdown, waitText } from '../../layout/kit/form/use-countdown.ts'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { toastError } from '../../layout/kit/toasts.tsx'
import { pageSettings } from '../../layout/session/page-settings.ts'
import { OtherWay } from './other-way.tsx'

interface LoginViewProps {
  /** Prefilled if a sign-in has to start over. */
  email: string
  /** Why the login screen appears: session ended, sign-in timed out. */
  notice: string | null
  /** Why the provider's sign-in was refused. */
  refusal: string | null
  onAccepted: (reply: LoginReply) => Promise<void>
  /** A session is there: by passkey, which needs no second step. */
  onSignedIn: () => Promise<void>
}

type Errors = Partial<Record<'email' | 'password', string>>

const invalidCredentials = 'Invalid credentials'
const patience = 60
const hasOtherWays = pageSettings.signIn.length > 1 || pageSettings.signIn[0] !== 'password'
const lead = hasOtherWays ? 'Staff console.' : 'Staff console. You need your password and your authenticator app.'

/** Email and password (document 1, 'Login screen'). Typed text survives any error. */
export function LoginView({ email: startEmail, notice, refusal, onAccepted, onSignedIn }: LoginViewProps) {
  const [email, setEmail] = useState(startEmail)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState(refusal)
  const [isSending, setSending] = useState(false)
  const emailRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  useFocusOnMount(startEmail === '' ? emailRef : passwordRef)
  const [secondsLeft, wait] = useCountdown()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending || secondsLeft > 0) return
    const input = LoginInput.safeParse({ email, password })
    setFailure(null)
    setErrors(messagesOf(input.error))
    if (!input.success) return (input.error.issues[0]?.path[0] === 'password' ? passwordRef : emailRef).current?.focus()
    setSending(true)
    try {
      const accepted = await sendLogin(input.data)
      await onAccepted({ ...accepted, email: accepted.email || input.data.email })
    } catch (error) {
      report(error)
    } finally {
      setSending(false)
    }
  }

  function report(error: unknown) {
    const status = error instanceof ApiFailure ? error.status : null
    if (error instanceof ApiFailure && status === 429) {
      wait(error.retryAfter ?? patience)
      toastError('Too many attempts', error)
    } else if (status === 401) {
      setErrors({ password: invalidCredentials })
      toastError(invalidCredentials, error)
      passwordRef.current?.focus()
      passwordRef.current?.select()
    } else if (error instanceof ApiFailure && status === 403 && error.body) {
      setFailure(error.body.message)
    } else {
      setFailure(
        error instanceof UnfitReply ? error.message : 'Sign-in failed: the server could not be reached or had an error. Try again.',
      )
      toastError('Login failed', error)
    }
  }

  const passwordForm = (
    <form className="column gap-16" onSubmit={(event) => void submit(event)} noValidate aria-label="Sign in">
      <TextField
        ref={emailRef}
        label="Email"
        name="email"
        type="text"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        ref={passwordRef}
        autoComplete="current-password"
        required
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" size="large" block loading={isSending} disabled={secondsLeft > 0}>
        Sign in
      </Button>
    </form>
  )

  return (
    <SignInCard page="Login" heading="Sign in" lead={lead}>
      {secondsLeft > 0 ? (
        <Notice kind="danger">
          <span>
            Too many attempts. Wait <span aria-hidden="true">{waitText(secondsLeft)}</span>
            <span className="visually-hidden">a while</span>, then try again. If a colleague with full access unlocks your account before
            that, reload this page.
          </span>
        </Notice>
      ) : failure ? (
        <Notice kind="danger">{failure}</Notice>
      ) : notice ? (
        <Notice kind="info">{notice}</Notice>
      ) : null}
      {pageSettings.signIn.map((way) =>
        way === 'password' ? (
          <Fragment key={way}>{passwordForm}</Fragment>
        ) : (
          <OtherWay key={way} way={way} isFirst={way === pageSettings.signIn[0]} onSignedIn={onSignedIn} onFailure={setFailure} />
        ),
      )}
    </SignInCard>
  )
}

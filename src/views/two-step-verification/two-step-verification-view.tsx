import { AlertFillIcon } from '@primer/octicons-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { sendVerify } from '../../api/auth.ts'
import { ApiFailure } from '../../api/client.ts'
import { messages } from '../../contract/fields.ts'
import { SignInCard } from '../../layout/frame/sign-in-card.tsx'
import { Button } from '../../layout/kit/button.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { toastError } from '../../layout/kit/toasts.tsx'
import { whyCodesMustWait, whySignInIsOver } from '../../layout/session/sign-in-over.ts'
import { CodeBoxes } from './code-boxes.tsx'
import { codeLength, type Digits, noDigits } from './code-digits.ts'

interface TwoStepVerificationViewProps {
  email: string
  /** Buttons of other second steps that the person has. */
  otherSteps?: ReactNode
  onVerified: () => Promise<void>
  /** Returns to the login, with the reason. */
  backToLogin: (why: string | null) => void
}

const invalidCode = 'Invalid 2FA code.'

/** The authenticator code (document 1, 'Two-factor authentication'). Sent as soon as it is complete. */
export function TwoStepVerificationView({ email, otherSteps, onVerified, backToLogin }: TwoStepVerificationViewProps) {
  const [digits, setDigits] = useState<Digits>(noDigits)
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  // State updates too late to stop a second Enter in the same tick.
  const sending = useRef(false)
  const firstBox = useRef<HTMLInputElement>(null)
  const errorId = useId()
  useFocusOnMount(firstBox)

  async function verify(code: string) {
    if (sending.current) return
    sending.current = true
    setSending(true)
    setError(null)
    try {
      const { success } = await sendVerify({ code })
      if (success) await onVerified()
      else refuseCode(null, invalidCode)
    } catch (failure) {
      handleFailure(failure)
    } finally {
      sending.current = false
      setSending(false)
    }
  }

  function handleFailure(failure: unknown) {
    const why = whySignInIsOver(failure)
    if (why) backToLogin(why)
    else if (failure instanceof ApiFailure && failure.status === 401) refuseCode(failure, failure.body?.message ?? invalidCode)
    else {
      // The code may be right: keep it, so the button can resend it.
      setError(whyCodesMustWait(failure) ?? 'The code could not be checked. Try again.')
      toastError('The verification failed', failure)
    }
  }

  function refuseCode(failure: unknown, text: string) {
    toastError('Invalid code', failure, text)
    setError(text)
    setDigits(noDigits)
    firstBox.current?.focus()
  }

  function change(changed: Digits) {
    setDigits(changed)
    const code = changed.join('')
    if (code.length === codeLength && code !== digits.join('')) void verify(code)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const code = digits.join('')
    if (code.length === codeLength) void verify(code)
    else setError(messages.exactLength(codeLength))
  }

  return (
    <SignInCard
      page="Two-factor authentication"
      heading="Two-factor authentication"
      lead={
        <>
          Enter the code that your authenticator app shows for <strong>{email}</strong>.
        </>
      }
      below={
        <>
          {otherSteps}
          <Button variant="invisible" size="small" onClick={() => backToLogin(null)}>
            Use another account
          </Button>
        </>
      }
    >
      <form className="column gap-16" onSubmit={submit} noValidate aria-label="Verify the code">
        <CodeBoxes
          ref={firstBox}
          digits={digits}
          onChange={change}
          isInvalid={error !== null}
          describedBy={error === null ? undefined : errorId}
        />
        {error ? (
          <p className="row gap-4 danger small medium" id={errorId} role="alert">
            <AlertFillIcon size={12} /> <span>{error}</span>
          </p>
        ) : null}
        <Button type="submit" variant="primary" size="large" block loading={isSending} loadingAnnouncement="Checking the code">
          Verify
        </Button>
      </form>
    </SignInCard>
  )
}

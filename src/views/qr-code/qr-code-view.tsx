import { CheckIcon, CopyIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sendGenerate, sendVerify } from '../../api/auth.ts'
import { ApiFailure } from '../../api/client.ts'
import type { TwoFactorSecret } from '../../contract/auth.ts'
import { messages } from '../../contract/fields.ts'
import { SignInCard } from '../../layout/frame/sign-in-card.tsx'
import { Button } from '../../layout/kit/button.tsx'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { Spinner } from '../../layout/kit/spinner.tsx'
import { toastError } from '../../layout/kit/toasts.tsx'
import { whyCodesMustWait, whySignInIsOver } from '../../layout/session/sign-in-over.ts'
import styles from './qr-code-view.module.css'

interface QrCodeViewProps {
  email: string
  onActivated: () => Promise<void>
  /** Returns to the login, with the reason. */
  backToLogin: (why: string | null) => void
}

const codeLength = 6

/** Two-factor activation on first sign-in (document 1, 'Two-factor activation'). */
export function QrCodeView({ email, onActivated, backToLogin }: QrCodeViewProps) {
  const secret = useQuery({
    queryKey: ['auth', 'two-factor-secret', email],
    // No abort signal: React's strict mode would abort the first call and generate a second secret.
    queryFn: () => sendGenerate(),
    staleTime: Number.POSITIVE_INFINITY,
    // Don't keep the secret.
    gcTime: 0,
  })
  const whyOver = whySignInIsOver(secret.error)
  useEffect(() => {
    if (whyOver) backToLogin(whyOver)
  }, [whyOver, backToLogin])

  return (
    <SignInCard
      page="Two-factor activation"
      heading="Set up two-factor authentication"
      lead="Scan the picture with your authenticator app, then enter the six digits that it shows."
      below={
        <Button variant="invisible" size="small" onClick={() => backToLogin(null)}>
          Back to sign-in
        </Button>
      }
    >
      {secret.data ? (
        <Activation secret={secret.data} onActivated={onActivated} backToLogin={backToLogin} />
      ) : secret.error ? (
        <ErrorPanel error={secret.error} onRetry={() => void secret.refetch()} />
      ) : (
        <Spinner label="Creating the secret" />
      )}
    </SignInCard>
  )
}

function Activation({ secret, onActivated, backToLogin }: Omit<QrCodeViewProps, 'email'> & { secret: TwoFactorSecret }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const inputRef = useRef<HTMLInputElement>(null)
  useFocusOnMount(inputRef)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    if (!/^\d{6}$/.test(code)) return refuse(code === '' ? messages.required : messages.exactLength(codeLength))
    setSending(true)
    try {
      const { success } = await sendVerify({ code, base32Key: secret.base32 })
      if (success) await onActivated()
      else refuseCode(null)
    } catch (failure) {
      const why = whySignInIsOver(failure)
      const wait = whyCodesMustWait(failure)
      if (why) backToLogin(why)
      else if (wait) refuse(wait)
      else if (failure instanceof ApiFailure && failure.status === 401) refuseCode(failure)
      else toastError('The activation failed', failure)
    } finally {
      setSending(false)
    }
  }

  function refuseCode(failure: ApiFailure | null) {
    toastError('Invalid code', failure, failure?.body?.message ?? 'Invalid 2FA code.')
    refuse('Invalid code')
    inputRef.current?.select()
  }

  function refuse(why: string) {
    setError(why)
    inputRef.current?.focus()
  }

  return (
    <form className="column gap-16" onSubmit={(event) => void submit(event)} noValidate aria-label="Activate two-factor authentication">
      <div className={styles.picture}>
        {/* Black on white in both modes: many scanners can't read inverted codes. */}
        <QRCodeSVG value={secret.otpauth_url} size={176} marginSize={2} level="M" title="QR code for your authenticator app" />
      </div>
      <ManualKey base32={secret.base32} />
      <TextField
        ref={inputRef}
        label="Code from the app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeLength}
        monospace
        required
        value={code}
        error={error}
        onChange={(event) => setCode(event.target.value.replace(/\s/g, ''))}
      />
      <Button type="submit" variant="primary" size="large" block loading={isSending} loadingAnnouncement="Checking the code">
        Activate
      </Button>
    </form>
  )
}

/** The key for manual entry in groups of four; copied without spaces. */
function ManualKey({ base32 }: { base32: string }) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(base32)
      setCopied(true)
    } catch (error) {
      toastError('The key could not be copied', error, 'Select it and copy it by hand.')
    }
  }
  return (
    <div className="column gap-4">
      <p className="note">Cannot scan? Enter this key by hand:</p>
      <div className="row spread gap-8 pad-8 rounded on-muted">
        <code className={styles.key}>
          {(base32.match(/.{1,4}/g) ?? []).map((group, index) => (
            <span key={`${index}-${group}`}>{group}</span>
          ))}
        </code>
        <Button size="small" leadingVisual={isCopied ? CheckIcon : CopyIcon} aria-label="Copy the key" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <output className="visually-hidden">{isCopied ? 'The key was copied.' : ''}</output>
    </div>
  )
}

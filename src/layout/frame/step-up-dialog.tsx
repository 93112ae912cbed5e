import { KeyIcon, LinkExternalIcon } from '@primer/octicons-react'
import { Dialog } from '@primer/react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { provePasskey, readProof, sendStepUp, stepUpQuery } from '../../api/account.ts'
import { ApiFailure } from '../../api/client.ts'
import { passkeyFault } from '../../api/passkeys.ts'
import { providerStart } from '../../contract/sign-in-ways.ts'
import type { Proof, StepUpInput } from '../../contract/step-up.ts'
import { Button } from '../kit/button.tsx'
import { ErrorPanel } from '../kit/error-panel.tsx'
import { Notice } from '../kit/form/notice.tsx'
import { PasswordField } from '../kit/form/password-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { Spinner } from '../kit/spinner.tsx'
import { errorText } from '../kit/toasts.tsx'
import { pageSettings } from '../session/page-settings.ts'

/** Milliseconds between looks whether the window of the provider has led to a proof. */
const lookEvery = 1000

interface StepUpDialogProps {
  settle: (isProven: boolean) => void
}

/** Asks for a fresh proof, over whatever the person was doing: that goes on by itself afterwards. */
export function StepUpDialog({ settle }: StepUpDialogProps) {
  const { data, error, refetch } = useQuery(stepUpQuery())
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const prove = async (send: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(null)
    try {
      await send()
      settle(true)
    } catch (refused) {
      setFailure(passkeyFault(refused) ?? (refused instanceof ApiFailure ? errorText('', refused) : 'It could not be checked. Try again.'))
      setBusy(false)
    }
  }
  const proofs = data?.proofs ?? []
  const has = (proof: Proof) => proofs.includes(proof)
  return (
    <Dialog
      title="Is it you?"
      subtitle="This needs a fresh proof. What you were doing goes on by itself."
      width="medium"
      position={{ narrow: 'bottom', regular: 'center' }}
      onClose={() => settle(false)}
    >
      <div className="column gap-16">
        {failure === null ? null : <Notice kind="danger">{failure}</Notice>}
        {data === undefined ? (
          error ? (
            <ErrorPanel error={error} onRetry={() => void refetch()} />
          ) : (
            <Spinner label="Loading how you can prove it" />
          )
        ) : null}
        {has('passkey') && (
          <Button variant="primary" leadingVisual={KeyIcon} block loading={isBusy} autoFocus onClick={() => void prove(provePasskey)}>
            Use a passkey
          </Button>
        )}
        {has('code') && <CodeForm isFirst={!has('passkey')} isBusy={isBusy} onCode={(body) => void prove(() => sendStepUp(body))} />}
        {has('password') && <PasswordForm isBusy={isBusy} onPassword={(body) => void prove(() => sendStepUp(body))} />}
        {has('oidc') && <ProviderButton isFirst={proofs.length === 1} onProven={() => settle(true)} />}
      </div>
    </Dialog>
  )
}

const submitting = (act: () => void) => (event: FormEvent) => {
  event.preventDefault()
  act()
}

function CodeForm({ isFirst, isBusy, onCode }: { isFirst: boolean; isBusy: boolean; onCode: (body: StepUpInput) => void }) {
  const [code, setCode] = useState('')
  const isWhole = /^\d{6}$/.test(code)
  return (
    <form
      className="column gap-8"
      noValidate
      aria-label="Prove it by code"
      onSubmit={submitting(() => isWhole && !isBusy && onCode({ code }))}
    >
      <TextField
        label="Code from your authenticator app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        monospace
        autoFocus={isFirst}
        value={code}
        onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
      />
      <Button type="submit" variant={isFirst ? 'primary' : 'default'} block loading={isBusy} disabled={!isWhole}>
        Confirm
      </Button>
    </form>
  )
}

function PasswordForm({ isBusy, onPassword }: { isBusy: boolean; onPassword: (body: StepUpInput) => void }) {
  const [password, setPassword] = useState('')
  return (
    <form
      className="column gap-8"
      noValidate
      aria-label="Prove it by password"
      onSubmit={submitting(() => password !== '' && !isBusy && onPassword({ password }))}
    >
      <PasswordField autoComplete="current-password" autoFocus value={password} onChange={(event) => setPassword(event.target.value)} />
      <Button type="submit" variant="primary" block loading={isBusy} disabled={password === ''}>
        Confirm
      </Button>
    </form>
  )
}

/** The provider asks in a window of its own, so that nothing here is left. */
function ProviderButton({ isFirst, onProven }: { isFirst: boolean; onProven: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const opened = useRef<Window | null>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const look = setInterval(() => {
      void readProof().then(
        ({ isProven }) => {
          if (!isProven) return
          opened.current?.close()
          onProven()
        },
        // The next look may reach the server again.
        () => undefined,
      )
    }, lookEvery)
    return () => clearInterval(look)
  }, [isOpen, onProven])
  return (
    <Button
      variant={isFirst ? 'primary' : 'default'}
      leadingVisual={LinkExternalIcon}
      block
      autoFocus={isFirst}
      loading={isOpen}
      loadingAnnouncement="Waiting for the other window"
      onClick={() => {
        opened.current = window.open(providerStart({ isProof: true }), '_blank', 'popup,width=520,height=680')
        setOpen(true)
      }}
    >
      {`Confirm with ${pageSettings.providerName}`}
    </Button>
  )
}

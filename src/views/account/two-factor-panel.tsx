import { useQuery, useQueryClient } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useRef, useState } from 'react'
import { sendAskTwoFactor, setTwoFactorMutation } from '../../api/account.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { Button } from '../../layout/kit/button.tsx'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { EditForm, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { Spinner } from '../../layout/kit/spinner.tsx'
import { toastSuccess } from '../../layout/kit/toasts.tsx'
import { Card } from '../../layout/records/card.tsx'
import { Copyable } from '../../layout/records/copyable.tsx'
import styles from './account.module.css'

/** The six digits: set up, or moved to another phone. */
export function TwoFactorPanel({ isOn }: { isOn: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Authenticator app"
      aside={
        isOpen ? null : (
          <Button size="small" onClick={() => setOpen(true)}>
            {isOn ? 'Move to another phone' : 'Set up'}
          </Button>
        )
      }
    >
      <div className="column gap-12">
        <p>{isOn ? 'It is set up: its six digits are your second step.' : 'It is not set up.'}</p>
        {isOpen ? <Setup close={() => setOpen(false)} /> : null}
      </div>
    </Card>
  )
}

function Setup({ close }: { close: () => void }) {
  const secret = useQuery({
    queryKey: ['account', 'new-two-factor'],
    queryFn: () => sendAskTwoFactor(),
    staleTime: Number.POSITIVE_INFINITY,
    // Don't keep the secret.
    gcTime: 0,
    retry: false,
  })
  if (secret.data) return <CodeForm {...secret.data} close={close} />
  return secret.error ? <ErrorPanel error={secret.error} onRetry={() => void secret.refetch()} /> : <Spinner label="Creating the secret" />
}

function CodeForm({ base32, otpauth_url: url, sealed, close }: { base32: string; otpauth_url: string; sealed: string; close: () => void }) {
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const codeRef = useRef<HTMLInputElement>(null)
  useFocusOnMount(codeRef)
  const form = useEditForm({ fields: ['code'], isChanged: code !== '', leave: close })
  const save = () => {
    const problem = /^\d{6}$/.test(code) ? null : { code: 'Must have exactly 6 characters.' }
    void form.save(problem, async () => {
      await runMutation(client, setTwoFactorMutation(), { sealed, code })
      toastSuccess('The authenticator app is set up. Your other sessions ended.')
      close()
      return false
    })
  }
  return (
    <EditForm label="Set up the authenticator app" form={form} onSave={save} saveLabel="Set up">
      <p>Scan this with the app on your phone, then enter the six digits that it shows.</p>
      <div className={styles.picture}>
        {/* Black on white in both modes: many scanners can't read inverted codes. */}
        <QRCodeSVG value={url} size={160} marginSize={2} level="M" title="QR code for your authenticator app" />
      </div>
      <p className="note">
        Cannot scan? Enter this key by hand: <Copyable text={base32} what="key" />
      </p>
      <div className={styles.code}>
        <TextField
          ref={codeRef}
          name="code"
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          monospace
          required
          value={code}
          error={form.errors.code ?? null}
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
        />
      </div>
    </EditForm>
  )
}

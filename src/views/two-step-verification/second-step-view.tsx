import { KeyIcon } from '@primer/octicons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { passkeyFault } from '../../api/passkeys.ts'
import { sendRecoveryCode, verifyPasskey } from '../../api/sign-in.ts'
import type { LoginReply } from '../../contract/auth.ts'
import { messages } from '../../contract/fields.ts'
import { SignInCard } from '../../layout/frame/sign-in-card.tsx'
import { Button } from '../../layout/kit/button.tsx'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { whyCodesMustWait, whySignInIsOver } from '../../layout/session/sign-in-over.ts'
import { TwoStepVerificationView } from './two-step-verification-view.tsx'

type SecondStep = NonNullable<LoginReply['secondSteps']>[number]

interface SecondStepViewProps {
  email: string
  /** What the person has, the best first. */
  steps: readonly SecondStep[]
  onVerified: () => Promise<void>
  /** Returns to the login, with the reason. */
  backToLogin: (why: string | null) => void
}

const names: Record<SecondStep, string> = {
  passkey: 'Use a passkey',
  code: 'Use a code from your app',
  'recovery-code': 'Use a recovery code',
}

/** The second step after the password: the six digits, or what the person has besides. */
export function SecondStepView({ email, steps, onVerified, backToLogin }: SecondStepViewProps) {
  const [step, setStep] = useState<SecondStep>(steps[0] ?? 'code')
  const others = steps
    .filter((each) => each !== step)
    .map((each) => (
      <Button key={each} variant="invisible" size="small" onClick={() => setStep(each)}>
        {names[each]}
      </Button>
    ))
  const given = { email, onVerified, backToLogin, otherSteps: others }
  if (step === 'code') return <TwoStepVerificationView {...given} />
  return step === 'passkey' ? <PasskeyStep {...given} /> : <RecoveryCodeStep {...given} />
}

type StepProps = Omit<SecondStepViewProps, 'steps'> & { otherSteps: ReactNode }

/** Sends a second step, and says what went wrong. */
function useStep({ onVerified, backToLogin }: StepProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const send = async (verify: () => Promise<unknown>) => {
    setSending(true)
    setFailure(null)
    try {
      await verify()
      await onVerified()
    } catch (error) {
      const why = whySignInIsOver(error)
      if (why) return backToLogin(why)
      const message = error instanceof ApiFailure ? error.body?.message : undefined
      setFailure(passkeyFault(error) ?? whyCodesMustWait(error) ?? message ?? 'It could not be checked. Try again.')
    } finally {
      setSending(false)
    }
  }
  return { failure, setFailure, isSending, send }
}

function StepCard({ lead, failure, otherSteps, backToLogin, children }: Pick<StepProps, 'otherSteps' | 'backToLogin'> & StepCardProps) {
  return (
    <SignInCard
      page="Two-factor authentication"
      heading="Two-factor authentication"
      lead={lead}
      below={
        <>
          {otherSteps}
          <Button variant="invisible" size="small" onClick={() => backToLogin(null)}>
            Use another account
          </Button>
        </>
      }
    >
      {failure === null ? null : <Notice kind="danger">{failure}</Notice>}
      {children}
    </SignInCard>
  )
}

interface StepCardProps {
  lead: ReactNode
  failure: string | null
  children: ReactNode
}

function PasskeyStep(props: StepProps) {
  const { failure, isSending, send } = useStep(props)
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnMount(button)
  return (
    <StepCard
      {...props}
      failure={failure}
      lead={
        <>
          Confirm with a passkey of <strong>{props.email}</strong>.
        </>
      }
    >
      <Button
        ref={button}
        variant="primary"
        size="large"
        block
        leadingVisual={KeyIcon}
        loading={isSending}
        loadingAnnouncement="Waiting for the passkey"
        onClick={() => void send(verifyPasskey)}
      >
        Use a passkey
      </Button>
    </StepCard>
  )
}

function RecoveryCodeStep(props: StepProps) {
  const { failure, setFailure, isSending, send } = useStep(props)
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useFocusOnMount(field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') setFailure(messages.required)
    else if (!isSending) void send(() => sendRecoveryCode(code))
  }
  return (
    <StepCard
      {...props}
      failure={failure}
      lead={
        <>
          Enter one of the recovery codes of <strong>{props.email}</strong>. Each works once.
        </>
      }
    >
      <form className="column gap-16" onSubmit={submit} noValidate aria-label="Use a recovery code">
        <TextField
          ref={field}
          label="Recovery code"
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          monospace
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" variant="primary" size="large" block loading={isSending} loadingAnnouncement="Checking the code">
          Verify
        </Button>
      </form>
    </StepCard>
  )
}

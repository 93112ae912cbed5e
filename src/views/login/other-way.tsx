import { KeyIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { passkeyFault } from '../../api/passkeys.ts'
import { signInWithPasskey } from '../../api/sign-in.ts'
import { originOf } from '../../contract/origin.ts'
import { providerStart } from '../../contract/sign-in-ways.ts'
import { Button } from '../../layout/kit/button.tsx'
import { pageSettings } from '../../layout/session/page-settings.ts'

interface OtherWayProps {
  way: 'passkey' | 'oidc'
  /** The first way of the screen is its main one. */
  isFirst: boolean
  onSignedIn: () => Promise<void>
  onFailure: (why: string | null) => void
}

/** Signing in without a password: by passkey, or through the company's provider. */
export function OtherWay({ way, isFirst, onSignedIn, onFailure }: OtherWayProps) {
  const [isBusy, setBusy] = useState(false)
  const looks = { variant: isFirst ? ('primary' as const) : ('default' as const), size: 'large' as const, block: true }
  if (way === 'oidc')
    return (
      <Button
        {...looks}
        loading={isBusy}
        onClick={() => {
          setBusy(true)
          window.location.assign(providerStart({ origin: originOf(window.location.search) }))
        }}
      >
        {`Sign in with ${pageSettings.providerName}`}
      </Button>
    )
  const signIn = async () => {
    setBusy(true)
    onFailure(null)
    try {
      await signInWithPasskey()
      await onSignedIn()
    } catch (error) {
      onFailure(
        passkeyFault(error) ??
          (error instanceof ApiFailure && error.body ? error.body.message : 'The passkey could not be checked. Try again.'),
      )
      setBusy(false)
    }
  }
  return (
    <Button {...looks} leadingVisual={KeyIcon} loading={isBusy} loadingAnnouncement="Waiting for the passkey" onClick={() => void signIn()}>
      Sign in with a passkey
    </Button>
  )
}

import type { ComponentType } from 'react'
import { CommandProvider } from '../../../src/layout/frame/command-provider.tsx'
import { Toasts } from '../../../src/layout/kit/toasts.tsx'
import { user } from '../palette-harness.tsx'

/** A page with the commands of a full-access account, and with toasts. */
export const signedIn = (Page: ComponentType) =>
  function SignedIn() {
    return (
      <CommandProvider user={user}>
        <Page />
        <Toasts />
      </CommandProvider>
    )
  }

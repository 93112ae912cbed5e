import type { ComponentType } from 'react'
import { CommandProvider } from '../../../src/layout/frame/command-provider.tsx'
import { Toasts } from '../../../src/layout/kit/toasts.tsx'
import { user } from '../palette-harness.tsx'

/** A page with the commands of somebody who may do everything, and toasts. */
export const signedIn = (Page: ComponentType) =>
  function SignedIn() {
    return (
      <CommandProvider user={user}>
        <Page />
        <Toasts />
      </CommandProvider>
    )
  }

import { ShieldLockIcon } from '@primer/octicons-react'
import { useIsMutating } from '@tanstack/react-query'
import { Button } from '../../layout/kit/button.tsx'
import { resetTwoFactorKey } from '../../api/users.ts'
import type { Target } from '../../commands/command.ts'
import type { UserAccount } from '../../contract/users.ts'
import { CommandButton } from '../../layout/menus/command-button.tsx'

/** Resets two-factor: enabled only if it is on and no reset is pending (document 1, section 4). */
export function ResetButton({ user, target }: { user: UserAccount; target: Target }) {
  const isPending = useIsMutating({ mutationKey: resetTwoFactorKey(user.id) }) > 0
  if (isPending)
    return (
      <Button leadingVisual={ShieldLockIcon} loading loadingAnnouncement="Resetting two-factor verification">
        Reset 2FA
      </Button>
    )
  return (
    <CommandButton id="user.reset-two-factor" target={target} icon={ShieldLockIcon}>
      Reset 2FA
    </CommandButton>
  )
}

import { featuresNow } from '../../api/features.ts'
import type { Command } from '../../commands/engine/command.ts'
import { offered } from '../../commands/engine/offered.ts'
import { type KeyScheme, keyScheme, withoutCharacterKeys } from '../../commands/keys/key-scheme.ts'
import { navigationCommands } from '../../commands/navigation.ts'
import type { Preferences } from '../../contract/preferences.ts'
import { createStore, useStore } from '../kit/store.ts'
import { preferencesNow, usePreferences } from '../session/preferences.ts'

/** Navigation and palette commands; all commands once the registry has loaded. */
export const declared = createStore<readonly Command[]>(navigationCommands)
let loading: Promise<void> | null = null

/** Loads the registry once; a failed load is retried by the next call. The first list paints without it. */
export function loadCommands(): Promise<void> {
  loading ??= import('../../commands/registry.ts').then(
    ({ commands }) => declared.set(commands),
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

export const hasAllCommands = () => declared.get() !== navigationCommands

interface Effective {
  declared: readonly Command[]
  features: ReturnType<typeof featuresNow>
  of: Preferences
  scheme: KeyScheme
  commands: readonly Command[]
}

let last: Effective | null = null

function effective(): Effective {
  const [all, of, features] = [declared.get(), preferencesNow(), featuresNow()]
  if (last?.declared !== all || last.of !== of || last.features !== features) {
    const scheme = keyScheme(offered(all), of.keys)
    last = {
      declared: all,
      features,
      of,
      scheme,
      commands: of.letterKeys === false ? withoutCharacterKeys(scheme.commands) : scheme.commands,
    }
  }
  return last
}

/**
 * Every command loaded so far with this person's current keys.
 * Whatever shows or handles keys asks here, never the registry.
 */
export const commandsNow = () => effective().commands
/** The chosen keys, single characters included even if switched off, and which of them are invalid. */
export const keySchemeNow = () => effective().scheme

/** The same for a component; re-renders when keys change. */
export function useCommandsNow(): readonly Command[] {
  usePreferences()
  useStore(declared)
  return commandsNow()
}

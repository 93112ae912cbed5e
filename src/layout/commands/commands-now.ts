import type { Command } from '../../commands/command.ts'
import { type KeyScheme, keyScheme, withoutCharacterKeys } from '../../commands/key-scheme.ts'
import { featuresNow } from '../../api/features.ts'
import { offered } from '../../commands/offered.ts'
import { navigationCommands } from '../../commands/navigation.ts'
import type { Preferences } from '../../contract/preferences.ts'
import { preferencesNow, usePreferences } from '../session/preferences.ts'
import { createStore, useStore } from '../kit/store.ts'

/** The ways to screens and the palette; all commands once the registry is loaded. */
const declared = createStore<readonly Command[]>(navigationCommands)
let loading: Promise<void> | null = null

/** Loads the registry once; a failed load is retried on the next call. The first list paints without it. */
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

/** Whether the registry is there. */
export const hasAllCommands = () => declared.get() !== navigationCommands

/** The code of a view that has buttons of a record's commands, together with those: none of them appears late. */
export async function withCommands<Module>(view: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([view, loadCommands()])
  return module
}

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

/** Every command, as far as they are there, with the keys that work for this person now. What shows or hears keys asks here and never the registry. */
export const commandsNow = () => effective().commands
/** The keys that were chosen, whether or not those of single characters are switched off, and what of it cannot be had. */
export const keySchemeNow = () => effective().scheme

/** The same for a component, which follows when keys are changed. */
export function useCommandsNow(): readonly Command[] {
  usePreferences()
  useStore(declared)
  return commandsNow()
}

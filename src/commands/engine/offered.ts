import { apiHas } from '../../api/features.ts'
import { type Feature, features } from '../../contract/features.ts'
import type { Command } from './command.ts'
import type { Danger } from './danger.ts'
import type { Arguments } from './steps.ts'
import type { Target } from './targets.ts'

/** The commands this admin API supports, without anything it lacks (ruling 56). */
export function offered(commands: readonly Command[]): readonly Command[] {
  return features.every(apiHas) ? commands : commands.filter(({ feature }) => isThere(feature)).map(asOffered)
}

const isThere = (feature: Feature | undefined) => feature === undefined || apiHas(feature)

function asOffered(command: Command): Command {
  const { args, danger } = command
  return {
    ...command,
    ...(args ? { args: args.filter(({ feature }) => isThere(feature)) } : {}),
    ...(danger ? { danger: (target: Target | null, values: Arguments) => asKept(danger(target, values)) } : {}),
  }
}

/** A confirmation without promises the API can't keep. */
function asKept({ touches, undoable, ...rest }: Danger): Danger {
  return { ...rest, undoable: undoable && apiHas('undo'), ...(touches && apiHas('impact') ? { touches } : {}) }
}

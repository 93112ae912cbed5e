import type { BulkChange } from '../../api/bulk.ts'
import type { Capability } from '../../contract/capabilities.ts'
import type { Command } from '../engine/command.ts'
import type { BulkJob, CommandContext } from '../engine/context.ts'
import type { Danger } from '../engine/danger.ts'
import { countedRecords, type SelectionType } from '../engine/record-types.ts'
import type { ArgumentStep, Arguments } from '../engine/steps.ts'
import type { Targets } from '../engine/targets.ts'
import { commandsOn, type Shared } from './commands-on.ts'

export type ChangeOf<Type extends SelectionType> = Extract<BulkChange, { of: Type }>['change']

interface Bulk<Type extends SelectionType, Args extends Arguments> extends Pick<Command, 'icon' | 'keywords' | 'keys'>, Partial<Shared> {
  verb: string
  title: string
  genericTitle: string
  /** What it takes beside the capability for bulk changes. */
  may?: Capability
  args?: { [Name in keyof Args]: ArgumentStep<Targets[Type], Args[Name]> }
  whyNot?: (selected: Targets[Type]) => string | null
  /** The question, if it has arguments. @param rows the selected ones, counted: '3 customers' */
  ask?: (rows: string, args: Args) => Pick<Danger, 'title' | 'body'> & Partial<Danger>
  /** The change, called by the command's title if it has none of its own. */
  job: (args: Args, context: CommandContext) => { change: ChangeOf<Type>; done: string } & Partial<Omit<BulkJob, 'ids' | keyof BulkChange>>
}

/** Declares commands on selected rows. Each starts with a preview, which shows what is possible for each row. */
export function bulkOn<Type extends SelectionType>(target: Type, shared: Shared) {
  const declare = commandsOn(target, { feature: 'bulk', places: ['bulk-bar', 'row-menu'], ...shared })
  return <Args extends Arguments = Arguments>({ may, ask, job, ...rest }: Bulk<Type, Args>): Command =>
    declare<Args>({
      ...rest,
      isOffered: ({ user }) => may === undefined || user.capabilities.includes(may),
      danger:
        ask &&
        (({ ids }, args) => ({
          confirmLabel: 'Preview',
          undoable: true,
          restores: true,
          ...ask(countedRecords(target, ids.length), args),
        })),
      run: (context, { ids }, args) => context.ui.openBulk({ title: rest.title, of: target, ...job(args, context), ids } as BulkJob),
    })
}

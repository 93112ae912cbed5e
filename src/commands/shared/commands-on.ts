import { type Change, makeChanges } from '../engine/change.ts'
import { type Command, type Fills, hidden, judged, type ToggleSide } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import type { Danger } from '../engine/danger.ts'
import type { ArgumentStep, Arguments, Step } from '../engine/steps.ts'
import type { Target, Targets, TargetType } from '../engine/targets.ts'

/** What the commands of a file share unless one overrides it. By default they are in both menus of their record. */
export type Shared = Pick<Command, 'section'> & Partial<Pick<Command, 'places' | 'needs' | 'feature'>>

/** `genericTitle` is its title without a record, in the cheat sheet, if it isn't the same. */
type Titles<Type extends TargetType> =
  | { title: string; genericTitle?: undefined }
  | { title: string | ((record: Targets[Type], context?: CommandContext) => string); genericTitle: string }

/** One of two opposite things, named after its record. */
interface DeclaredSide<Type extends TargetType> extends Omit<ToggleSide<Type>, 'title'> {
  title: (record: Targets[Type]) => string
  genericTitle: string
}

/** A command that toggles: its title is the one of what it would do. */
interface DeclaredToggle<Type extends TargetType> {
  title?: undefined
  genericTitle: string
  toggle: { isOn: (record: Targets[Type]) => boolean; on: DeclaredSide<Type>; off: DeclaredSide<Type> }
}

type Declared<Type extends TargetType, Args extends Arguments> = Omit<
  Command<Type>,
  | keyof Shared
  | 'id'
  | 'verb'
  | 'target'
  | 'title'
  | 'toggle'
  | 'availability'
  | 'danger'
  | 'closesOnFailure'
  | 'change'
  | 'leaves'
  | 'run'
  | 'scope'
  | 'args'
  | 'fills'
> &
  ((Titles<Type> & { toggle?: undefined }) | DeclaredToggle<Type>) &
  Partial<Shared> & {
    /** What it does; its id is the type of its record, then this: `customer.ban`. */
    verb: string
    args?: { [Name in keyof Args]: ArgumentStep<Targets[Type], Args[Name]> }
    fills?: Omit<Fills<Type>, 'steps'> & { steps: Readonly<Record<string, ArgumentStep<Targets[Type], unknown>>> }
    /** Whether it is shown where one is; absent: everywhere. */
    isOffered?: (context: CommandContext, record: Targets[Type]) => boolean
    /** Why it can't be done with this record; null if it can. */
    whyNot?: (record: Targets[Type], context: CommandContext) => string | null
    /** The confirmation; can't be undone unless it says so. */
    leaves?: (record: Targets[Type], args: Args) => Partial<Targets[Type]>
    danger?: (record: Targets[Type], args: Args) => Omit<Danger, 'undoable'> & Partial<Danger>
  } & (Changing<Type, Args> | Running<Type, Args>)

/** What it does is to change its record; one that does more as well, or first reads what it changes, also has `run`. */
interface Changing<Type extends TargetType, Args extends Arguments> extends Partial<Pick<Running<Type, Args>, 'run'>> {
  change: (record: Targets[Type], args: Args, runKey: string) => Change | readonly Change[]
}

interface Running<Type extends TargetType, Args extends Arguments> {
  change?: undefined
  run: (context: CommandContext, record: Targets[Type], args: Args, runKey: string) => ReturnType<Command['run']>
}

/** Whether a row has too few facts to judge its actions. */
const isPartial = (record: object) => 'isPartial' in record && record.isPartial === true

/**
 * Declares commands on one record type; their functions get that record, never null. `args` are asked in the order
 * written and passed to `danger` and `run`.
 */
export const commandsOn =
  <Type extends TargetType>(target: Type, shared: Shared) =>
  <Args extends Arguments = Arguments>(declared: Declared<Type, Args>): Command => {
    const id = `${target}.${declared.verb}`
    const { title, genericTitle, toggle, args, fills, isOffered, whyNot, danger, change, leaves, run, ...rest } = declared
    const recordOf = (given: Target | null): Targets[Type] => {
      if (given?.type !== target) throw new Error(`${id} was run without its ${target}`)
      return given.record as Targets[Type]
    }
    const changesOf =
      change && ((given: Target | null, values: Arguments, runKey: string) => [change(recordOf(given), values as Args, runKey)].flat())
    const sideOf = ({ title, genericTitle, ...side }: DeclaredSide<Type>): ToggleSide<TargetType> => ({
      ...side,
      title: (given) => (given?.type === target ? title(recordOf(given)) : genericTitle),
    })
    return {
      places: ['row-menu', 'page-menu'],
      ...shared,
      ...rest,
      id,
      scope: target,
      target,
      title: (given, context) => {
        // A selection of its records is none of them.
        if (given?.type !== target) return genericTitle ?? title
        const record = recordOf(given)
        if (toggle) return (toggle.isOn(record) ? toggle.off : toggle.on).title(record)
        return typeof title === 'string' ? title : title(record, context)
      },
      toggle: toggle && {
        isOn: (given) => toggle.isOn(recordOf(given)),
        on: sideOf(toggle.on),
        off: sideOf(toggle.off),
      },
      args: args && stepsIn<Type>(args),
      fills: fills && ({ ...fills, steps: stepsIn<Type>(fills.steps) } as unknown as Fills),
      availability: (context, given) => {
        if (given?.type !== target) return hidden
        const record = recordOf(given)
        // What depends on facts that a row lacks is offered on the record's own page.
        const isShown = !(whyNot && isPartial(record)) && (isOffered?.(context, record) ?? true)
        return judged(isShown, () => whyNot?.(record, context) ?? null)
      },
      danger: danger && ((given, values) => ({ undoable: false, ...danger(recordOf(given), values as Args) })),
      // A documented message is a toast, so the question closes.
      closesOnFailure: danger && rest.failureTitle ? true : undefined,
      change: changesOf,
      leaves: leaves && ((given, values) => leaves(recordOf(given), values as Args)),
      run: (context, given, values, runKey) => {
        if (run) return run(context, recordOf(given), values as Args, runKey)
        return makeChanges(context, changesOf?.(given, values, runKey) ?? [])
      },
    }
  }

/** Steps only ever get the target's record, which has their type. */
const stepsIn = <Type extends TargetType>(declared: Readonly<Record<string, ArgumentStep<Targets[Type], unknown>>>) =>
  Object.entries(declared).map(([name, step]) => ({ name, ...step }) as Step)

import { CopyIcon, PersonIcon } from '@primer/octicons-react'
import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import type { Targets, TargetType } from '../engine/targets.ts'
import { commandsOn, type Shared } from './commands-on.ts'

type Copy<Type extends TargetType> = Pick<Command, 'keys' | 'keywords' | 'aka'> & {
  verb: string
  /** What is copied, as the toast says it. */
  what: string
  /** 'Copy' and what is copied if absent. */
  title?: string | ((record: Targets[Type], context?: CommandContext) => string)
  genericTitle?: string
  icon?: Command['icon']
  whyNot?: (record: Targets[Type]) => string | null
  of: (record: Targets[Type]) => string
}

export function copiesOf<Type extends TargetType>(target: Type, shared: Shared) {
  const declare = commandsOn(target, shared)
  return ({ what, title = `Copy ${what}`, genericTitle = `Copy ${what}`, icon = CopyIcon, of, ...rest }: Copy<Type>): Command =>
    declare({ ...rest, title, genericTitle, icon, run: (context, record) => context.copy(of(record), what) })
}

/** Copies the id of the customer that a record belongs to. */
export const copyCustomerId = <Type extends TargetType>(target: Type, shared: Shared, of: (record: Targets[Type]) => number): Command =>
  copiesOf(
    target,
    shared,
  )({
    verb: 'copy-customer-id',
    what: 'customer id',
    title: 'Copy owner id',
    genericTitle: 'Copy owner id',
    aka: ['Copy customer id'],
    icon: PersonIcon,
    of: (record) => String(of(record)),
  })

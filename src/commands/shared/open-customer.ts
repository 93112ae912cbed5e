import { PersonIcon } from '@primer/octicons-react'
import type { Command } from '../engine/command.ts'
import type { Targets, TargetType } from '../engine/targets.ts'
import { commandsOn, type Shared } from './commands-on.ts'
import { isAt } from './is-at.ts'

interface OpensCustomer<Type extends TargetType> extends Shared {
  genericTitle: string
  /** Beside 'owner user'. */
  keywords?: string
  /** The customer's id. */
  of: (record: Targets[Type]) => number | null
  whyNot?: (record: Targets[Type]) => string | null
  inNewTab?: true
  /** Offered on the customer's own page, too. */
  isAlwaysOffered?: true
}

export function openCustomer<Type extends TargetType>(
  target: Type,
  { genericTitle, keywords = '', of, whyNot, inNewTab, isAlwaysOffered, ...shared }: OpensCustomer<Type>,
): Command {
  const page = (record: Targets[Type]) => `/customers/${of(record)}`
  return commandsOn(
    target,
    shared,
  )({
    verb: 'open-customer',
    title: inNewTab ? 'Open its customer in a new tab' : 'Open its customer',
    genericTitle,
    aka: ['Owner', 'Who owns'],
    icon: PersonIcon,
    keywords: `owner user ${keywords}`.trim(),
    keys: 'o c',
    isOffered: (context, record) => inNewTab === true || isAlwaysOffered === true || !isAt(context, page(record)),
    whyNot,
    run: (context, record) => (inNewTab ? context.openInNewTab : context.navigate)(page(record)),
  })
}

import type { Command } from './command.ts'
import { isFinal } from './danger.ts'
import type { ResolvedCommand } from './resolve.ts'

/** What support does with a customer, most used first. What isn't named follows in registry order. */
const byUse: readonly string[] = [
  'customer.open',
  'customer.write-note',
  'customer.refund',
  'customer.refund-another',
  'customer.cancel-at-period-end',
  'customer.app-login',
  'customer.ban',
  'customer.extend-trial',
  'customer.attach-discount',
  'customer.edit',
]

/** The place of a command among those that are used most; all others come after them. */
export const placeByUse = ({ id }: Pick<Command, 'id'>) => (byUse.includes(id) ? byUse.indexOf(id) : byUse.length)

interface Menu {
  /** Most used first, and apart from the others, whose last are final. */
  ready: ResolvedCommand[][]
  copies: ResolvedCommand[]
  blocked: ResolvedCommand[]
}

/** Whether running it can't be reversed, as far as that is known before it asks for anything. */
export function isFinalItem({ command, target }: ResolvedCommand): boolean {
  const danger = command.args ? undefined : command.danger?.(target, {})
  return danger !== undefined && isFinal(danger)
}

/** A record's menu: what is ready, and what isn't possible now (design/feel.md, 'Menus'). */
export function inMenuOrder(items: readonly ResolvedCommand[]): Menu {
  const ready = items.filter(({ availability }) => availability.state === 'ready')
  const used = ready.filter(({ command }) => byUse.includes(command.id)).toSorted((a, b) => placeByUse(a.command) - placeByUse(b.command))
  const copies = ready.filter(({ command: { verb } }) => verb?.startsWith('copy-'))
  const others = ready
    .filter((item) => !used.includes(item) && !copies.includes(item))
    .toSorted((a, b) => Number(isFinalItem(a)) - Number(isFinalItem(b)))
  return { ready: [used, others].filter((group) => group.length > 0), copies, blocked: items.filter((item) => !ready.includes(item)) }
}

/** A reason's first sentence, which has at most five words. */
export const shortReason = (reason: string): string => /^.*?(?=[.:] |\.?$)/.exec(reason)?.[0] ?? reason

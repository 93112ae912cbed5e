import type { ResolvedCommand } from './resolve.ts'

/** What support does with a customer, most used first. What isn't named follows in registry order. */
const byUse: readonly string[] = [
  'customer.open',
  'customer.write-note',
  'customer.refund',
  'customer.cancel-at-period-end',
  'customer.app-login',
  'customer.ban',
  'customer.extend-trial',
  'customer.attach-discount',
  'customer.edit',
]

/** A record's menu: what is ready, most used first and apart from the others, and what isn't possible now (design/feel.md, 'Menus'). */
export function inMenuOrder(items: readonly ResolvedCommand[]): { ready: ResolvedCommand[][]; blocked: ResolvedCommand[] } {
  const ready = items.filter(({ availability }) => availability.state === 'ready')
  const used = ready
    .filter(({ command }) => byUse.includes(command.id))
    .toSorted((a, b) => byUse.indexOf(a.command.id) - byUse.indexOf(b.command.id))
  const others = ready.filter((item) => !used.includes(item))
  return { ready: [used, others].filter((group) => group.length > 0), blocked: items.filter((item) => !ready.includes(item)) }
}

/** A reason's first sentence, which has at most five words. */
export const shortReason = (reason: string): string => /^.*?(?=[.:] |\.?$)/.exec(reason)?.[0] ?? reason

import type { ListHandle, Target, WalkHandle } from '../../commands/command.ts'

/**
 * Records and lists on screen, entered by the components that show them. `order` is taken during render, so nested
 * components get a higher order and come first.
 */
interface Entry<Thing> {
  order: number
  thing: Thing
}

export class Entries<Thing> {
  private entries: Entry<Thing>[] = []
  private readonly listeners = new Set<() => void>()

  enter(order: number, thing: Thing): () => void {
    const entry = { order, thing }
    this.change([...this.entries, entry].sort((a, b) => b.order - a.order))
    return () => this.change(this.entries.filter((other) => other !== entry))
  }

  private change(entries: Entry<Thing>[]) {
    this.entries = entries
    for (const listener of this.listeners) listener()
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  all(): Thing[] {
    return this.entries.map((entry) => entry.thing)
  }
}

let lastOrder = 0
/** An increasing number. */
export const nextOrder = () => ++lastOrder

export const targetsOnScreen = new Entries<Target>()
/** Records whose own page is on screen. */
export const pageRecordsOnScreen = new Entries<Target>()
export const listsOnScreen = new Entries<ListHandle>()
export const walksOnScreen = new Entries<WalkHandle>()
/** Records and lists still loading. Keys nothing answers yet wait for them. */
export const comingOnScreen = new Entries<null>()

import type { ListHandle, Target, WalkHandle } from '../../commands/command.ts'

/**
 * What is on screen for commands: records and lists, each entered by the component that shows it. `order` is taken while
 * rendering, so that a component inside another one has the higher order and comes first.
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

  /** Innermost first. */
  all(): Thing[] {
    return this.entries.map((entry) => entry.thing)
  }
}

let lastOrder = 0
/** A number that is higher the later it is asked for. */
export const nextOrder = () => ++lastOrder

export const targetsOnScreen = new Entries<Target>()
/** Those whose own page is on screen. */
export const pageRecordsOnScreen = new Entries<Target>()
export const listsOnScreen = new Entries<ListHandle>()
export const walksOnScreen = new Entries<WalkHandle>()
/** What is still on its way: records and lists that hold their place on screen meanwhile. Keys that nothing answers yet wait for it. */
export const comingOnScreen = new Entries<null>()

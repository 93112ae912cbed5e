import type { ListHandle, WalkHandle } from '../../commands/engine/context.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { createStore } from '../kit/store.ts'

/**
 * Records or lists on screen, entered by the components that show them. `order` is taken during render, so nested
 * components get a higher order and come first.
 */
export class Entries<Thing> {
  private readonly entries = createStore<readonly { order: number; thing: Thing }[]>([])

  enter(order: number, thing: Thing): () => void {
    const entry = { order, thing }
    this.entries.set([...this.entries.get(), entry].sort((a, b) => b.order - a.order))
    return () => this.entries.set(this.entries.get().filter((other) => other !== entry))
  }

  subscribe = this.entries.subscribe

  all(): Thing[] {
    return this.entries.get().map(({ thing }) => thing)
  }
}

let lastOrder = 0
export const nextOrder = () => ++lastOrder

export const targetsOnScreen = new Entries<Target>()
export const pageRecordsOnScreen = new Entries<Target>()
export const listsOnScreen = new Entries<ListHandle>()
export const walksOnScreen = new Entries<WalkHandle>()
/** Records and lists still loading. Keys nothing answers yet wait for them. */
export const comingOnScreen = new Entries<null>()

import { setTimeout as wait } from 'node:timers/promises'
import type { SandboxFault, SandboxOperation } from '../../../../src/contract/sandbox.ts'
import { ProviderRefusal, ProviderUnknown } from '../port.ts'

const ofRefunds: ReadonlySet<SandboxFault['kind']> = new Set(['pending', 'fails-later'])

interface Armed extends SandboxFault {
  left: number
  draw: () => number
}

/** Faults of the embedded provider by operation, for tests and trials. */
export class SandboxFaults {
  #armed: Armed[] = []

  /** Replaces all faults; the first that matches a call applies. */
  set(faults: readonly SandboxFault[]): void {
    this.#armed = faults.map((fault) => ({ ...fault, left: fault.times ?? Number.POSITIVE_INFINITY, draw: seeded(fault.seed ?? 1) }))
  }

  /** Adds a fault; without `times` and `probability` it hits only the next call. */
  add(fault: SandboxFault): void {
    const times = fault.times ?? (fault.probability === undefined ? 1 : Number.POSITIVE_INFINITY)
    this.#armed.push({ ...fault, left: times, draw: seeded(fault.seed ?? 1) })
  }

  clear(): void {
    this.#armed = []
  }

  /** Runs a call with the matching fault, if any; refund faults are left to the call itself. */
  async run<T>(operation: SandboxOperation, act: (fault?: SandboxFault) => Promise<T>): Promise<T> {
    const fault = this.#take(operation)
    if (fault?.kind === 'refuse') throw new ProviderRefusal(fault.message ?? 'The payment provider refused (a fault that was asked for).')
    if (fault?.kind === 'lost-before') throw new ProviderUnknown('The payment provider did not answer (it was not reached).')
    const answer = await act(fault)
    if (fault?.kind === 'lost-after') throw new ProviderUnknown('The payment provider did not answer (it has acted).')
    if (fault?.kind === 'late') await wait(fault.delayMs ?? 0, undefined, { ref: false })
    return answer
  }

  #take(operation: SandboxOperation): Armed | undefined {
    const fault = this.#armed.find(
      (armed) =>
        armed.left > 0 &&
        (armed.operation ?? operation) === operation &&
        (operation === 'refund' || !ofRefunds.has(armed.kind)) &&
        (armed.probability === undefined || armed.draw() < armed.probability),
    )
    if (fault) fault.left -= 1
    return fault
  }
}

/** Numbers from 0 to 1 by seed: mulberry32. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

import { vi } from 'vitest'
import type { LiveChange } from '../../../src/contract/live.ts'

/** An event stream that the test writes to. `opened` lists all of them, the newest last. */
export class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = []
  isClosed = false

  constructor(readonly url: string) {
    super()
    FakeEventSource.opened.push(this)
  }

  close() {
    this.isClosed = true
  }

  say(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }

  cut() {
    this.dispatchEvent(new Event('error'))
  }
}

export function stubStreams() {
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
}

export const newest = () => FakeEventSource.opened.at(-1)!

export const changeOf = (fields: Partial<LiveChange>): LiveChange => ({
  type: 'customer',
  id: 7,
  customerId: 7,
  version: 1,
  by: { id: 99, name: 'Marta Vidal' },
  auditId: null,
  at: 1_780_000_000,
  ...fields,
})

export const changesAt = (position: string, changes: LiveChange[] = [], behind = false) => ({ position, behind, changes })

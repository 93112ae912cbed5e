import { vi } from 'vitest'
import type { Command } from '../../src/commands/engine/command.ts'
import { commands } from '../../src/commands/registry.ts'

/** Gives every call the same answer and logs the requests: 'PATCH /customers/1/ban {…}'. */
export function answerCalls(reply: unknown, status = 200): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? ` ${init.body}` : ''
    calls.push(`${init.method} ${url.replace('/api/admin', '')}${body}`)
    return Promise.resolve(Response.json(reply, { status }))
  })
  return calls
}

export function commandOf(id: string): Command {
  const found = commands.find((command) => command.id === id)
  if (!found) throw new Error(`There is no ${id}.`)
  return found
}

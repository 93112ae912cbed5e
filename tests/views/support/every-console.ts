import { paginate } from '../../../src/contract/list.ts'
import { maxWords } from '../../../src/contract/words.ts'

const none: Readonly<Record<string, object>> = {
  '/api/admin/playbooks': { rows: [] },
  '/api/admin/policies/mine': { isInUse: false, policies: [], amountInDay: 0, timesInDay: {} },
  '/api/admin/words': { rows: [], pagination: paginate({ page: 1, perPage: maxWords }, 0) },
}

/** The reply to what every console asks for: there are no playbooks, policies or words of the team. Null for any other call. */
export function everyConsoleReply(url: string, init?: RequestInit): Promise<Response> | null {
  const body = none[new URL(url, 'http://localhost').pathname]
  return body && (init?.method ?? 'GET') === 'GET' ? Promise.resolve(Response.json(body)) : null
}

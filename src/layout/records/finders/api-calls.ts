import { call, isNotFound } from '../../../api/client.ts'
import { apiHas } from '../../../api/features.ts'
import { type ApiCallRow, getApiCall, listApiCalls, urlOfCall } from '../../../contract/api-calls.ts'
import { formatDateTime } from '../../../contract/dates.ts'
import type { Finder, Finding } from './finder.ts'
import { idIn } from './shapes.ts'

const words = /^(?:api[ -]?)?calls?/i

/** Calls to the public API, by id. */
export const apiCallFinder: Finder = {
  type: 'api-call',
  heading: 'API calls',
  needs: 'api-calls.read',
  mayName: (text, isTypeKnown = false) => {
    const named = idIn(text, words)
    return named !== null && (named.isLabelled || isTypeKnown)
  },
  query: (text) => {
    const id = idIn(text, words)?.id ?? 0
    return {
      queryKey: ['api-calls', 'found', id],
      queryFn: async ({ signal }) => {
        const found = await rowOf(id, signal)
        return found ? [findingOf(found)] : []
      },
    }
  },
}

async function rowOf(id: number, signal: AbortSignal): Promise<ApiCallRow | undefined> {
  if (apiHas('fields')) return (await call(listApiCalls, { query: { id }, signal })).rows.find((row) => row.id === id)
  try {
    // With bodies, as the documents have no other way to one call.
    return await call(getApiCall, { params: { id }, signal })
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

function findingOf({ id, owner, method, path, query, status, createdAt }: ApiCallRow): Finding {
  return {
    target: { type: 'api-call', record: { id, owner, method, path, query } },
    label: `API call ${id}`,
    detail: `${method} ${urlOfCall({ path, query })}, ${status}, ${formatDateTime(createdAt)}`,
    href: `/api-calls/${id}`,
    match: 'exact',
  }
}

import type { Stripe } from 'stripe'

interface Listed {
  id: string
  created: number
}

/** Parameters of all Stripe lists. Times are unix seconds. */
export interface PageParams {
  limit: number
  created?: Stripe.RangeQueryParam
  starting_after?: string
  ending_before?: string
}

/** Fetches a page of one type of object, newest first, as Stripe sorts them. */
export type ListPages<T> = (params: PageParams) => Promise<{ data: T[]; has_more: boolean }>

/** The largest page that Stripe returns. */
const limit = 100

/** Unix seconds (2010): nothing at Stripe is older. */
const earliest = 1_262_304_000

/**
 * All objects from oldest to newest, page by page, including those created during the run. Stripe lists the newest
 * first, so this searches for the oldest and pages backwards from there.
 * @param since unix seconds; null for all
 * @param cursor the object to continue after; null to start at the beginning
 */
export async function* oldestFirst<T extends Listed>(list: ListPages<T>, since: number | null, cursor: string | null): AsyncGenerator<T[]> {
  let last = cursor
  if (last === null && since !== null) last = (await list({ limit: 1, created: { lt: since } })).data[0]?.id ?? null
  if (last === null) {
    const first = await oldest(list)
    if (first.length === 0) return
    yield first
    last = first.at(-1)?.id ?? null
  }
  while (last !== null) {
    const page: { data: T[]; has_more: boolean } = await list({ limit, ending_before: last })
    if (page.data.length > 0) yield page.data.toReversed()
    last = page.has_more ? (page.data[0]?.id ?? null) : null
  }
}

/** All objects from newest to oldest, page by page. */
export async function* newestFirst<T extends Listed>(list: ListPages<T>, since: number | null, cursor: string | null): AsyncGenerator<T[]> {
  const created = since === null ? {} : { created: { gte: since } }
  let last = cursor
  for (;;) {
    const page: { data: T[]; has_more: boolean } = await list({ limit, ...created, ...(last === null ? {} : { starting_after: last }) })
    if (page.data.length > 0) yield page.data
    last = page.data.at(-1)?.id ?? null
    if (!page.has_more || last === null) return
  }
}

/** Some of the oldest objects with no gap among them, oldest first; empty if there are none. */
async function oldest<T extends Listed>(list: ListPages<T>): Promise<T[]> {
  let page = await list({ limit })
  // Invariant: an object exists at or before `high`, and none before `low`.
  let low = earliest
  let high = page.data.at(-1)?.created ?? earliest
  while (page.has_more && low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = await list({ limit, created: { lte: middle } })
    if (found.data.length === 0) low = middle + 1
    else {
      page = found
      high = found.data.at(-1)?.created ?? middle
    }
  }
  if (!page.has_more) return page.data.toReversed()
  // The first second alone fills more than a page.
  const first: T[] = []
  for await (const data of newestFirst((params) => list({ ...params, created: { lte: high } }), null, null)) first.push(...data)
  return first.toReversed()
}

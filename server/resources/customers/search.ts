import { inArray, type SQL, sql } from 'drizzle-orm'
import { inMatchOrder } from '../../../src/contract/customer-match.ts'
import type { CustomerSearchQuery, FoundCustomers } from '../../../src/contract/customer-search.ts'
import { foldText } from '../../../src/contract/fold.ts'
import type { Db } from '../../db/connect.ts'
import { byBytes } from '../../db/list/list.ts'
import { customers } from '../../db/schema/customers.ts'
import { customerRow, fullNameOf, rowColumns } from './queries.ts'
import {
  candidatesCondition,
  idsOf,
  insideCondition,
  isAddress,
  latestWith,
  maxSimilar,
  mayHaveTypos,
  nameStarts,
  normalCondition,
  typosCondition,
  wholeCondition,
} from './search-condition.ts'

/** Candidates to rank: enough to include the best matches of all. */
const maxWhole = 20
const maxBegun = 300
const maxInside = 100

/** Matches of a single word are counted up to this number. */
const maxCounted = 1_000

const candidateColumns = {
  id: customers.id,
  firstName: customers.firstName,
  lastName: customers.lastName,
  companyName: customers.companyName,
  email: customers.email,
  deleted: customers.deleted,
}

/**
 * The customers most likely meant by a term, best first (design/feel.md, 'Records as people rank them'), and how
 * many the list's normal search finds.
 */
export async function searchCustomers(db: Db, { term, limit }: CustomerSearchQuery): Promise<FoundCustomers> {
  const candidates = async (ids: SQL | undefined) =>
    ids === undefined ? [] : db.select(candidateColumns).from(customers).where(sql`${customers.id} in (${ids})`)
  const ranked = (found: Awaited<ReturnType<typeof candidates>>) => {
    const once = new Map(found.map((customer) => [customer.id, { ...customer, fullName: fullNameOf(customer) }]))
    const latest = [...once.values()].toSorted((a, b) => Number(a.deleted) - Number(b.deleted) || b.id - a.id)
    return inMatchOrder(latest, term)
  }
  const best = async (found: ReturnType<typeof ranked>, { total, isAll }: { total: number; isAll: boolean }) => {
    const ids = found.slice(0, limit).map(({ id }) => id)
    const rows = ids.length === 0 ? [] : await db.select(rowColumns).from(customers).where(inArray(customers.id, ids))
    const inOrder = rows.map(customerRow).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    return { rows: inOrder, total, ...(isAll ? {} : { total_capped: true as const }) }
  }
  const count = async (where: SQL) => {
    const counted = sql`(select 1 from ${customers} where ${where} limit ${maxCounted + 1}) as counted`
    const [found] = await db.select({ count: sql<number>`count(*)::int` }).from(counted)
    const total = found?.count ?? 0
    return { total: Math.min(total, maxCounted), isAll: total <= maxCounted }
  }

  const [whole, starts] = await Promise.all([
    candidates(idsOf(wholeCondition(term), maxWhole)),
    candidates(sql`select id from ${customers} where ${nameStarts(term)} order by ${byBytes(customers.nameKey)} limit ${limit}`),
  ])
  // For a single word, customers whose name begins with it rank best anyway.
  if (starts.length === limit && !foldText(term).includes(' '))
    return best(ranked([...whole, ...starts]), await count(normalCondition(term)))
  const inside = insideCondition(term)
  // If many customers have these words, scanning the newest ones is faster than collecting all matches from the index.
  const frequent = isAddress(term) ? [] : await candidates(latestWith(term, maxBegun))
  const byWords = frequent.length === maxBegun || isAddress(term) ? frequent : await candidates(idsOf(candidatesCondition(term), maxBegun))
  // With that many candidates, customers with the term only inside a word rank too low to matter.
  const within = byWords.length < maxBegun ? await candidates(idsOf(inside, maxInside)) : []
  const found = ranked([...whole, ...starts, ...byWords, ...within])
  // Some were found by a field that does not rank, such as a part of a provider id.
  const total = new Set([...found, ...whole, ...within].map(({ id }) => id)).size
  if (total === 0) {
    const similar = mayHaveTypos(term) ? ranked(await candidates(idsOf(await typosCondition(db, term), maxSimilar))) : []
    return best(similar, { total: similar.length, isAll: true })
  }
  if (inside === undefined) {
    // The list's normal search matches words of two letters only at the start of a name.
    const counted = await count(normalCondition(term))
    return best(found, { ...counted, total: Math.max(counted.total, Math.min(total, limit)) })
  }
  return best(found, { total, isAll: byWords.length < maxBegun && within.length < maxInside })
}

import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DomainListName } from '../../src/contract/domain-lists.ts'
import type { Db } from '../db/connect.ts'
import { lockDomainLists } from '../qrs/domain-lists.ts'
import { nothingToUndo, type Reversal } from '../undo/reversal.ts'
import { whyNotInList } from './admissible.ts'
import { domainTables } from './tables.ts'

const Added = z.object({ domain: z.null() })
const Edited = z.object({ domain: z.string() })
const Removed = z.object({ domain: z.string(), createdAt: z.number() })

/**
 * Takes back that a domain was added, edited or removed; a removed one comes back under its id, with the time it was added. Refused
 * where the domain stands in one of the lists by now.
 */
const reversalOf = (list: DomainListName): Pick<Reversal, 'read' | 'restore'> => {
  const table = domainTables[list]
  return {
    async read(tx, id, { before, after }, { lock }) {
      if (lock) await lockDomainLists(tx)
      const [row] = await tx.select().from(table).where(eq(table.id, id))
      // Where it was removed it is known by what it was.
      const was = Removed.safeParse(before).data
      if (row === undefined && was === undefined) return null
      const fields = row === undefined ? { domain: null, createdAt: null } : { domain: row.domain, createdAt: row.createdAt }
      return { name: row?.domain ?? Edited.safeParse(after).data?.domain ?? was?.domain ?? '', fields }
    },
    async restore(tx, id, before) {
      if (Added.safeParse(before).success) return void (await tx.delete(table).where(eq(table.id, id)))
      const removed = Removed.safeParse(before).data
      const { domain } = Edited.parse(before)
      await requireFree(tx, list, domain)
      if (removed === undefined) await tx.update(table).set({ domain }).where(eq(table.id, id))
      else await tx.insert(table).values({ id, domain, createdAt: removed.createdAt })
    },
  }
}

async function requireFree(tx: Db, list: DomainListName, domain: string): Promise<void> {
  // What was in the list before may be there again, even where it could not be added anew.
  const refused = await whyNotInList(tx, list, domain, [])
  if (refused !== null) throw nothingToUndo(`${refused.reason.replace(/\.$/, '')}: nothing was undone.`)
}

export const blockedDomainReversal = reversalOf('blacklisted')
export const allowedDomainReversal = reversalOf('whitelisted')

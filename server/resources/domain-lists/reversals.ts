import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DomainListName } from '../../../src/contract/listed-domains.ts'
import { nothingToUndo, type OwnReversal } from '../../audit/reversal.ts'
import type { Db } from '../../db/connect.ts'
import { domainTables, lockDomainLists } from '../../db/domain-lists.ts'
import { whyNotInList } from './admissible.ts'

const Added = z.object({ domain: z.null() })
const Edited = z.object({ domain: z.string() })
const Removed = z.object({ domain: z.string(), createdAt: z.number() })

/**
 * Reverses adding, editing or removing a domain; a removed one returns with its id and time. Refused if the domain
 * is now in one of the lists.
 */
const reversalOf = (list: DomainListName): Pick<OwnReversal, 'read' | 'restore'> => {
  const table = domainTables[list]
  return {
    async read(tx, id, { before, after }, { lock }) {
      if (lock) await lockDomainLists(tx)
      const [row] = await tx.select().from(table).where(eq(table.id, id))
      // A removed entry is identified by its former values.
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
  // Not checked against our own hosts: a former entry may return even if it couldn't be added now.
  const refused = await whyNotInList(tx, list, domain, [])
  if (refused !== null) throw nothingToUndo(`${refused.reason.replace(/\.$/, '')}: nothing was undone.`)
}

export const blockedDomainReversal = reversalOf('blacklisted')
export const allowedDomainReversal = reversalOf('whitelisted')

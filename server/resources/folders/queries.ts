import { like, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FolderListQuery, FolderRow } from '../../../src/contract/customer-panels.ts'
import { foldText } from '../../../src/contract/fold.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import type { Db } from '../../db/connect.ts'
import { equals } from '../../db/list/conditions.ts'
import { escapeLike } from '../../db/list/escape-like.ts'
import { byBytes, isSubstringSearchable, listPage, mapRows, splitByIndex } from '../../db/list/list.ts'
import { folders } from '../../db/schema/qrs.ts'
import { fullNameOf } from '../customers/queries.ts'

const rowColumns = {
  id: folders.id,
  name: folders.name,
  createdAt: folders.createdAt,
  user: folders.userId,
  owner: sql<{ firstName: string; lastName: string; email: string }>`(
    select json_build_object('firstName', c.first_name, 'lastName', c.last_name, 'email', c.email) from customers c where c.id = ${folders.userId})`,
}

const order: Record<FolderListQuery['sort'], SQL | PgColumn> = {
  user: folders.userId,
  name: byBytes(folders.nameKey),
  createdAt: folders.createdAt,
  id: folders.id,
}

/** A page of folders, searched by part of the name, ignoring case and accents. */
export async function listFolders(db: Db, query: FolderListQuery): Promise<{ rows: FolderRow[]; pagination: Pagination }> {
  const { searchTerm, owner, name, sort } = query
  const conditions = {
    search: searchTerm ? nameCondition(searchTerm, owner !== undefined) : undefined,
    name: name ? begins(foldText(name)) : undefined,
    owner: equals(folders.userId, owner),
  }
  const indexed = { id: [['owner']], user: [['owner']], name: [['name']], createdAt: [] } as const
  const split = splitByIndex(conditions, indexed[sort])
  return mapRows(
    await listPage(db, { table: folders, columns: rowColumns, ...split, sortBy: order[sort] }, query),
    ({ owner, ...row }) => ({ ...row, owner: { fullName: fullNameOf(owner), email: owner.email } }),
  )
}

/** @param isScoped whether only one owner's folders are read, few enough for any substring search */
function nameCondition(term: string, isScoped: boolean): SQL {
  const folded = foldText(term)
  if (folded === '') return sql`false`
  if (isScoped || isSubstringSearchable(folded)) return like(folders.nameKey, `%${escapeLike(folded)}%`)
  // Too short for the trigram index: match name prefixes.
  return begins(folded)
}

/** Names that begin so, in index order. */
function begins(folded: string): SQL {
  return folded === '' ? sql`false` : like(byBytes(folders.nameKey), `${escapeLike(folded)}%`)
}

import { desc, sql } from 'drizzle-orm'
import type { ServiceToken } from '../../../src/contract/tokens.ts'
import type { Db } from '../../db/connect.ts'
import { serviceTokens } from '../../db/schema/tokens.ts'

/** All service tokens: valid ones first, then newest first. Never their hashes. */
export async function listTokens(db: Db): Promise<ServiceToken[]> {
  const { id, name, prefix, scopes, createdAt, createdBy, lastUsedAt, revokedAt } = serviceTokens
  return db
    .select({ id, name, prefix, scopes, createdAt, createdBy, lastUsedAt, revokedAt })
    .from(serviceTokens)
    .orderBy(sql`${serviceTokens.revokedAt} is not null`, desc(serviceTokens.createdAt), desc(serviceTokens.id))
}

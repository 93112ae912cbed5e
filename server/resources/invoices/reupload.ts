import { randomUUID } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { judgeChanges } from '../../audit/judge.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { invoiceReuploads, invoices, retiredFiles } from '../../db/schema/payments.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { StorageError } from '../../outside/storage/port.ts'
import { fileKey, type InvoiceFiles } from './files.ts'
import { findInvoice, type InvoiceRecord } from './records.ts'

/** Seconds until a reupload counts as interrupted; documents take far less. */
const brokenOffAfter = 120

export function invoiceFileNotFound(): ApiError {
  return new ApiError('not_found', 'There is no such invoice file. It may have been replaced by a newer one.')
}

/**
 * Replaces an invoice's file: stores the new one, swaps the link, deletes the old one (ruling 49). Number, date and
 * content stay. After a crash `retireFiles` cleans up.
 * @returns the new link
 * @throws ApiError not_found; conflict during another reupload of the invoice; bad_gateway if storage fails
 */
export async function reuploadInvoice(
  context: AppContext,
  files: InvoiceFiles,
  actor: Actor,
  link: string,
  log: FastifyBaseLogger,
): Promise<string> {
  const { orm } = context.database
  const invoice = await findInvoice(orm, link)
  if (invoice === null) throw invoiceFileNotFound()
  const change = { action: 'invoice.reupload', targetType: 'invoice', targetId: invoice.id, before: { number: invoice.number, link } }
  await judgeChanges(orm, [change], { isMade: false })
  const newLink = randomUUID()
  await claim(context, invoice, newLink)
  try {
    await files.renew(invoice, newLink, log)
    await orm.transaction((tx) => swap(tx, actor, invoice, newLink, context.now()))
  } catch (error) {
    await orm.transaction((tx) => giveUp(tx, invoice.id, newLink, context.now()))
    await retire(context, newLink, log)
    if (error instanceof StorageError) throw new ApiError('bad_gateway', 'The file store failed: the invoice keeps the file it has.')
    throw error
  }
  await retire(context, link, log)
  return newLink
}

/** One reupload per invoice across servers: its row is the lock, and names the file a crash would leave behind. */
async function claim({ database, now }: AppContext, { id }: InvoiceRecord, link: string): Promise<void> {
  const claimed = await database.orm
    .insert(invoiceReuploads)
    .values({ invoiceId: id, link, startedAt: now() })
    .onConflictDoNothing()
    .returning({ id: invoiceReuploads.invoiceId })
  if (claimed.length === 0) throw new ApiError('conflict', 'This invoice is being reuploaded already.')
}

async function swap(tx: Db, actor: Actor, { id, link, number }: InvoiceRecord, newLink: string, now: number): Promise<void> {
  const released = await tx
    .delete(invoiceReuploads)
    .where(and(eq(invoiceReuploads.invoiceId, id), eq(invoiceReuploads.link, newLink)))
    .returning({ id: invoiceReuploads.invoiceId })
  const swapped = await tx
    .update(invoices)
    .set({ link: newLink })
    .where(and(eq(invoices.id, id), eq(invoices.link, link)))
    .returning({ id: invoices.id })
  if (released.length === 0 || swapped.length === 0) throw new ApiError('conflict', 'This invoice has been changed in the meantime.')
  await tx
    .insert(retiredFiles)
    .values({ storageKey: fileKey(link), retiredAt: now })
    .onConflictDoNothing()
  await writeAudit(tx, {
    ...actor,
    now,
    action: 'invoice.reupload',
    targetType: 'invoice',
    targetId: id,
    before: { number, link },
    after: { number, link: newLink },
  })
}

/** Releases the invoice and retires the new file. */
async function giveUp(tx: Db, invoiceId: number, newLink: string, now: number): Promise<void> {
  await tx.delete(invoiceReuploads).where(and(eq(invoiceReuploads.invoiceId, invoiceId), eq(invoiceReuploads.link, newLink)))
  await tx
    .insert(retiredFiles)
    .values({ storageKey: fileKey(newLink), retiredAt: now })
    .onConflictDoNothing()
}

/** Deletes a retired file; on failure `retireFiles` tries again. */
async function retire(context: AppContext, link: string, log: FastifyBaseLogger): Promise<void> {
  try {
    await deleteRetired(context, fileKey(link))
  } catch (error) {
    log.warn({ err: error }, 'an old invoice file could not be deleted yet')
  }
}

async function deleteRetired({ storage, database }: AppContext, storageKey: string): Promise<void> {
  await storage.delete(storageKey)
  await database.orm.delete(retiredFiles).where(eq(retiredFiles.storageKey, storageKey))
}

/**
 * Cleans up after reuploads interrupted by a crash or storage failure. Safe on several servers at once.
 * @returns number of files deleted
 */
export async function retireFiles(context: AppContext, log: FastifyBaseLogger): Promise<number> {
  const { orm } = context.database
  const before = context.now() - brokenOffAfter
  for (const { invoiceId, link } of await orm.select().from(invoiceReuploads).where(lte(invoiceReuploads.startedAt, before)))
    await orm.transaction((tx) => giveUp(tx, invoiceId, link, context.now()))
  const retired = await orm.select({ storageKey: retiredFiles.storageKey }).from(retiredFiles).limit(1000)
  let deleted = 0
  for (const { storageKey } of retired) {
    try {
      await deleteRetired(context, storageKey)
      deleted += 1
    } catch (error) {
      log.warn({ err: error }, 'an old invoice file could not be deleted yet')
    }
  }
  return deleted
}

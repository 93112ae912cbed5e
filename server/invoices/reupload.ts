import { randomUUID } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { type Actor, writeAudit } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { invoiceReuploads, invoices, retiredFiles } from '../db/schema/payments.ts'
import { ApiError } from '../http/errors.ts'
import { StorageError } from '../providers/storage/port.ts'
import { fileKey, type InvoiceFiles } from './files.ts'
import { findInvoice, type InvoiceRecord } from './records.ts'

/** Seconds after which a reupload counts as broken off: no document takes nearly as long. */
const brokenOffAfter = 120

export function invoiceFileNotFound(): ApiError {
  return new ApiError('not_found', 'There is no such invoice file. It may have been replaced by a newer one.')
}

/**
 * Makes a new file for an invoice in place of the one it has: the new one is stored, the link swapped, then the old one deleted
 * (ruling 49). Number, date and all that stands on it stay. A crash leaves nothing behind: `retireFiles` clears up after it.
 * @returns the new link
 * @throws ApiError not_found; conflict while another reupload of the same invoice is under way; bad_gateway where the store failed
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
  const newLink = randomUUID()
  await claim(context, invoice, newLink)
  try {
    await files.renew(invoice, newLink)
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

/** One at a time for each invoice, on all servers: the row of the reupload is the lock, and names the file that a crash would leave. */
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
  if (released.length === 0 || swapped.length === 0) throw new ApiError('conflict', 'This invoice has been changed meanwhile.')
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

/** Lets go of the invoice, and of the file that was to be its new one. */
async function giveUp(tx: Db, invoiceId: number, newLink: string, now: number): Promise<void> {
  await tx.delete(invoiceReuploads).where(and(eq(invoiceReuploads.invoiceId, invoiceId), eq(invoiceReuploads.link, newLink)))
  await tx
    .insert(retiredFiles)
    .values({ storageKey: fileKey(newLink), retiredAt: now })
    .onConflictDoNothing()
}

/** Deletes a file that no invoice has any more; what the store would not delete is tried again by `retireFiles`. */
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
 * Clears up after reuploads that a crash or a failing store cut short. Several servers may do so at once.
 * @returns how many files were deleted
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

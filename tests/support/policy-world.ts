import { eq } from 'drizzle-orm'
import { customerDomains, customerNotes, invitations } from '../../server/db/schema/customer-records.ts'
import { billingData, coupons } from '../../server/db/schema/customers.ts'
import { externalRecords, waitingRows } from '../../server/db/schema/ingest.ts'
import { outbox, webhookDeliveries, webhookEndpoints } from '../../server/db/schema/outbox.ts'
import { folders, qrMedia } from '../../server/db/schema/qrs.ts'
import { blacklistedDomains, whitelistedDomains } from '../../server/db/schema/security.ts'
import { sessions, staff } from '../../server/db/schema/staff.ts'
import { type TestApp, testStart } from './app.ts'
import { makeProduct } from './ingest.ts'
import { insertAbuse, insertCustomers, insertInvoices, insertPayments, insertQrs, insertWebrisk } from './rows.ts'
import { makeStaff, openBrowser, type Session, signIn } from './sign-in.ts'

const day = 86_400

/** Who takes part. The accounts' ids are 1 to 6, in this order; the last two are only acted upon. */
export interface PolicyWorld {
  lead: Session
  clerk: Session
  anna: Session
  ben: Session
  product: Awaited<ReturnType<typeof makeProduct>>
}

/** On an empty database: a record in the right state for each action that a policy can be about. */
export async function fillPolicyWorld(server: TestApp): Promise<PolicyWorld> {
  const { database } = server.context
  const { orm } = database
  const people = {
    lead: await signIn(server, { rol: 1 }),
    clerk: await signIn(server, { rol: 2 }),
    anna: await signIn(server, { rol: 1 }),
    ben: await signIn(server, { rol: 1 }),
  }
  await makeStaff(server, { rol: 2, email: 'target@example.com' })
  await orm.insert(sessions).values({ idHash: 'of target', publicId: 50, staffId: 5, createdAt: testStart, lastSeenAt: testStart })
  await makeStaff(server, { rol: 2, email: 'off@example.com' })
  await orm.update(staff).set({ totpSecret: 'sealed' }).where(eq(staff.id, 5))
  await orm.update(staff).set({ disabledAt: testStart }).where(eq(staff.id, 6))
  const product = await makeProduct(server)

  const subscribed = { currentPeriodEnd: testStart + 20 * day, createdAt: testStart - 100 * day }
  const at = (id: number) => ({ stripeCustomerId: `cus_${id}`, stripeSubscriptionId: `sub_${id}` })
  await insertCustomers(database, [
    { ...subscribed, ...at(1), subscriptionStatus: 'active', googleId: 'google', is2faEnabled: true },
    {
      ...subscribed,
      ...at(2),
      subscriptionStatus: 'active',
      willCancel: true,
      cancelAtPeriodEnd: true,
      banned: true,
      whitelisted: true,
      archived: 1,
      discount: 20,
    },
    { deleted: true },
    { ...subscribed, ...at(4), subscriptionStatus: 'trialing', stripeTrialEnd: testStart + 3 * day, triallingEndsAt: testStart + 3 * day },
    {},
  ])
  await orm.insert(coupons).values({ name: 'Twenty', percentOff: 20 })
  await orm.insert(customerNotes).values({ userId: 2, note: 'Calls often.', createdAt: testStart, authorName: 'Somebody' })
  const place = { country: 'fr', accountType: 'private', firstname: 'Ana', lastname: 'Ruiz', street: 'Rue 1', zip: '75001', city: 'Paris' }
  await orm.insert(billingData).values({ userId: 1, ...place, email: 'ana@example.com' })
  await orm.insert(invitations).values({ ownerId: 1, email: 'team@example.com', role: 2, status: 0, createdAt: testStart })
  await orm
    .insert(customerDomains)
    .values({ userId: 1, hostname: 'qr.cafesol.example', status: 'pending', certificate: 'pending', createdAt: testStart })
  await insertPayments(database, [
    { amount: 12_000, finalAmount: 12_000 },
    { userId: 4, stripePaymentIntentStatus: 'processing', stripeInvoiceStatus: 'open' },
  ])
  await insertInvoices(database, [{ id: 900, number: '2026-000001', link: 'file-1' }])
  await orm.insert(folders).values({ userId: 1, name: 'Menus', createdAt: testStart })
  await insertQrs(database, [
    { content: { url: 'https://bad.example/x' } },
    { stopped: 1 },
    { userId: 2, archived: true },
    { type: 'images', folderId: 1 },
  ])
  const file = { qrId: 4, key: 'image-1', type: 'image', url: 'https://media.example/4', src: '/x', storageKey: 'qrs/4/image-1' }
  await orm.insert(qrMedia).values(file)
  await server.context.storage.put(file.storageKey, Buffer.from('image'), 'image/png')
  await insertWebrisk(database, [{ status: 1, url: 'https://blocked.example/' }])
  await insertAbuse(database, [{}])
  await orm.insert(blacklistedDomains).values({ domain: 'blocked.example', createdAt: testStart })
  await orm.insert(whitelistedDomains).values({ domain: 'allowed.example', createdAt: testStart })
  for (const resource of ['customers', 'qrs'] as const)
    await orm.insert(externalRecords).values({ resource, externalId: `our-${resource}`, recordId: 1, updatedAt: testStart - day })
  const refused = { resource: 'qrs', externalId: 'bad', needsResource: 'customers', needsId: '9' } as const
  await orm.insert(waitingRows).values({
    ...refused,
    row: {},
    updatedAt: testStart,
    digest: '00000000-0000-4000-8000-000000000000',
    since: testStart,
    refused: { uri: 'URI already in use.' },
  })
  await orm.insert(webhookEndpoints).values({ url: 'http://127.0.0.1:9/hook', secret: '', events: [], createdAt: testStart })
  const event = { event: 'customer.banned', recordType: 'customer', recordId: 1, auditId: 1, at: testStart } as const
  await orm.insert(outbox).values(event)
  await orm.insert(webhookDeliveries).values({ eventId: 1, endpointId: 1, record: 'customer:1', state: 'failed', nextAt: testStart })
  const stranger = openBrowser(server)
  for (let tries = 0; tries < 11; tries += 1)
    await stranger.send('POST', '/auth/login', { email: 'target@example.com', password: 'wrong4words' })
  return { ...people, product }
}

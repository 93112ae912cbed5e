import { and, eq } from 'drizzle-orm'
import { afterCheck, type DomainCheck } from '../../../src/contract/customer-domains.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import { customerDomains } from '../../db/schema/customer-records.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { expectedRecords } from '../../outside/dns/expected.ts'
import { DnsError } from '../../outside/dns/port.ts'
import { requireKnownCustomer } from '../customers/known-customer.ts'
import { checkRecords } from './check.ts'

const gone = () => new ApiError('not_found', 'The customer has no such domain.')

/**
 * Checks a customer's domain by DNS and stores the result. DNS is queried before anything is locked.
 * @throws ApiError not_found; service_unavailable if no name server answers
 */
export async function validateDomain(context: AppContext, actor: Actor, user: number, id: number): Promise<DomainCheck> {
  const { database, config, dns, now } = context
  await requireKnownCustomer(database.orm, user)
  const ofCustomer = and(eq(customerDomains.id, id), eq(customerDomains.userId, user))
  const [domain] = await database.orm.select({ hostname: customerDomains.hostname }).from(customerDomains).where(ofCustomer)
  if (domain === undefined) throw gone()
  const { hostname } = domain
  const check = await checkRecords(dns, expectedRecords(config, { user, hostname })).catch((error: unknown) => {
    if (error instanceof DnsError) throw new ApiError('service_unavailable', `The name servers did not answer about ${hostname} in time.`)
    throw error
  })
  return database.orm.transaction(async (tx) => {
    const [before] = await tx.select().from(customerDomains).where(ofCustomer).for('update')
    // Gone or renamed since it was looked up.
    if (before === undefined || before.hostname !== hostname) throw gone()
    const { status, certificate } = afterCheck(before, check)
    if (status !== before.status || certificate !== before.certificate)
      await tx.update(customerDomains).set({ status, certificate }).where(eq(customerDomains.id, id))
    await writeAudit(tx, {
      ...actor,
      now: now(),
      action: 'domain.validate',
      targetType: 'domain',
      targetId: id,
      before: { userId: user, hostname, status: before.status, certificate: before.certificate },
      after: { userId: user, hostname, status, certificate, ...check },
    })
    return { ...check, status, certificate_status: certificate }
  })
}

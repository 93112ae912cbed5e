import type { billingData } from '../../server/db/schema/customers.ts'
import type { NamePool } from './names.ts'
import type { Person } from './people.ts'
import { euCountries } from './places.ts'
import type { Random } from './random.ts'
import { spanishCompanyId, spanishPersonId, vatNumber } from './vat-numbers.ts'

type BillingRow = typeof billingData.$inferInsert

/**
 * Billing data that pass the form's rules (document 1, section 5): EU companies outside Spain have a VAT number, Spain
 * has a tax id, others may (ruling 40).
 */
export function drawBilling(
  random: Random,
  userId: number,
  person: Pick<Person, 'firstName' | 'lastName' | 'companyName' | 'email'>,
  country: string,
  pool: NamePool,
): BillingRow {
  const company = person.companyName !== null
  const eu = euCountries.includes(country)
  const pick = (list: readonly string[]) => random.pick(list)
  const spanish = company ? spanishCompanyId(pick) : spanishPersonId(random.int(1_000_000, 79_999_999))
  const foreign = (!eu || !company) && random.chance(0.5) ? random.text(9, '0123456789') : null
  return {
    userId,
    country,
    accountType: company ? 'company' : 'private',
    companyName: person.companyName,
    vatNumber: company && eu && country !== 'es' ? vatNumber(country, pick) : null,
    taxId: country === 'es' ? spanish : foreign,
    firstname: person.firstName || random.pick(pool.first),
    lastname: person.lastName || random.pick(pool.last),
    street: random.pick(pool.street),
    zip: random.pick(pool.zip),
    city: random.pick(pool.city),
    email: random.chance(0.2) ? `billing@${person.email.split('@')[1] ?? 'example.com'}` : person.email,
    locked: random.chance(0.08),
    version: 1,
  }
}

import { billingData, customers, subscriptionChanges } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { customerSearchColumns } from '../../server/resources/customers/search-columns.ts'
import { accountState, emptied, limits, referrer, storyFlags } from './account-state.ts'
import { addActivity } from './activity.ts'
import { addApiCalls } from './api-log.ts'
import { drawBilling } from './billing.ts'
import { endings } from './endings.ts'
import type { Load } from './load.ts'
import type { NamePool } from './names.ts'
import { drawWallet } from './payment-methods.ts'
import { paymentRows, revenueOf } from './payments.ts'
import { drawOrigin, drawPerson, type Person, siteOf, slug } from './people.ts'
import { addQrs } from './qrs.ts'
import { Random } from './random.ts'
import type { Sketch } from './sketches.ts'
import { subscriptionColumns } from './subscription-columns.ts'

/** Shared across customers while they are written one by one. */
export interface Society {
  pools: Map<string, NamePool>
  emails: Set<string>
  /** Some earlier customers, for invitations. */
  colleagues: { id: number; email: string }[]
}

interface Numbers {
  payment: (index: number) => number
  qr: (index: number) => number
}

/** Writes a sketched customer and all their data. */
export async function writeCustomer(load: Load, society: Society, sketch: Sketch, numbers: Numbers): Promise<void> {
  const { id, story, life, place, country } = sketch
  const random = new Random('customer', id)
  const pool = society.pools.get(place.locale)
  if (pool === undefined) throw new Error(`no names for ${place.locale}`)
  const person: Person =
    story === undefined
      ? drawPerson(random, pool, society.emails)
      : { ...drawOrigin(random), firstName: story.name[0], lastName: story.name[1], companyName: story.name[2], email: story.email }
  const wallet = { ...drawWallet(random, sketch.method, place.country, load.now), ...storyCard(sketch, load.now) }
  const host = hostOf(person)

  const sums: Parameters<typeof revenueOf>[0][number][] = []
  const firstOfPlan = life.charges.findIndex((charge) => !charge.trialPlan)
  for (const [index, charge] of life.charges.entries()) {
    const rows = paymentRows(
      random,
      { id, email: person.email, country, ip: person.lastIp, wallet },
      charge,
      numbers.payment(index),
      index > firstOfPlan,
      load.staffIds.slice(1),
    )
    sums.push(rows.payment)
    await load.bulk.add(payments, rows.payment)
    for (const refund of rows.refunds) await load.bulk.add(refunds, refund)
  }

  const state = accountState(random, sketch, load.now)
  const row: typeof customers.$inferInsert = {
    id,
    ...person,
    country,
    createdAt: sketch.createdAt,
    updatedAt: Math.max(sketch.createdAt, state.lastLogin ?? 0, life.endedAt ?? 0, life.changes.at(-1)?.at ?? 0),
    referredBy: referrer(random, id),
    ...limits(random, story?.empty === true),
    ...subscriptionColumns(random, life, sketch.currency, wallet),
    ...state,
    ...storyFlags(sketch),
    totalRevenue: revenueOf(sums),
    searchKeys: [],
    searchText: '',
    nameKey: '',
    version: 1,
  }
  if (story?.empty === true) Object.assign(row, emptied)
  Object.assign(
    row,
    customerSearchColumns({
      id,
      firstName: person.firstName,
      lastName: person.lastName,
      companyName: person.companyName,
      email: person.email,
      stripeCustomerId: row.stripeCustomerId ?? null,
    }),
  )
  await load.bulk.add(customers, row)
  for (const { at, from, to, reason } of life.changes)
    await load.bulk.add(subscriptionChanges, { userId: id, at, fromStatus: from, toStatus: to, reason })

  const billingCountry = story?.billingCountry === undefined ? place.country : story.billingCountry
  const paid = endings[life.ending].stage === 'paid'
  if (billingCountry !== null && (story !== undefined || random.chance(paid ? 0.6 : 0.04)))
    await load.bulk.add(billingData, drawBilling(random, id, person, billingCountry, pool))

  const owner = { id, email: person.email, host, createdAt: sketch.createdAt }
  const folders =
    story === undefined
      ? sketch.qrTimes.length > 4 && random.chance(0.3)
        ? random.int(1, 4)
        : 0
      : (story.folders ?? (sketch.qrTimes.length > 5 ? 2 : 0))
  await addQrs(
    load,
    { ...owner, name: `${person.firstName} ${person.lastName}`.trim(), archived: row.archived === 1, museum: id === 1, folders },
    sketch.qrTimes,
    numbers.qr,
  )
  await addActivity(
    load,
    { ...owner, lastLogin: state.lastLogin, paid, endedAt: life.endedAt, rich: story !== undefined, note: story?.note ?? null },
    society.colleagues,
  )
  const calls = story?.apiCalls ?? (paid && random.chance(0.05 * load.density) ? random.int(1, 30) : 0)
  await addApiCalls(load, random, owner, calls)
  if (id % 7 === 0 && !state.deleted && !state.banned)
    society.colleagues = [{ id, email: person.email }, ...society.colleagues].slice(0, 40)
}

/** The site of their QRs: the company's, else one derived from their name. */
function hostOf(person: Person): string {
  const site = siteOf(person.email.split('@')[1] ?? 'example.com')
  if (site !== null) return site
  const name = slug(person.companyName ?? '') || slug(person.lastName)
  return name === '' ? 'shop.example' : `${name.slice(0, 40)}.example`
}

function storyCard({ story }: Sketch, now: number) {
  if (story?.card === undefined) return {}
  const { last4, brand, month, yearsAhead } = story.card
  return { last4, cardBrand: brand, cardType: 'credit', expiryMonth: month, expiryYear: new Date(now * 1000).getUTCFullYear() + yearsAhead }
}

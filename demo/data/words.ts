import { customerNotes, feedback } from '../../server/db/schema/customer-records.ts'
import { demoAccounts } from './accounts.ts'
import { type ActiveCustomer, between } from './active-customer.ts'
import type { Load } from './load.ts'
import type { Random } from './random.ts'
import { drawNote, drawOpinion, feedbackReasons } from './texts.ts'

const day = 86_400

/** Adds staff notes and the feedback of leaving customers. */
export async function addWords(load: Load, customer: ActiveCustomer, random: Random): Promise<void> {
  const { bulk, now } = load
  if (customer.note !== null || random.chance(customer.paid ? 0.09 : 0.02)) {
    const author = random.weighted([
      [0, 3],
      [1, 2],
      [null, 1],
    ] as const)
    const name = author === null ? 'Pablo (left)' : [demoAccounts.support.name, demoAccounts.manager.name][author]
    await bulk.add(customerNotes, {
      userId: customer.id,
      note: customer.note ?? drawNote(random),
      createdAt: between(random, customer.createdAt, now),
      authorId: author === null ? null : (load.staffIds[author === 0 ? 2 : 1] ?? null),
      authorName: name ?? '',
      version: 1,
    })
  }
  if (customer.rich ? customer.id % 3 === 1 : random.chance(customer.endedAt === null ? 0.01 : 0.3)) {
    await bulk.add(feedback, {
      userId: customer.id,
      note: drawOpinion(random),
      reasonType: random.pick(feedbackReasons),
      createdAt:
        customer.endedAt === null ? between(random, customer.createdAt, now) : Math.min(now, customer.endedAt + random.int(0, day)),
    })
  }
}

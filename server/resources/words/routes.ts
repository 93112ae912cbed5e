import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as contract from '../../../src/contract/words.ts'
import { undoable } from '../../audit/reply.ts'
import { ApiError } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { countMissing, listMissing } from './missing.ts'
import { addWord, deleteWord, editWord, listWords } from './words.ts'

/** Texts that found nothing, per minute, person and server: nobody types more. */
export const missingAMinute = 10

/** The team's own words, and what is missing among them. */
export function wordRoutes(app: FastifyInstance, context: AppContext): void {
  const { now } = context
  const { orm } = context.database
  const limiter = new RateLimiterMemory({ points: missingAMinute, duration: 60 })

  mount(app, context, contract.listWords, ({ query }) => listWords(orm, query))
  mount(app, context, contract.addWord, async ({ body, actor }) => {
    const { id, auditId } = await addWord(orm, actor, body, now())
    return { ...undoable(auditId), id }
  })
  mount(app, context, contract.editWord, async ({ params, body, actor }) => undoable(await editWord(orm, actor, params.id, body, now())))
  mount(app, context, contract.deleteWord, async ({ params, actor }) => undoable(await deleteWord(orm, actor, params.id, now())))

  mount(app, context, contract.listMissing, async () => ({ rows: await listMissing(orm, now()) }))
  mount(app, context, contract.reportMissing, async ({ body, staff }) => {
    await limiter.consume(String(staff.id)).catch(() => {
      throw new ApiError('too_many_requests', 'Too many texts were reported, try again later.', { retryAfter: 60 })
    })
    await countMissing(orm, staff.id, body.text, now())
    return { success: true as const }
  })
}

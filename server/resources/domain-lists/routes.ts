import type { FastifyInstance } from 'fastify'
import { domainLists, getDomainRule } from '../../../src/contract/domain-lists.ts'
import { domainListNames, listOfDomains } from '../../../src/contract/listed-domains.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { ownHosts } from '../qrs/own-hosts.ts'
import { addDomain, editDomain, removeDomain } from './change.ts'
import { listDomains } from './queries.ts'
import { ruleFor } from './rule.ts'

const done = { success: true, undoable: true } as const

export function domainListRoutes(app: FastifyInstance, context: AppContext) {
  const { database, config } = context

  for (const list of domainListNames) {
    const calls = domainLists[list]

    mount(app, context, listOfDomains(list), ({ query }) => database.reading((orm) => listDomains(orm, list, query)))

    mount(app, context, calls.add, async ({ body, actor }) => ({
      ...done,
      ...(await addDomain({ context, actor, list }, body.domain)),
    }))

    mount(app, context, calls.edit, async ({ params, body, actor }) => {
      const changed = await editDomain({ context, actor, list }, params.id, body.domain, body.from)
      return { success: true as const, ...changed, ...(changed.auditId === undefined ? {} : { undoable: true }) }
    })

    mount(app, context, calls.remove, async ({ params, query, actor }) => ({
      ...done,
      auditId: await removeDomain({ context, actor, list }, params.id, query.from),
    }))
  }

  mount(app, context, getDomainRule, ({ query }) => ruleFor(database.orm, query.url, ownHosts(config)))
}

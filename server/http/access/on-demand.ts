import type { FastifyRequest } from 'fastify'
import { hasFields, type OnDemandData, onDemandData, onDemandNames, showHeader, withoutHidden } from '../../../src/contract/on-demand.ts'
import { judgePolicies } from '../../../src/contract/policies.ts'
import type { Judging } from './judging.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What was shown because it was asked for. */
    shown?: readonly OnDemandData[]
  }
}

const fieldsOf = (names: readonly OnDemandData[]): ReadonlySet<string> => new Set(names.flatMap((name) => onDemandData[name].fields))

/** What somebody's policies show on demand or never, with whether they asked for it. Programs have nothing shown. */
function limitedFor({ policies, actor }: Pick<Judging, 'policies' | 'actor'>, request: FastifyRequest) {
  const header = request.headers[showHeader]
  const requested = typeof header === 'string' && actor.is === 'person' ? header.split(',') : []
  const limited = onDemandNames.map((name) => ({ name, ...judgePolicies(policies, actor, name, {}) }))
  const isShown = ({ name, verdict }: (typeof limited)[number]) => verdict === 'ask' && requested.includes(name)
  return {
    shown: limited.filter(isShown).map(({ name }) => name),
    hidden: fieldsOf(limited.filter((each) => each.verdict !== 'allow' && !isShown(each)).map(({ name }) => name)),
  }
}

/** The fields that whoever calls doesn't get. */
export const hiddenFields = (judging: Judging | undefined, request: FastifyRequest): ReadonlySet<string> =>
  judging ? limitedFor(judging, request).hidden : fieldsOf([])

/** A reply as whoever calls may see it. What was shown on demand is noted at the request. One's own account is always shown. */
export function asShown<Reply>(reply: Reply, judging: Judging, request: FastifyRequest): Reply {
  if (request.routeOptions.config.endpoint?.path.startsWith('/account')) return reply
  const { shown, hidden } = limitedFor(judging, request)
  request.shown = shown.filter((name) => hasFields(reply, fieldsOf([name])))
  return hidden.size === 0 ? reply : withoutHidden(reply, hidden)
}

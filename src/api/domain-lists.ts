import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { domainLists, getDomainRule } from '../contract/domain-lists.ts'
import type { DomainListName } from '../contract/listed-domains.ts'
import { changeOptions } from './change-options.ts'
import { call } from './client.ts'
import { changesOf } from './shown-in.ts'

/** The entry that decides on a pasted address; never cached, as anyone may change the lists. */
export const domainRuleQuery = (url: string) =>
  queryOptions({
    queryKey: ['domains', 'rule', url],
    queryFn: ({ signal }) => call(getDomainRule, { query: { url }, signal }),
    staleTime: 0,
  })

/**
 * Throws ApiFailure 409 `domain_already_exists`, `conflict` if the other list has it, `unavailable_action` for our own.
 */
export const addDomainMutation = (list: DomainListName) => changeOptions(domainLists[list].add, ['domain-rule'])()

/** The same, plus 409 `stale` if the entry is no longer `from`. */
export const editDomainMutation = (list: DomainListName) => changeOptions(domainLists[list].edit, ['domain-rule'])()

export const removeDomainMutation = (list: DomainListName) =>
  mutationOptions({
    mutationFn: ({ id, from }: { id: number; from: string }) => call(domainLists[list].remove, { params: { id }, query: { from } }),
    meta: changesOf('domain-rule'),
  })

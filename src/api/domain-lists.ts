import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { type DomainListName, type DomainListQuery, domainLists, getDomainRule } from '../contract/domain-lists.ts'
import { call } from './client.ts'

export const domainListQuery = (list: DomainListName) => (query: Partial<DomainListQuery>) =>
  queryOptions({
    queryKey: ['domains', list, query],
    queryFn: ({ signal }) => call(domainLists[list].list, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** The entry that decides on a pasted address; never cached, as anyone may change the lists. */
export const domainRuleQuery = (url: string) =>
  queryOptions({
    queryKey: ['domains', 'rule', url],
    queryFn: ({ signal }) => call(getDomainRule, { query: { url }, signal }),
    staleTime: 0,
  })

const changesList = { stale: [['domains'], ['audit']] }

/**
 * Throws ApiFailure 409 `domain_already_exists`, `conflict` if the other list has it, `unavailable_action` for our own.
 */
export const addDomainMutation = (list: DomainListName) =>
  mutationOptions({ mutationFn: (domain: string) => call(domainLists[list].add, { body: { domain } }), meta: changesList })

/** The same, plus 409 `stale` if the entry is no longer `from`. */
export const editDomainMutation = (list: DomainListName) =>
  mutationOptions({
    mutationFn: ({ id, domain, from }: { id: number; domain: string; from: string }) =>
      call(domainLists[list].edit, { params: { id }, body: { domain, from } }),
    meta: changesList,
  })

export const removeDomainMutation = (list: DomainListName) =>
  mutationOptions({
    mutationFn: ({ id, from }: { id: number; from: string }) => call(domainLists[list].remove, { params: { id }, query: { from } }),
    meta: changesList,
  })

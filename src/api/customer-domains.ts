import { mutationOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { type DomainCheck, listAllDomains, listCustomerDomains, validateDomain } from '../contract/customer-domains.ts'
import { call } from './client.ts'
import { listOptions, recordOptions } from './options.ts'
import { changesOf } from './shown-in.ts'

const key = 'customer-domains'

export const allDomainsQuery = listOptions(listAllDomains, key, 'list')

export const customerDomainsQuery = recordOptions(listCustomerDomains, key, 'customer')

/** The last check of a domain in this tab; undefined before the first. */
export const domainCheckQuery = (domainId: number) =>
  queryOptions<DomainCheck>({ queryKey: ['domain-check', domainId], queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY })

/** Finds a running check, wherever it was started. */
export const validationKey = (domainId: number) => ['domain-validation', domainId]

/** Checks a domain by DNS. Throws ApiFailure 503 if no name server answers. */
export const validateDomainMutation = ({ id, user }: { id: number; user: number }) =>
  mutationOptions({
    mutationKey: validationKey(id),
    mutationFn: () => call(validateDomain, { params: { id: user }, body: { domainId: id } }),
    meta: changesOf('domain'),
  })

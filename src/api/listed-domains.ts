import { type DomainListName, listedDomains } from '../contract/listed-domains.ts'
import { listOptions } from './options.ts'

export const domainListQuery = (list: DomainListName) => listOptions(listedDomains[list], 'domains', list)

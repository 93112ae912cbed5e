import { type DomainListName, listOfDomains } from '../contract/listed-domains.ts'
import { listOptions } from './options.ts'

export const domainListQuery = (list: DomainListName) => listOptions(listOfDomains(list), 'domains', list)

import type { DomainListName } from '../../contract/listed-domains.ts'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { domainSources, readChecked } from './search.ts'

const domainRoute = <const Path extends string>(list: DomainListName, path: Path) =>
  listRoute({
    ...domainSources[list],
    path,
    needs: 'security.manage',
    hasCommands: true,
    readMore: readChecked,
    page: async () => (await import('./domain-list-page.tsx')).domainListPages[list],
  })

export const createDomainBlacklistRoute = domainRoute('blacklisted', '/security/domain-blacklist')
export const createDomainWhitelistRoute = domainRoute('whitelisted', '/security/domain-whitelist')

import { DomainListPage } from '../../layout/records/domain-list-page.tsx'

export const DomainWhitelistPage = () => <DomainListPage list="whitelisted" />

import { DomainListPage } from '../../layout/records/domain-list-page.tsx'

export const DomainBlacklistPage = () => <DomainListPage list="blacklisted" />

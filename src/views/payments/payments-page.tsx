import { ListPage } from '../../layout/list/list-page.tsx'
import { paymentsList } from '../../layout/records/payments-list.tsx'

export const PaymentsPage = () => <ListPage list={paymentsList} />

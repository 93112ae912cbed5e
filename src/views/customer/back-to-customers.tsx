import { BackTo } from '../../layout/records/breadcrumb.tsx'

/** Link back to the customers list, or to the list the customer was opened from. */
export function BackToCustomers() {
  return <BackTo list="/customers" name="Customers" />
}

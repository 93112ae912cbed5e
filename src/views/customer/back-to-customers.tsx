import { BackTo } from '../../layout/records/breadcrumb.tsx'

/** The way back to the customers list, or to the list that the customer was opened from. */
export function BackToCustomers() {
  return <BackTo list="/customers" name="Customers" />
}

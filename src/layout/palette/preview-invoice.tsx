import { useQuery } from '@tanstack/react-query'
import { customerQuery } from '../../api/customers.ts'
import { formatDateTime } from '../../contract/dates.ts'
import type { InvoiceRow } from '../../contract/invoices.ts'
import { customerName } from '../records/customer-name.tsx'
import { askedNow } from '../records/record-facts.ts'
import { FetchedFact, PreviewFacts, PreviewHead, Spoken } from './preview-parts.tsx'

/** An invoice's date and customer. Amounts are only on the document. */
export function PreviewInvoice({ invoice, isRested }: { invoice: InvoiceRow; isRested: boolean }) {
  const customer = useQuery({ ...customerQuery(invoice.customer), ...askedNow, enabled: isRested })
  return (
    <>
      <PreviewHead title={`Invoice ${invoice.id}`} badge={null} detail={`of customer ${invoice.customer}`} id={invoice.id} />
      <PreviewFacts
        facts={[
          ['Created', formatDateTime(invoice.createdAt)],
          [
            'Customer',
            <FetchedFact key="customer" query={customer}>
              {customer.data && <bdi>{`${customerName(customer.data)} · ${customer.data.email}`}</bdi>}
            </FetchedFact>,
          ],
        ]}
      />
      <Spoken text={customer.data ? `Preview: ${formatDateTime(invoice.createdAt)}, ${customerName(customer.data)}` : null} />
    </>
  )
}

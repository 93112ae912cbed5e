import { FileIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { invoiceDetailsQuery } from '../../../api/details.ts'
import { apiHas } from '../../../api/features.ts'
import { invoiceFileHref } from '../../../api/invoices.ts'
import { formatDateTime } from '../../../contract/dates.ts'
import type { InvoiceRow } from '../../../contract/invoices.ts'
import { formatMoney } from '../../../contract/money.ts'
import { LinkButton } from '../../kit/button.tsx'
import { FieldList } from '../field-list.tsx'
import { lookupOptions } from '../record-facts.ts'
import { CustomerLink, Fetched, type Head, Part, PaymentLink, type SideProps } from './parts.tsx'
import styles from './side-panel.module.css'

/** 21 %, from hundredths of a percent. */
const percent = (rate: number) => `${String(rate / 100).replace('.', ',')} %`

export const invoiceHead = ({ id, number, createdAt }: InvoiceRow): Head => ({
  title: `Invoice ${number ?? id}`,
  detail: `#${id} · ${formatDateTime(createdAt)}`,
})

/** An invoice: its contents, its customer, the payment, the document. */
export function InvoiceSide({ record: invoice, isRested }: SideProps<InvoiceRow>) {
  const details = useQuery({ ...invoiceDetailsQuery(invoice.id), ...lookupOptions, enabled: isRested && apiHas('details') })
  const { data } = details
  const { total, currency } = invoice
  return (
    <>
      <p className={styles.amount}>
        {total !== null && currency !== null && <strong>{formatMoney(total, currency)}</strong>}
        <LinkButton leadingVisual={FileIcon} href={invoiceFileHref(invoice.link)} target="_blank" rel="noopener noreferrer">
          View PDF
        </LinkButton>
      </p>
      {apiHas('details') && (
        <Part title="Amounts">
          <Fetched answer={details} lines={4}>
            {({ description, currency: own, subtotal, vatRate, vatAmount, total: sum }) => (
              <FieldList
                fields={[
                  { label: 'For', value: description },
                  { label: 'Net', value: formatMoney(subtotal, own) },
                  { label: `VAT, ${percent(vatRate)}`, value: formatMoney(vatAmount, own) },
                  { label: 'Total', value: <strong>{formatMoney(sum, own)}</strong> },
                ]}
              />
            )}
          </Fetched>
        </Part>
      )}
      <Part title="Details">
        <FieldList
          fields={[
            { label: 'Customer', value: <CustomerLink id={invoice.customer} holder={data?.customer ?? invoice.holder} /> },
            apiHas('details') && { label: 'Payment', value: data ? data.payment ? <PaymentLink payment={data.payment} /> : 'None' : '…' },
            { label: 'Created', value: formatDateTime(invoice.createdAt) },
          ]}
        />
      </Part>
    </>
  )
}

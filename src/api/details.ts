import { getInvoiceDetails, getPaymentDetails, getQrDetails } from '../contract/details.ts'
import { recordOptions } from './options.ts'

/** What side panels show beyond a list row; stale with the lists of their records. */
export const qrDetailsQuery = recordOptions(getQrDetails, 'qrs', 'details')
export const paymentDetailsQuery = recordOptions(getPaymentDetails, 'payments', 'details')
export const invoiceDetailsQuery = recordOptions(getInvoiceDetails, 'invoices', 'details')

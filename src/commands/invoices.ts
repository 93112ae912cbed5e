import { CreditCardIcon, DownloadIcon, FileIcon, NumberIcon, SyncIcon } from '@primer/octicons-react'
import { isNotFound } from '../api/client.ts'
import { downloadInvoiceZip } from '../api/invoice-zip.ts'
import { invoiceFileHref, reuploadKey, reuploadMutation } from '../api/invoices.ts'
import { zipProgress } from '../api/progress.ts'
import { cachedRecord, loadRecord } from '../api/record.ts'
import { runMutation } from '../api/run-mutation.ts'
import { formatMoney } from '../contract/money.ts'
import { whyNotRefund } from '../contract/payment-rules.ts'
import type { PaymentRow } from '../contract/payments.ts'
import type { Command, Delegate } from './engine/command.ts'
import type { CommandContext } from './engine/context.ts'
import { describeZip } from './engine/target-name.ts'
import { commandsOn } from './shared/commands-on.ts'
import { copiesOf, copyCustomerId } from './shared/copies.ts'
import { failedDownload } from './shared/downloads.ts'
import { goOnTo } from './shared/go-on.ts'
import { openCustomer } from './shared/open-customer.ts'

const section = 'Invoice'
const onInvoice = commandsOn('invoice', { section })
const copy = copiesOf('invoice', { section })
const onInvoices = commandsOn('invoice-list', { section, places: ['page-menu'] })

const isReuploading = ({ queryClient }: CommandContext) => queryClient.isMutating({ mutationKey: reuploadKey }) > 0

/** The payment of an invoice, if both have been loaded. */
function paymentOf({ queryClient }: CommandContext, id: number): PaymentRow | null {
  const invoice = cachedRecord(queryClient, { type: 'invoice', id })
  const paymentId = invoice?.type === 'invoice' ? invoice.record.paymentId : null
  const payment = paymentId === null ? null : cachedRecord(queryClient, { type: 'payment', id: paymentId })
  return payment?.type === 'payment' ? payment.record : null
}

const refund: Delegate = {
  command: 'payment.refund',
  none: 'Its payment is not known.',
  load: async ({ queryClient }, id) => {
    const invoice = await loadRecord(queryClient, { type: 'invoice', id })
    if (invoice?.type === 'invoice' && invoice.record.paymentId !== null)
      await loadRecord(queryClient, { type: 'payment', id: invoice.record.paymentId })
  },
  one: (context, id) => {
    const record = paymentOf(context, id)
    return record && { type: 'payment', record }
  },
}

/** Commands on an invoice, and on those of a month or customer (document 2, section 2; ruling 49). */
export const invoiceCommands: readonly Command[] = [
  onInvoice({
    verb: 'view',
    title: 'View PDF',
    genericTitle: 'View the PDF of an invoice',
    icon: FileIcon,
    aka: ['Download', 'Download invoice'],
    keywords: 'open file document print',
    keys: 'i v',
    needs: 'invoices.read',
    run: (context, invoice) => context.openInNewTab(invoiceFileHref(invoice.link)),
  }),
  onInvoice({
    verb: 'reupload',
    title: 'Reupload',
    genericTitle: 'Reupload an invoice',
    icon: SyncIcon,
    keywords: 'make new file again renew replace',
    keys: 'i r',
    needs: 'invoices.reupload',
    whyNot: (_invoice, context) => (isReuploading(context) ? 'Another upload is running.' : null),
    danger: (invoice) => ({
      title: `Reupload invoice #${invoice.id}?`,
      body: `A new file replaces the current one, whose link then stops working. Number and date stay the same.`,
      confirmLabel: 'Reupload',
      wayBack: 'Its contents stay the same, and it can be reuploaded again.',
      restores: true,
    }),
    run: async (context, invoice) => {
      try {
        await runMutation(context.queryClient, reuploadMutation(), invoice.link)
        return { message: `Invoice reuploaded: invoice ${invoice.id}.` }
      } catch (error) {
        // Replaced by somebody else, so our link is old: refetch.
        if (isNotFound(error)) void context.queryClient.invalidateQueries({ queryKey: ['invoices'] })
        throw error
      }
    },
  }),
  onInvoice({
    verb: 'refund',
    title: ({ id }, context) => {
      const payment = context && paymentOf(context, id)
      return payment ? `Refund its payment (${formatMoney(payment.amount, payment.currency)})` : 'Refund its payment'
    },
    genericTitle: "Refund an invoice's payment",
    icon: CreditCardIcon,
    aka: ['Refund', 'Money back', 'Give back', 'Pay back'],
    keywords: 'return',
    needs: 'payments.refund',
    places: [],
    delegate: refund,
    whyNot: ({ id, paymentId }, context) => {
      const payment = paymentOf(context, id)
      return payment ? whyNotRefund(payment) : paymentId === null ? refund.none : null
    },
    run: (context, { id }) => goOnTo(refund, context, id),
  }),
  openCustomer('invoice', { section, genericTitle: "Open an invoice's customer", of: ({ customer }) => customer }),
  copy({ verb: 'copy-id', what: 'id', genericTitle: 'Copy invoice id', icon: NumberIcon, keys: 'y i', of: ({ id }) => String(id) }),
  copyCustomerId('invoice', { section }, ({ customer }) => customer),
  onInvoices({
    verb: 'download',
    title: ({ scope }) => `Download all: ${describeZip(scope)}`,
    genericTitle: 'Download all invoices of the month or customer as a zip',
    icon: DownloadIcon,
    keywords: 'zip pdf files save all',
    keys: 'i z',
    needs: 'invoices.read',
    whyNot: () => (zipProgress.get() === null ? null : 'A download is running.'),
    failureTitle: failedDownload('download', 'The invoices were not downloaded'),
    run: async (_context, { scope }) => {
      const done = await downloadInvoiceZip(scope)
      if (done === null) return { message: 'The download was canceled.' }
      return {
        message: `Downloaded: ${done.name}.${done.lacksFiles ? ' Some could not be created: missing.txt in the zip lists them.' : ''}`,
      }
    },
  }),
]

import { DownloadIcon, FileIcon, NumberIcon, PersonIcon, SyncIcon } from '@primer/octicons-react'
import { ApiFailure } from '../api/client.ts'
import { invoiceFileHref, reuploadKey, reuploadMutation } from '../api/invoices.ts'
import { runMutation } from '../api/run-mutation.ts'
import { zipProgress } from '../api/zip-progress.ts'
import { blocked, type Command, type CommandContext, hidden, ready, targetCommand } from './command.ts'
import { describeZip } from './target-name.ts'

const section = 'Invoice'
const places = ['row-menu', 'page-menu'] as const

const isReuploading = ({ queryClient }: CommandContext) => queryClient.isMutating({ mutationKey: reuploadKey }) > 0

/** Commands on an invoice, and on those of a month or customer (document 2, section 2; ruling 49). */
export const invoiceCommands: readonly Command[] = [
  targetCommand('invoice', {
    id: 'invoice.view',
    title: () => 'View PDF',
    genericTitle: 'View the PDF of an invoice',
    section,
    icon: FileIcon,
    keywords: 'open file document print',
    keys: 'i v',
    needs: 'invoices.read',
    places,
    run: (context, invoice) => context.openInNewTab(invoiceFileHref(invoice.link)),
  }),
  targetCommand('invoice', {
    id: 'invoice.reupload',
    title: () => 'Reupload',
    genericTitle: 'Reupload an invoice',
    section,
    icon: SyncIcon,
    keywords: 'make new file again renew replace',
    keys: 'i r',
    needs: 'invoices.reupload',
    places,
    availability: (context) => (isReuploading(context) ? blocked('Another upload is running.') : ready),
    danger: (invoice) => ({
      title: `Reupload invoice #${invoice.id}?`,
      body: `A new file takes the place of the one it has, whose link then leads nowhere. Number and date stay.`,
      confirmLabel: 'Reupload',
      undoable: false,
      wayBack: 'What stands on it is the same, and it can be reuploaded again.',
      restores: true,
    }),
    run: async (context, invoice) => {
      try {
        await runMutation(context.queryClient, reuploadMutation(), invoice.link)
      } catch (error) {
        // Replaced by somebody else, so our link is old: refetch.
        if (error instanceof ApiFailure && error.status === 404) void context.queryClient.invalidateQueries({ queryKey: ['invoices'] })
        throw error
      }
      return { message: `Invoice reuploaded: invoice ${invoice.id}.` }
    },
  }),
  targetCommand('invoice', {
    id: 'invoice.open-customer',
    title: () => 'Open its customer',
    genericTitle: "Open an invoice's customer",
    section,
    icon: PersonIcon,
    keywords: 'owner user',
    keys: 'o c',
    places,
    availability: (context, invoice) => (context.location.split('?')[0] === `/customers/${invoice.customer}` ? hidden : ready),
    run: (context, invoice) => context.navigate(`/customers/${invoice.customer}`),
  }),
  targetCommand('invoice', {
    id: 'invoice.copy-id',
    title: () => 'Copy id',
    genericTitle: 'Copy invoice id',
    section,
    icon: NumberIcon,
    keys: 'y i',
    places,
    run: (context, invoice) => context.copy(String(invoice.id), 'id'),
  }),
  targetCommand('invoice-list', {
    id: 'invoice-list.download',
    title: ({ scope }) => `Download all: ${describeZip(scope)}`,
    genericTitle: 'Download all invoices of the month or customer as a zip',
    section,
    icon: DownloadIcon,
    keywords: 'zip pdf files save all',
    keys: 'i z',
    needs: 'invoices.read',
    places: ['page-menu'],
    availability: () => (zipProgress.get() === null ? ready : blocked('A download is running.')),
    failureTitle: (error) =>
      error instanceof ApiFailure && error.status === null
        ? 'The download broke off: nothing was saved.'
        : 'The invoices were not downloaded',
    run: async (_context, { scope }) => {
      const { downloadInvoiceZip } = await import('../api/invoice-zip.ts')
      const done = await downloadInvoiceZip(scope)
      if (done === null) return { message: 'The download was cancelled.' }
      return { message: `Downloaded: ${done.name}.${done.lacksFiles ? ' Not all could be made: missing.txt in it names the others.' : ''}` }
    },
  }),
]

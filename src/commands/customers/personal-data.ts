import { DownloadIcon, TrashIcon } from '@primer/octicons-react'
import { downloadPersonalData, eraseCustomerMutation, erasureQuery } from '../../api/personal-data.ts'
import { formatCount } from '../../contract/count.ts'
import { whyNotErase } from '../../contract/customer-rules.ts'
import { type Erasure, personalKindNames, personalKinds } from '../../contract/personal-data.ts'
import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { customerLabel, describeCustomer } from '../engine/target-name.ts'
import { change } from '../shared/change.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { failedDownload, whyNotExport } from '../shared/downloads.ts'

const onCustomer = commandsOn('customer', { section: 'Personal data', needs: 'customers.personal-data', feature: 'personal-data' })

/** A customer's rights: to get all that is stored on them, and to be erased. */
export const personalDataCommands: readonly Command[] = [
  onCustomer({
    verb: 'export-data',
    title: 'Export all personal data',
    genericTitle: 'Export all personal data of the customer',
    icon: DownloadIcon,
    aka: ['Export', 'DSAR', 'Data request', 'Access request'],
    keywords: 'gdpr download zip json access rights privacy',
    keys: 'a d',
    whyNot: whyNotExport,
    failureTitle: failedDownload('export', 'The data was not exported'),
    run: async ({ user }, customer) => {
      const done = await downloadPersonalData(customer.id, user.productName)
      if (done === null) return { message: 'The export was canceled.' }
      return {
        message: `Exported: ${done.name}.${done.lacksFiles ? ' Some files could not be read: missing.txt in the zip lists them.' : ''}`,
      }
    },
  }),
  onCustomer({
    verb: 'erase',
    title: 'Erase personal data',
    aka: [
      'Delete',
      'Erasure',
      'Erasure request',
      'Deletion request',
      'Right to be forgotten',
      'Forget',
      'Be forgotten',
      'Delete account',
      'Delete customer',
      'Delete data',
      'Delete all data',
      'Erase all data',
      'Close account',
    ],
    icon: TrashIcon,
    keywords: 'gdpr dsgvo forget anonymise anonymize remove person good rights privacy',
    keys: 'a e',
    whyNot: whyNotErase,
    danger: (customer) => ({
      title: `Erase the personal data of ${customerLabel(customer)}?`,
      body: `All personal data of ${describeCustomer(customer)} will be removed, here and in the product: name, email, addresses, IPs, card details and texts. They will be signed out, and their API keys and QR codes will stop working. The payment provider keeps its own records.`,
      confirmLabel: 'Erase permanently',
      mustType: customer.email,
      touches: touchesPerson(customer.id),
    }),
    run: async (context, customer) => {
      const done = await change(eraseCustomerMutation(), { id: customer.id }, `Personal data of customer #${customer.id} erased.`).make(
        context,
      )
      // What is off screen would show the person again until it has been refetched.
      context.queryClient.removeQueries({ type: 'inactive' })
      context.ui.forgetCustomer(customer.id)
      return done
    },
  }),
]

/** What goes and what stays, counted. */
const touchesPerson = (id: number) => async (context: CommandContext) => {
  const { counts } = await context.queryClient.fetchQuery(erasureQuery(id))
  const [gone, kept] = [wordsFor(counts, false), wordsFor(counts, true)]
  return `${gone === '' ? '' : `Will be removed: ${gone}. `}${kept === '' ? 'Only the customer number will be kept.' : `Will be kept without personal data: ${kept}.`}`
}

const wordsFor = (counts: Erasure['counts'], stays: boolean): string =>
  personalKindNames
    .filter((kind) => personalKinds[kind].stays === stays && (counts[kind] ?? 0) > 0)
    .map((kind) => `${formatCount(counts[kind] ?? 0)} ${counts[kind] === 1 ? personalKinds[kind].one : personalKinds[kind].many}`)
    .join(', ')

import { ArrowSwitchIcon, PlayIcon } from '@primer/octicons-react'
import { runMutation } from '../api/run-mutation.ts'
import { type Availability, type Command, type CommandContext, hidden, ready, targetCommand, type Targets } from './command.ts'
import { describeDestiny, destinationStep, type Destiny } from './destination.ts'
import { touchesCustomer } from './impact.ts'
import { activateAllQrsMutation, transferQrsMutation } from '../api/qr-actions.ts'
import { countedRecords } from './record-types.ts'
import { customerLabel, describeCustomer } from './target-name.ts'
import { undoOf } from './undo-of.ts'

const section = 'QR codes'
const places = ['page-menu'] as const

/** On the customer's own page only (ruling 25). */
const ifOwnPage = ({ pageRecord }: CommandContext, { id }: Targets['customer']): Availability =>
  pageRecord?.type === 'customer' && pageRecord.record.id === id ? ready : hidden

/** The count, if the admin API reports it. */
const allOr = (count: number | null) => (count === null ? 'all QR codes' : countedRecords('qrs', count))

/** Commands on all of a customer's QR codes (document 2, section 2; rulings 17 and 43). */
export const customerQrCommands: readonly Command[] = [
  targetCommand<'customer', { destiny: Destiny }>('customer', {
    id: 'customer.transfer-qrs',
    title: () => 'Transfer all QR codes',
    genericTitle: "Transfer all QR codes of a customer, on the customer's page",
    section,
    icon: ArrowSwitchIcon,
    keywords: 'qrs move give owner destination',
    keys: 'c t',
    needs: 'qrs.transfer',
    places,
    needsPage: true,
    args: { destiny: destinationStep<Targets['customer']>(({ id }) => id) },
    failureTitle: 'Qr transfer error, try again.',
    closesOnFailure: true,
    availability: ifOwnPage,
    danger: (customer, { destiny }) => ({
      title: `Transfer all QR codes of ${customerLabel(customer)}?`,
      body: `All QR codes of ${describeCustomer(customer)} go to ${describeDestiny(destiny)}.`,
      confirmLabel: `Transfer all to #${destiny.id}`,
      undoable: true,
      wayBack: 'They can be transferred back, one by one.',
      touches: touchesCustomer(customer.id),
    }),
    run: async (context, customer, { destiny }) => {
      const transfer = { origin: customer.id, destiny: destiny.id, qrId: 'all' } as const
      const done = await runMutation(context.queryClient, transferQrsMutation(), transfer)
      return {
        message: `Transferred: ${allOr(done.transferred)} of ${customerLabel(customer)} to ${destiny.name || destiny.email}.`,
        ...undoOf(done),
      }
    },
  }),
  targetCommand('customer', {
    id: 'customer.activate-qrs',
    title: () => 'Activate all QR codes',
    genericTitle: "Activate all stopped QR codes of a customer, on the customer's page",
    section,
    icon: PlayIcon,
    keywords: 'qrs revive stopped start',
    keys: 'c a',
    needs: 'qrs.status',
    places,
    needsPage: true,
    availability: ifOwnPage,
    danger: (customer) => ({
      title: `Activate all QR codes of ${customerLabel(customer)}?`,
      body: `All stopped QR codes of ${describeCustomer(customer)} become active. Blocked and deleted ones stay as they are.`,
      confirmLabel: 'Activate all',
      undoable: true,
      wayBack: 'They can be stopped again, one by one.',
      restores: true,
    }),
    run: async (context, customer) => {
      const done = await runMutation(context.queryClient, activateAllQrsMutation(), { id: customer.id })
      return { message: `Activated: ${allOr(done.activated)} of ${customerLabel(customer)}.`, ...undoOf(done) }
    },
  }),
]

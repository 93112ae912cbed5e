import { ArrowSwitchIcon, PlayIcon } from '@primer/octicons-react'
import { activateAllQrsMutation, transferQrsMutation } from '../../api/qr-actions.ts'
import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { countedRecords } from '../engine/record-types.ts'
import { customerLabel, describeCustomer } from '../engine/target-name.ts'
import type { Targets } from '../engine/targets.ts'
import { change } from '../shared/change.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { describeDestiny, destinationStep } from '../shared/destination.ts'
import { touchesCustomer } from '../shared/impact.ts'

const onCustomer = commandsOn('customer', { section: 'QR codes', places: ['page-menu'] })

/** On the customer's own page only (ruling 25). */
const isOnOwnPage = ({ pageRecord }: CommandContext, { id }: Targets['customer']) =>
  pageRecord?.type === 'customer' && pageRecord.record.id === id

/** The count, if the admin API reports it. */
const allOr = (count: number | null) => (count === null ? 'all QR codes' : countedRecords('qrs', count))

/** Commands on all of a customer's QR codes (document 2, section 2; rulings 17 and 43). */
export const customerQrCommands: readonly Command[] = [
  onCustomer({
    verb: 'transfer-qrs',
    title: 'Transfer all QR codes',
    genericTitle: "Transfer all QR codes of a customer, on the customer's page",
    icon: ArrowSwitchIcon,
    keywords: 'qrs everything move owner destination',
    keys: 'c t',
    needs: 'qrs.transfer',
    needsPage: true,
    args: { destiny: destinationStep<Targets['customer']>(({ id }) => id) },
    failureTitle: 'Qr transfer error, try again.',
    isOffered: isOnOwnPage,
    danger: (customer, { destiny }) => ({
      title: `Transfer all QR codes of ${customerLabel(customer)}?`,
      body: `All QR codes of ${describeCustomer(customer)} go to ${describeDestiny(destiny)}.`,
      confirmLabel: `Transfer all to #${destiny.id}`,
      undoable: true,
      wayBack: 'They can be transferred back, one by one.',
      touches: touchesCustomer(customer.id),
    }),
    change: (customer, { destiny }) =>
      change(
        transferQrsMutation(),
        { origin: customer.id, destiny: destiny.id, qrId: 'all' },
        ({ transferred }) => `Transferred: ${allOr(transferred)} of ${customerLabel(customer)} to ${destiny.name || destiny.email}.`,
      ),
  }),
  onCustomer({
    verb: 'activate-qrs',
    title: 'Activate all QR codes',
    genericTitle: "Activate all QR codes of a customer, on the customer's page",
    icon: PlayIcon,
    aka: ['Start all QR codes', 'Revive all QR codes'],
    keywords: 'qrs',
    keys: 'c a',
    needs: 'qrs.status',
    needsPage: true,
    isOffered: isOnOwnPage,
    danger: (customer) => ({
      title: `Activate all QR codes of ${customerLabel(customer)}?`,
      body: `All stopped QR codes of ${describeCustomer(customer)} become active. Blocked and deleted ones stay as they are.`,
      confirmLabel: 'Activate all',
      undoable: true,
      wayBack: 'They can be stopped again, one by one.',
      restores: true,
    }),
    change: (customer) =>
      change(activateAllQrsMutation(), { id: customer.id }, ({ activated }) => {
        return `Activated: ${allOr(activated)} of ${customerLabel(customer)}.`
      }),
  }),
]

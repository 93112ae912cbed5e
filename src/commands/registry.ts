import { ownAccountCommands } from './account.ts'
import { apiCallCommands } from './api-calls.ts'
import { approvalCommands } from './approvals.ts'
import { accountCommands } from './customers/account.ts'
import { customerBulkCommands } from './customers/bulk.ts'
import { copyCommands } from './customers/copy.ts'
import { customerCommands } from './customers/customers.ts'
import { customerDomainCommands } from './customers/domains.ts'
import { customerFormCommands } from './customers/forms.ts'
import { customerInvoiceCommands } from './customers/last-invoice.ts'
import { customerPartCommands } from './customers/parts.ts'
import { personalDataCommands } from './customers/personal-data.ts'
import { customerQrCommands } from './customers/qrs.ts'
import { customerRefundCommands } from './customers/refunds.ts'
import { subscriptionCommands } from './customers/subscription.ts'
import { domainListCommands } from './domain-lists/domain-lists.ts'
import type { Command } from './engine/command.ts'
import { folderCommands } from './folders.ts'
import { invitationCommands } from './invitations.ts'
import { invoiceCommands } from './invoices.ts'
import { listCommands } from './lists.ts'
import { noteCommands } from './notes.ts'
import { paymentCommands } from './payments.ts'
import { playbookCommands } from './playbooks/commands.ts'
import { qrBulkCommands } from './qrs/bulk.ts'
import { qrChangeCommands } from './qrs/changes.ts'
import { qrCommands } from './qrs/qrs.ts'
import { abuseCommands } from './reviews/abuse.ts'
import { webriskCommands } from './reviews/webrisk.ts'
import { reportCommands } from './sales.ts'
import { screenCommands } from './screen-words.ts'
import { sessionCommands } from './session.ts'
import { listExportCommand } from './shared/list-export.ts'
import { userCommands } from './users.ts'
import { walkCommands } from './walk.ts'
import { wordCommands } from './words.ts'

/** Every command, in display order. */
export const commands: readonly Command[] = [
  ...customerCommands,
  ...customerFormCommands,
  ...subscriptionCommands,
  ...customerRefundCommands,
  ...customerInvoiceCommands,
  ...accountCommands,
  ...customerQrCommands,
  ...personalDataCommands,
  ...copyCommands,
  ...customerPartCommands,
  ...customerBulkCommands,
  ...paymentCommands,
  ...noteCommands,
  ...qrBulkCommands,
  ...qrChangeCommands,
  ...qrCommands,
  ...folderCommands,
  ...invoiceCommands,
  ...reportCommands,
  ...invitationCommands,
  ...apiCallCommands,
  ...domainListCommands,
  ...customerDomainCommands,
  ...webriskCommands,
  ...abuseCommands,
  ...screenCommands,
  ...sessionCommands,
  ...ownAccountCommands,
  ...listCommands,
  listExportCommand,
  ...walkCommands,
  ...userCommands,
  ...playbookCommands,
  ...wordCommands,
  ...approvalCommands,
]

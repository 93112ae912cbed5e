import { customerParts, linkToPart } from '../../../commands/customers/parts.ts'

/** One of the lists at the end of a customer's page. */
export const partOfCustomer = (id: number, part: 'domains' | 'folders' | 'invitations') =>
  `/customers/${id}?show=${part}${linkToPart(customerParts[part].title)}`

import { customerParts, linkToPart } from '../../../commands/customers/parts.ts'

/** One of the lists under 'More' on a customer's page. */
export const partOfCustomer = (id: number, part: 'domains' | 'folders' | 'invitations') =>
  `/customers/${id}?show=${part}${linkToPart(customerParts[part].title)}`

import { call } from '../../../api/client.ts'
import { type AnyInvitationRow, listAnyInvitations } from '../../../contract/invitations.ts'
import { partOfCustomer } from './customer-part.ts'
import { type Finder, type Finding, maxFindings, ranked } from './finder.ts'
import { matchIdentifier } from './match.ts'
import { isEmailStart } from './shapes.ts'

/** Invitations, by the email of whom they are for. */
export const invitationFinder: Finder = {
  type: 'invitation',
  heading: 'Invitations',
  needs: 'customers.read',
  feature: 'invitations',
  mayName: isEmailStart,
  query: (text) => ({
    queryKey: ['invitations', 'found', text],
    queryFn: async ({ signal }) => {
      const query = { searchTerm: text, sort: 'email', sortDirection: 'asc', perPage: maxFindings } as const
      const { rows } = await call(listAnyInvitations, { query, signal })
      return ranked(rows.flatMap((row) => findingOf(row, text) ?? []))
    },
  }),
}

function findingOf({ id, email, status, userId, owner }: AnyInvitationRow, text: string): Finding | null {
  const match = matchIdentifier(email, text)
  if (match === null) return null
  return {
    target: { type: 'invitation', record: { id, email, status, userId, owner } },
    label: email,
    detail: `${status === 0 ? 'pending' : 'accepted'}, invited by customer #${owner}`,
    href: partOfCustomer(owner, 'invitations'),
    match,
  }
}

import { call } from '../../../api/client.ts'
import { apiHas } from '../../../api/features.ts'
import { listUsers, roleText, type UserAccount } from '../../../contract/users.ts'
import { type Finder, type Finding, ranked } from './finder.ts'
import { bestMatch, matchIdentifier, matchName } from './match.ts'
import { isEmailStart, isNameStart } from './shapes.ts'

/** Staff accounts, by email or name. */
export const staffFinder: Finder = {
  type: 'user',
  heading: 'Staff accounts',
  needs: 'staff.manage',
  mayName: (text) => isEmailStart(text) || isNameStart(text),
  query: (text) => ({
    queryKey: ['users', 'found', text],
    queryFn: async ({ signal }) => {
      // The documented search knows emails only.
      const query = { [apiHas('fields') ? 'search' : 'searchTerm']: text, sort: 'name', perPage: 50 } as const
      const { rows } = await call(listUsers, { query, signal })
      return ranked(rows.flatMap((row) => findingOf(row, text) ?? []))
    },
  }),
}

function findingOf(account: UserAccount, text: string): Finding | null {
  const { id, name, email, rol } = account
  const match = bestMatch(matchName(name, text), matchIdentifier(email, text))
  if (match === null) return null
  return {
    target: { type: 'user', record: account },
    label: name,
    detail: `${email}, role ${roleText(rol)}`,
    href: `/users/${id}`,
    match,
  }
}

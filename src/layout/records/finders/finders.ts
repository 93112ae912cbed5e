import { apiHas } from '../../../api/features.ts'
import type { CurrentUser } from '../../../contract/auth.ts'
import { apiCallFinder } from './api-calls.ts'
import { domainFinder } from './domains.ts'
import type { Finder } from './finder.ts'
import { folderFinder } from './folders.ts'
import { invitationFinder } from './invitations.ts'
import { listedDomainFinder } from './listed-domains.ts'
import { abuseFinder, webriskFinder } from './reviews.ts'
import { staffFinder } from './staff.ts'

/** How each type of record is found by words, besides customers, QR codes, payments and invoices. In display order. */
export const finders: readonly Finder[] = [
  domainFinder,
  listedDomainFinder,
  staffFinder,
  invitationFinder,
  folderFinder,
  apiCallFinder,
  webriskFinder,
  abuseFinder,
]

/** Those that a person may use with this admin API (ruling 56). */
export const findersOf = ({ capabilities }: Pick<CurrentUser, 'capabilities'>): readonly Finder[] =>
  finders.filter(({ needs, feature }) => (!needs || capabilities.includes(needs)) && (!feature || apiHas(feature)))

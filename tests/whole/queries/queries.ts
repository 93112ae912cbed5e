import { ofDesk } from './desk.ts'
import { ofListWords } from './list-words.ts'
import { ofLists } from './lists.ts'
import { ofPeople } from './people.ts'
import type { Queries } from './query-kinds.ts'
import { ofRecords } from './records.ts'
import { ofRequests } from './requests.ts'
import { ofSentences } from './sentences.ts'
import { ofTeamWords } from './team-words.ts'
import { ofTickets } from './tickets.ts'
import { ofVerbWords } from './verb-words.ts'
import { ofVerbs } from './verbs.ts'
import { ofWordings } from './wordings.ts'

/**
 * What staff type, by kind, and the first three rows of the palette. `>` marks the row that Enter takes, `✗` one that only says why it
 * can't be, and a row that leaves words unused says which.
 */
export const queries: Queries = {
  ...ofRecords,
  ...ofVerbs,
  ...ofVerbWords,
  ...ofPeople,
  ...ofSentences,
  ...ofRequests,
  ...ofLists,
  ...ofListWords,
  ...ofWordings,
  ...ofTickets,
  ...ofTeamWords,
  ...ofDesk,
}

/** The kinds whose answers may depend on the database. The others run only on PostgreSQL, or on both with `npm run test:all`. */
export const ofDatabase = [
  'names',
  'halves of names',
  'words in both orders',
  'accents',
  'typos',
  'companies',
  'e-mails and halves',
  'QR addresses',
  'bad input',
  'every record is an object',
  'names first',
  'lists of one owner',
  'filters by the moment',
  'words of the team',
]

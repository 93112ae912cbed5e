/**
 * Features an admin API may have beyond the documents, as listed by `/auth/me`. One that lists none keeps to the
 * documents, and the console requests nothing else (ruling 56).
 */
export const features = [
  /**
   * Request fields the documents don't name: `version`, `expected`, `idempotencyKey`, `reason`, `rol`, `exactSearch` …
   */
  'fields',
  'undo',
  'preferences',
  'exports',
  'audit',
  /** Who looked at what. */
  'views',
  'timeline',
  /** What a customer's page shows beside the documented reply: last payment, QR codes, counts … */
  'overview',
  'impact',
  'bulk',
  'sessions',
  /** One's own ways to sign in, recovery codes and sessions; switching accounts off. */
  'account',
  /** Passkeys among them. */
  'passkeys',
  /** When a lock after too many wrong tries ends, and lifting it early. */
  'locks',
  /** Reading billing data: the documents only have the call that writes them. */
  'billing',
  /** Which domain list entry decides on an address. */
  'domain-rules',
  /** Customers ranked by how well they match a typed text. */
  'search',
  /** Finding an invitation by whom it is for, whoever sent it, and having it sent again. */
  'invitations',
  /** What side panels show beyond a list row: scans by day, refunds, amounts of an invoice. */
  'details',
  /** Checking a web-risk address again. */
  'webrisk-check',
  /** The description of the API itself. */
  'openapi',
  /** Service tokens, and what the product tells us by them. */
  'integrations',
  /** What changes while the console is open. */
  'live',
  /** Who else has a record open. */
  'presence',
  /** All that is stored on a customer, and erasing the person. */
  'personal-data',
  /** Takes errors of the console into the log. */
  'client-errors',
  /** Lists of commands that staff keep, and that the server runs on a record. */
  'playbooks',
  /** Words that the team adds to those that the palette understands. */
  'words',
  /** Who may do what alone, and requests for a second person's consent. */
  'policies',
] as const
export type Feature = (typeof features)[number]

/**
 * What an admin API may have beyond the two documents. It lists what it has in `/auth/me`; one that lists nothing keeps to the
 * documents, and is never asked for more (ruling 56).
 */
export const features = [
  /** All fields of requests that the documents do not name: `version`, `expected`, `idempotencyKey`, `reason`, `rol`, `exactSearch` … */
  'fields',
  'undo',
  'preferences',
  'exports',
  'audit',
  'timeline',
  'impact',
  'bulk',
  'sessions',
  /** Until when somebody may not sign in after too many wrong tries, and letting them in again. */
  'locks',
  /** The call for billing data: the documents only have one that writes them. */
  'billing',
  /** Which entry of the domain lists decides on an address. */
  'domain-rules',
  /** Looking an address of the web-risk list up again. */
  'webrisk-check',
] as const
export type Feature = (typeof features)[number]

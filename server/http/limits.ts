/** How long and how much at once. Tests set shorter ones. */
export interface Limits {
  /** Milliseconds until a whole request has to be here, its body included; and how often that is looked at. */
  requestMs: number
  checkEveryMs: number
  /** Calls of the API that are worked on at once; one more waits for so many milliseconds at most, and is refused then. */
  atOnce: number
  waitMs: number
  /** Milliseconds after which a reply that nobody reads is broken off. */
  unreadMs: number
}

/**
 * The console's bodies are a few kilobytes. More calls at once make none of them faster, as ten connections of the database share the work;
 * one page of the console makes some fifteen. At a hundred calls a second, whoever is answered has waited for a second at most.
 */
export const usualLimits: Limits = { requestMs: 30_000, checkEveryMs: 5_000, atOnce: 25, waitMs: 750, unreadMs: 60_000 }

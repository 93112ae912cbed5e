/** Time and concurrency limits; tests set smaller ones. */
export interface Limits {
  /** Milliseconds for a request to arrive with its body, and how often that is checked. */
  requestMs: number
  checkEveryMs: number
  /** API calls handled concurrently, and milliseconds a further one waits before it is refused. */
  atOnce: number
  waitMs: number
  /** Milliseconds until a reply nobody reads is aborted. */
  unreadMs: number
  /** Calls a minute with one service token, and with wrong ones from one address. */
  tokenCalls: number
  wrongTokenCalls: number
}

/**
 * The console's bodies are a few kilobytes. More concurrency makes nothing faster, because calls share ten database
 * connections; a console page makes about fifteen calls. At a hundred calls a second nobody waits longer than a second.
 */
export const usualLimits: Limits = {
  requestMs: 30_000,
  checkEveryMs: 5_000,
  atOnce: 25,
  waitMs: 750,
  unreadMs: 60_000,
  tokenCalls: 1_200,
  wrongTokenCalls: 60,
}

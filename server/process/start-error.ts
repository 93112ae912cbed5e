/**
 * The server can't start, or a command can't run, for a reason the person at the terminal can fix. The message is the
 * whole report: what is wrong, where, and what to do. It contains no secrets.
 */
export class StartError extends Error {
  override name = 'StartError'
}

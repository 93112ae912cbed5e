/**
 * The server cannot start or a command cannot run, for a reason that the person at the terminal can put right.
 * The message is the whole report: what is wrong, where, and what to do. It holds no secret.
 */
export class StartError extends Error {
  override name = 'StartError'
}

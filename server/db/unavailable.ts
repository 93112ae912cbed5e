/** Socket errors and SQLSTATEs: broken connections (class 08); a server that is stopping, starting, full or read-only; a deadline. */
const unavailableCode =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-5]|57014|53[23]00|25006|25P03)$/

/** Driver messages without a code for broken connections. */
const unavailableMessage =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Cannot use a pool after calling end on the pool/

/** Whether the database was unreachable or overloaded, as opposed to a bug. */
export function isUnavailable(error: Error & { code?: unknown }): boolean {
  return unavailableCode.test(String(error.code)) || unavailableMessage.test(error.message) || isCausedBy(error, isUnavailable)
}

/** Checks an error's cause: drivers and Drizzle wrap errors. */
export function isCausedBy({ cause }: Error, is: (cause: Error) => boolean): boolean {
  return cause instanceof Error && is(cause)
}

/**
 * The transactions that a reader of the change log has seen, as a PostgreSQL snapshot describes them. Remembering
 * only the highest number is not enough: a transaction that began earlier may commit later.
 */
export interface Snapshot {
  /** All transactions before this one had ended. */
  xmin: number
  /** This transaction and later ones had not begun. */
  xmax: number
  /** Transactions in between that had not ended. */
  open: readonly number[]
}

/** Parses the text of `pg_current_snapshot()`, such as `10:20:11,15`. */
export function parseSnapshot(text: string): Snapshot {
  const [xmin, xmax, open = ''] = text.split(':')
  return { xmin: Number(xmin), xmax: Number(xmax), open: open === '' ? [] : open.split(',').map(Number) }
}

/** The reverse: a snapshot as text for PostgreSQL. */
export const snapshotText = ({ xmin, xmax, open }: Snapshot): string => `${xmin}:${xmax}:${open.join(',')}`

/** Whether the transaction had ended when the snapshot was taken. */
export function hasSeen({ xmin, xmax, open }: Snapshot, transaction: number): boolean {
  return transaction < xmin || (transaction < xmax && !open.includes(transaction))
}

const maxLength = 60
const short = (number: number) => number.toString(36)

/**
 * A snapshot as consoles store it. One with very many open transactions is shortened: some changes are then sent
 * twice, but none is missed.
 */
export function positionOf({ xmin, xmax, open }: Snapshot): string {
  const text = [short(xmin), short(xmax - xmin), open.map((one) => short(one - xmin)).join('-')].join(':')
  return text.length <= maxLength ? text : `${short(xmin)}:0:`
}

/** @returns null if it is not one of ours */
export function readPosition(position: string): Snapshot | null {
  const match = /^([\da-z]{1,10}):([\da-z]{1,10}):([\da-z-]*)$/.exec(position)
  if (!match) return null
  const [xmin = 0, range = 0] = match.slice(1, 3).map((part) => Number.parseInt(part, 36))
  const open = (match[3] ?? '').split('-').filter((part) => part !== '')
  const found = { xmin, xmax: xmin + range, open: open.map((part) => xmin + Number.parseInt(part, 36)) }
  const isSound =
    found.open.every((one, place) => one >= (found.open[place - 1] ?? xmin - 1) + 1 && one < found.xmax) && Number.isSafeInteger(found.xmax)
  return isSound && xmin > 0 ? found : null
}

/** A recently opened record, with just what its palette row needs. */
export interface RecentRecord {
  type: 'customer' | 'qr' | 'invoice' | 'payment'
  id: number
  label: string
  /** Tells records of the same name apart: email, URI, date. */
  detail: string
  href: string
}

/** A customer as a recent record. `name` is the full name, or empty. */
export function customerRecord(customer: { id: number; name: string; companyName: string | null; email: string }): RecentRecord {
  const name = [customer.name, customer.companyName].filter(Boolean).join(' — ')
  const detail = name === '' ? '' : customer.email
  return { type: 'customer', id: customer.id, label: name || customer.email, detail, href: `/customers/${customer.id}` }
}

const longestRecords = 10
const longestCommands = 30

const recordsKey = (userId: number) => `palette.recent.${userId}`
const commandsKey = (userId: number) => `palette.commands.${userId}`

/** A person's recent records, latest first. */
export function recentRecords(userId: number): RecentRecord[] {
  return read(recordsKey(userId)).filter(isRecentRecord).slice(0, longestRecords)
}

/** Moves a record to the front. */
export function rememberRecord(userId: number, { type, id, label, detail, href }: RecentRecord) {
  const others = recentRecords(userId).filter((other) => other.type !== type || other.id !== id)
  write(recordsKey(userId), [{ type, id, label, detail, href }, ...others].slice(0, longestRecords))
}

/** The ids of a person's recent commands, latest first. */
export function recentCommands(userId: number): string[] {
  return read(commandsKey(userId)).filter((id) => typeof id === 'string')
}

/** Moves a command to the front. */
export function rememberCommand(userId: number, id: string) {
  write(commandsKey(userId), [id, ...recentCommands(userId).filter((other) => other !== id)].slice(0, longestCommands))
}

/** Clears a person's recent records and commands on sign-out. */
export function forgetRecent(userId: number) {
  try {
    localStorage.removeItem(recordsKey(userId))
    localStorage.removeItem(commandsKey(userId))
  } catch {
    // Without storage there is nothing to clear.
  }
}

function read(key: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    // Corrupt or forbidden storage counts as empty.
    return []
  }
}

function write(key: string, value: unknown[]) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage full or forbidden: only the recent items are lost.
  }
}

function isRecentRecord(value: unknown): value is RecentRecord {
  if (typeof value !== 'object' || value === null) return false
  const { type, id, label, detail, href } = value as Record<string, unknown>
  return (
    (type === 'customer' || type === 'qr' || type === 'invoice' || type === 'payment') &&
    typeof id === 'number' &&
    typeof label === 'string' &&
    typeof detail === 'string' &&
    typeof href === 'string' &&
    // Only a console path: storage isn't trusted to send anyone elsewhere.
    /^\/(?!\/)/.test(href)
  )
}

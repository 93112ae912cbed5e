/** A record that a person opened, with no more about it than its row in the palette needs. */
export interface RecentRecord {
  type: 'customer' | 'qr' | 'invoice'
  id: number
  label: string
  /** What tells it from others of that name: e-mail, uri, date. */
  detail: string
  href: string
}

/** A customer as a recent record. `name` is the full name, empty where they gave none. */
export function customerRecord(customer: { id: number; name: string; companyName: string | null; email: string }): RecentRecord {
  const name = [customer.name, customer.companyName].filter(Boolean).join(' — ')
  const detail = name === '' ? '' : customer.email
  return { type: 'customer', id: customer.id, label: name || customer.email, detail, href: `/customers/${customer.id}` }
}

const longestRecords = 10
const longestCommands = 30

const recordsKey = (userId: number) => `palette.recent.${userId}`
const commandsKey = (userId: number) => `palette.commands.${userId}`

/** The records a person opened last, the latest first. */
export function recentRecords(userId: number): RecentRecord[] {
  return read(recordsKey(userId)).filter(isRecentRecord).slice(0, longestRecords)
}

/** Puts a record in front. */
export function rememberRecord(userId: number, { type, id, label, detail, href }: RecentRecord) {
  const others = recentRecords(userId).filter((other) => other.type !== type || other.id !== id)
  write(recordsKey(userId), [{ type, id, label, detail, href }, ...others].slice(0, longestRecords))
}

/** The ids of the commands a person used last, the latest first. */
export function recentCommands(userId: number): string[] {
  return read(commandsKey(userId)).filter((id) => typeof id === 'string')
}

/** Puts a command in front. */
export function rememberCommand(userId: number, id: string) {
  write(commandsKey(userId), [id, ...recentCommands(userId).filter((other) => other !== id)].slice(0, longestCommands))
}

/** Forgets what a person opened and used: at log-out. */
export function forgetRecent(userId: number) {
  try {
    localStorage.removeItem(recordsKey(userId))
    localStorage.removeItem(commandsKey(userId))
  } catch {
    // No storage, nothing to forget.
  }
}

function read(key: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    // Corrupt or forbidden storage is the same as none.
    return []
  }
}

function write(key: string, value: unknown[]) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A full storage costs the memory of what was recent and nothing else.
  }
}

function isRecentRecord(value: unknown): value is RecentRecord {
  if (typeof value !== 'object' || value === null) return false
  const { type, id, label, detail, href } = value as Record<string, unknown>
  return (
    (type === 'customer' || type === 'qr' || type === 'invoice') &&
    typeof id === 'number' &&
    typeof label === 'string' &&
    typeof detail === 'string' &&
    typeof href === 'string' &&
    // Only ever a path of the console: storage is not trusted to send anyone elsewhere.
    /^\/(?!\/)/.test(href)
  )
}

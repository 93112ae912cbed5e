import { useEffect } from 'react'
import { z } from 'zod'
import { findable } from '../../commands/engine/targets.ts'
import { readStored, writeStored } from '../kit/browser-storage.ts'

/** A recently opened record, with just what its palette row needs. */
const RecentRecord = z.object({
  type: z.enum(findable),
  id: z.number(),
  label: z.string(),
  /** Tells records of the same name apart: email, URI, date. */
  detail: z.string(),
  /** A console path: storage isn't trusted to send anyone elsewhere. */
  href: z.string().regex(/^\/(?!\/)/),
})
export type RecentRecord = z.infer<typeof RecentRecord>

const maxRecords = 10
const maxCommands = 30

const recordsKey = (userId: number) => `palette.recent.${userId}`
const commandsKey = (userId: number) => `palette.commands.${userId}`

/** A person's recent records, latest first. */
export function recentRecords(userId: number): RecentRecord[] {
  return read(recordsKey(userId), RecentRecord).slice(0, maxRecords)
}

export function rememberRecord(userId: number, { type, id, label, detail, href }: RecentRecord) {
  const others = recentRecords(userId).filter((other) => other.type !== type || other.id !== id)
  write(recordsKey(userId), [{ type, id, label, detail, href }, ...others].slice(0, maxRecords))
}

/** Remembers the record whose page is open, however it was reached. Null until loaded; memoised by the caller. */
export function useVisit(userId: number, record: RecentRecord | null) {
  useEffect(() => {
    if (record) rememberRecord(userId, record)
  }, [userId, record])
}

/** The ids of a person's recent commands, latest first. */
export function recentCommands(userId: number): string[] {
  return read(commandsKey(userId), z.string())
}

export function rememberCommand(userId: number, id: string) {
  write(commandsKey(userId), [id, ...recentCommands(userId).filter((other) => other !== id)].slice(0, maxCommands))
}

/** Drops a customer who was erased, and what is theirs. */
export function forgetCustomer(userId: number, id: number) {
  const isTheirs = ({ href }: RecentRecord) => new RegExp(`^/customers/${id}(?!\\d)`).test(href)
  write(
    recordsKey(userId),
    recentRecords(userId).filter((record) => !isTheirs(record)),
  )
}

export function forgetRecent(userId: number) {
  writeStored(recordsKey(userId), null)
  writeStored(commandsKey(userId), null)
}

/** What was stored of this kind; corrupt storage counts as empty. */
function read<Item>(key: string, item: z.ZodType<Item>): Item[] {
  try {
    const stored = z.array(z.unknown()).parse(JSON.parse(readStored(key) ?? '[]'))
    return stored.flatMap((each) => item.safeParse(each).data ?? [])
  } catch {
    return []
  }
}

function write(key: string, value: unknown[]) {
  writeStored(key, JSON.stringify(value))
}

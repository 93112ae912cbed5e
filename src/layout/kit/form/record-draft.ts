import { useRef, useState } from 'react'
import { changers } from '../changers.ts'
import { useStore } from '../store.ts'
import { dropDraft, readDraft, writeDraft } from './draft.ts'

type Fields = Readonly<Record<string, string>>

/** Only the changed fields, each with the record's value it started from. */
interface Kept {
  typed: Record<string, string>
  base: Record<string, string>
}

/** A field that two people changed differently at the same time. */
export interface FieldConflict {
  theirs: string
  yours: string
}

const nothing: Kept = { typed: {}, base: {} }

/**
 * A form on a record that others may change. Input overlays the current record, so a reload never loses it, and is kept
 * as a draft (ruling 12). If the record's value changed under it, both are offered until the person chooses.
 * @param form names the form and its record: `customer.8812.info`
 * @param record the record's current fields
 */
export function useRecordDraft<Values extends Fields>(userId: number, form: string, record: Values) {
  const [kept, setKept] = useState<Kept>(() => keptOf(readDraft(userId, form), record))
  const changed = changedFields(kept, record)
  const known = useStore(changers)

  // A save that ends later must see what was typed meanwhile, and keep it even after the form is unmounted.
  const latest = useRef(kept)
  const keep = (update: (now: Kept) => Kept) => {
    const next = update(latest.current)
    latest.current = next
    setKept(next)
    if (Object.keys(next.typed).length === 0) dropDraft(userId, form)
    else writeDraft(userId, form, { ...next })
  }

  return {
    values: { ...record, ...kept.typed },
    changed: Object.fromEntries(changed.map((name) => [name, kept.typed[name]])) as Partial<Values>,
    isChanged: changed.length > 0,
    /** Who changed the record last, if it was told. */
    changedBy: known.get(form.split('.', 2).join('.')) ?? null,
    conflicts: conflictsIn(kept, record) as Partial<Record<keyof Values, FieldConflict>>,
    /** Whether others changed the same fields in the record read again. */
    isConflict: (read: Values) => Object.keys(conflictsIn(latest.current, read)).length > 0,
    change: (name: keyof Values & string, text: string) =>
      keep(({ typed, base }) => ({
        typed: { ...typed, [name]: text },
        base: { ...base, [name]: base[name] ?? record[name] ?? '' },
      })),
    takeTheirs: (name: keyof Values & string) => keep((now) => without(now, [name])),
    keepYours: (name: keyof Values & string) => keep(({ typed, base }) => ({ typed, base: { ...base, [name]: record[name] ?? '' } })),
    /** For prose: what was written here goes below theirs. Of a text that goes on from where it started, only what was added. */
    keepBoth: (name: keyof Values & string) =>
      keep(({ typed, base }) => {
        const [own = '', was = '', theirs = ''] = [typed[name], base[name], record[name]]
        const added = own.startsWith(was) ? own.slice(was.length).trim() : own
        return { typed: { ...typed, [name]: `${theirs}\n\n${added}` }, base: { ...base, [name]: theirs } }
      }),
    /**
     * After saving: drops what was sent and rebases what was typed since on the saved record.
     * @param saved the record's fields as read after saving
     * @returns whether anything was typed since
     */
    saved(sent: Partial<Values>, saved: Values = record): boolean {
      keep((now) => {
        const since = without(
          now,
          Object.keys(now.typed).filter((name) => now.typed[name] === sent[name] || now.typed[name] === saved[name]),
        )
        return { ...since, base: Object.fromEntries(Object.keys(since.typed).map((name) => [name, saved[name] ?? ''])) }
      })
      return Object.keys(latest.current.typed).length > 0
    },
    discard: () => keep(() => nothing),
  }
}

function changedFields({ typed }: Kept, record: Fields): string[] {
  return Object.keys(typed).filter((name) => typed[name] !== record[name])
}

/** The changed fields whose record value is neither the one they started from nor the one typed. */
export function conflictsIn(kept: Kept, record: Fields): Record<string, FieldConflict> {
  return Object.fromEntries(
    changedFields(kept, record)
      .filter((name) => kept.base[name] !== record[name])
      .map((name) => [name, { theirs: record[name] ?? '', yours: kept.typed[name] ?? '' }]),
  )
}

function without({ typed, base }: Kept, names: readonly string[]): Kept {
  const rest = (fields: Record<string, string>) => Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
  return { typed: rest(typed), base: rest(base) }
}

/** The stored draft without fields the form no longer has. */
function keptOf(draft: Record<string, unknown> | null, record: Fields): Kept {
  const texts = (part: unknown) =>
    Object.fromEntries(
      Object.entries(typeof part === 'object' && part !== null ? part : {}).filter(
        (entry): entry is [string, string] => entry[0] in record && typeof entry[1] === 'string',
      ),
    )
  const typed = texts(draft?.['typed'])
  const base = texts(draft?.['base'])
  return { typed, base: Object.fromEntries(Object.keys(typed).map((name) => [name, base[name] ?? record[name] ?? ''])) }
}

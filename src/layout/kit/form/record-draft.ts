import { useRef, useState } from 'react'
import { dropDraft, readDraft, writeDraft } from './draft.ts'

/** The fields of a form as text, as people type them. */
type Fields = Readonly<Record<string, string>>

/** What a person changed: only those fields, each with the value of the record that it was made from. */
interface Kept {
  typed: Record<string, string>
  base: Record<string, string>
}

/** A field that somebody else changed to something else while a person was changing it. */
export interface FieldConflict {
  theirs: string
  yours: string
}

const nothing: Kept = { typed: {}, base: {} }

/**
 * A form on a record that others may change meanwhile. What is typed lies over the record as it is now, so that a record that is
 * read again never takes it away; it is kept as a draft (ruling 12). Where the record's own value of a field moved since it was
 * typed over, both are given, until the person chose one.
 * @param form names the form and its record: `customer.8812.info`
 * @param record the record's fields as they are now
 */
export function useRecordDraft<Values extends Fields>(userId: number, form: string, record: Values) {
  const [kept, setKept] = useState<Kept>(() => keptOf(readDraft(userId, form), record))
  const changed = changedFields(kept, record)

  // Saving ends later than it began: it has to find what was typed meanwhile, and to keep it even where the form is gone by then.
  const latest = useRef(kept)
  const keep = (update: (now: Kept) => Kept) => {
    const next = update(latest.current)
    latest.current = next
    setKept(next)
    if (Object.keys(next.typed).length === 0) dropDraft(userId, form)
    else writeDraft(userId, form, { ...next })
  }

  return {
    /** What the form shows. */
    values: { ...record, ...kept.typed },
    /** The fields that would be saved. */
    changed: Object.fromEntries(changed.map((name) => [name, kept.typed[name]])) as Partial<Values>,
    isChanged: changed.length > 0,
    conflicts: conflictsIn(kept, record) as Partial<Record<keyof Values, FieldConflict>>,
    /** Whether the record, read again, was changed by others where the person changed it too. */
    isConflict: (read: Values) => Object.keys(conflictsIn(latest.current, read)).length > 0,
    change: (name: keyof Values & string, text: string) =>
      keep(({ typed, base }) => ({
        typed: { ...typed, [name]: text },
        base: { ...base, [name]: base[name] ?? record[name] ?? '' },
      })),
    takeTheirs: (name: keyof Values & string) => keep((now) => without(now, [name])),
    keepYours: (name: keyof Values & string) => keep(({ typed, base }) => ({ typed, base: { ...base, [name]: record[name] ?? '' } })),
    /**
     * After saving: what was sent is no change any more; what was typed since is one of the record as it was saved.
     * @param saved the record's fields as they were read after saving
     * @returns whether something was typed since
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

/** The fields of which the record has become something else than they were made from, and than was typed. */
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

/** A draft as it was kept, without fields that the form no longer has. */
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

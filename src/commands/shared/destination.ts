import { z } from 'zod'
import { type Destinations, searchDestinations } from '../../api/destinations.ts'
import { beginsWords, isSameName, termWords } from '../../contract/customer-match.ts'
import { whyNotReceive } from '../../contract/qr-rules.ts'
import type { ArgumentStep, Choice, Read } from '../engine/steps.ts'

/** The customer who receives a transfer, as shown in the confirmation (document 2, sections 2 and 5). */
const Destiny = z.object({ id: z.number().int(), email: z.string(), name: z.string() })
export type Destiny = z.infer<typeof Destiny>

/** Documented text for a look-up that found nobody or failed. */
const customerNotFound = 'Customer not found!'

export const describeDestiny = ({ id, email, name }: Destiny) => `${name || email} (${email}, #${id})`

/**
 * The step that picks a transfer's destination. The owner and deleted or banned customers are refused here; the QR
 * limit is checked by the server, which counts (ruling 43).
 * @param ownerOf the current owner, if it is a single customer
 */
export function destinationStep<Record>(ownerOf: (record: Record) => number | null): ArgumentStep<Record, Destiny> {
  return {
    title: 'Destination',
    kind: 'record',
    hint: () => 'Type an email, an id or a name',
    find: async (_context, record, term, signal) => choicesOf(await searchDestinations(term, signal), term, ownerOf(record)),
    picked,
    pickedId: (typed) => readDestiny(typed)?.id ?? null,
    notFound: customerNotFound,
    needsChange: true,
    read: (typed): Read<Destiny> => {
      const value = readDestiny(typed)
      return value === null ? { value, refusal: 'Choose a customer.' } : { value, refusal: null }
    },
  }
}

function picked(typed: string): Choice | null {
  const destiny = readDestiny(typed)
  return destiny === null ? null : choiceOf(destiny)
}

function readDestiny(typed: string): Destiny | null {
  try {
    return Destiny.safeParse(JSON.parse(typed)).data ?? null
  } catch {
    // Nothing is picked yet.
    return null
  }
}

const choiceOf = (destiny: Destiny): Choice => ({
  value: JSON.stringify(destiny),
  label: destiny.name || destiny.email,
  detail: `${destiny.email} · #${destiny.id}`,
})

function choicesOf(found: Destinations, term: string, owner: number | null): Choice[] {
  const { exact, rows } = found
  const exactId = exact?.id ?? onlyNamed(found, term)
  const refusalOf = (id: number, facts: { deleted: boolean; banned: boolean }) =>
    whyNotReceive({ id, ...facts, qrLimit: null, qrCount: 0 }, owner ?? 0, 0)
  const choices = rows.map((row) => ({
    ...choiceOf({ id: row.id, email: row.email, name: row.fullName }),
    refusal: refusalOf(row.id, row),
    isExact: row.id === exactId,
  }))
  const begins = ({ label, detail }: Choice) => Number(beginsWords(`${label} ${detail}`, term))
  choices.sort((a, b) => Number(b.isExact) - Number(a.isExact) || begins(b) - begins(a))
  if (exact === null || choices.some(({ isExact }) => isExact)) return choices
  const name = `${exact.firstname} ${exact.lastname}`.trim()
  const own = choiceOf({ id: exact.id, email: exact.email, name })
  return [{ ...own, refusal: refusalOf(exact.id, { deleted: false, banned: false }), isExact: true }, ...choices]
}

/** The customer whose whole name was typed, if no other has it. */
function onlyNamed({ rows, areAll }: Destinations, term: string): number | null {
  if (!areAll || termWords(term).length < 2) return null
  const [only, another] = rows.filter(({ fullName }) => isSameName(fullName, term))
  return only && !another ? only.id : null
}

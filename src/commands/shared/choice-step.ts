import type { ArgumentStep } from '../engine/steps.ts'

interface Choices<Value extends string | number, Record> {
  title: string
  /** What it says while nothing is chosen. */
  ask: string
  /** In display order. */
  values: readonly Value[]
  /** @param record absent where no record is known yet */
  label: (value: Value, record?: Record) => string
  /** Further words that name a value when typed behind the command. */
  keywords?: Partial<globalThis.Record<Value, readonly string[]>>
  /** Words that name a value in some states of the record only: why not in this one, or null where they do. */
  wordsIn?: Partial<globalThis.Record<Value, Readonly<globalThis.Record<string, (record: Record) => string | null>>>>
  /** Why the record can't get a value; absent for selections, whose records vary. */
  whyNot?: (record: Record, value: Value) => string | null
}

/** A number alone is none, unless people see it: '1: full access'. */
const isLabel = (label: string, text: string) => label.toLowerCase() === text || label.startsWith(`${text}:`)

/** The step that asks for one of a few values, each of which may be refused. */
export function choiceStep<Value extends string | number, Record>({
  title,
  ask,
  values,
  label,
  keywords = {},
  wordsIn = {},
  whyNot = () => null,
}: Choices<Value, Record>): ArgumentStep<Record, Value> {
  return {
    title,
    kind: 'choice',
    options: (record) =>
      values.map((value) => {
        const own = Object.entries<(record: Record) => string | null>(wordsIn[value] ?? {}).map(
          ([word, why]) => [word, why(record)] as const,
        )
        return {
          value: String(value),
          label: label(value, record),
          refusal: whyNot(record, value),
          keywords: [...(keywords[value] ?? []), ...own.map(([word]) => word)],
          refusedWords: Object.fromEntries(own.flatMap(([word, refusal]) => (refusal === null ? [] : [[word, refusal]]))),
        }
      }),
    read: (typed, record) => {
      const value = values.find((each) => String(each) === typed)
      if (value === undefined) return { value: null, refusal: ask }
      const refusal = whyNot(record, value)
      return refusal === null ? { value, refusal } : { value: null, refusal }
    },
    // By its start or by what one says to do: 'stop', 'activate'.
    readAhead: (typed) => {
      const text = typed.toLowerCase()
      const value = values.find(
        (each) =>
          (typeof each === 'string' ? each.startsWith(text) : isLabel(label(each), text)) ||
          keywords[each]?.includes(text) ||
          Object.hasOwn(wordsIn[each] ?? {}, text),
      )
      return value === undefined ? { value: null, refusal: ask } : { value, refusal: null, words: label(value) }
    },
  }
}

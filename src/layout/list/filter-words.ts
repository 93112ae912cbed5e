import { startOfDay, endOfDay } from '../../contract/dates.ts'
import { mistyped } from '../../contract/typos.ts'
import { fold } from '../../commands/ranking.ts'
import { countriesByName } from './country-words.ts'
import { readDays } from './day-words.ts'
import type { Choice } from './filters.tsx'

/**
 * What a filter understands of typed words. It is part of each filter's definition, so that 'unpaid customers in spain'
 * needs nothing but the list itself (design/feel.md, 'Filters as words').
 */
export type FilterWords =
  | { kind: 'choice'; spec: { param: string; label: string; choices: readonly Choice[] } }
  | { kind: 'switch'; param: string; label: string }
  /** A record's id behind a word: 'of 4711', 'owner 4711'. */
  | { kind: 'id'; param: string; label: string }
  | { kind: 'number'; param: string; label: string; isNumber: (text: string) => boolean }
  | { kind: 'country' | 'card' | 'dates' | 'month' }

/** Changes to a list's URL. */
export type Changes = Readonly<Record<string, string>>

/** Some of the words, as a filter understands them. */
interface Taken {
  count: number
  changes: Changes
  /** 0 for the filter's own words, 1 for a part of them, 2 with a typo. */
  doubt: 0 | 1 | 2
  /** Words that belong to it and filter nothing. */
  ignored: readonly string[]
}

/** A list that may be meant, with the names it goes by. */
export interface NamedList<List> {
  list: List
  names: readonly string[]
  words: readonly FilterWords[]
}

/** A text as a list's filters. */
export interface FilterReading<List> {
  list: List
  changes: Changes
  /** What filters nothing. */
  ignored: readonly string[]
  /** All of it is understood, even if a card's brand filters nothing. */
  isWhole: boolean
  /** The text names the list, or two of its filters, and all of it is understood. */
  isLikely: boolean
}

const longestText = 120
const mostWords = 12
const mostOfList = 2
const mostReadings = 3

/** Words that filter nothing by themselves. */
const between = new Set(
  'in of with the a an all any and by from who that which are is was were have has for on at to my only show list created made'.split(' '),
)

/** Spellings that stand for others. */
const spellings: Record<string, string> = { cancelled: 'canceled', trialling: 'trialing', cancelation: 'cancellation' }

interface Word {
  raw: string
  text: string
}

/**
 * Reads a text as filters of lists, likeliest first. Without the name of a list, all of the text has to be understood.
 * Pure; lists are in the order of the menu.
 * @param today `YYYY-MM-DD`
 */
export function readFilters<List>(text: string, lists: readonly NamedList<List>[], today: string): FilterReading<List>[] {
  const words = text.length > longestText ? [] : wordsIn(text)
  if (words.length === 0 || words.length > mostWords) return []
  // 'payments' is a screen, not the audit trail's target.
  const whole = words.map(({ text }) => stem(text)).join(' ')
  if (lists.some(({ names }) => names.some((name) => ownStems(name).join(' ') === whole))) return []
  const found = lists.flatMap((each) => bestOf(words, each, today).map((parse) => ({ list: each.list, ...parse })))
  const isNamed = found.some((each) => each.isNamed)
  const least = Math.min(...found.map(({ unknown }) => unknown.length))
  return found
    .filter((each) => (isNamed ? each.isNamed : each.unknown.length + each.doubt === 0 && !each.isVague) && each.unknown.length === least)
    .toSorted((a, b) => a.doubt - b.doubt || b.filters - a.filters)
    .slice(0, mostReadings)
    .map(({ list, changes, unknown, ignored, filters }) => ({
      list,
      changes,
      ignored: [...ignored, ...unknown],
      isWhole: unknown.length === 0,
      isLikely: unknown.length === 0 && (isNamed || filters > 1),
    }))
}

/** The same, found out once for each text. */
function once<Value>(of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text) ?? of(text)
    known.set(text, value)
    return value
  }
}

/** The words of the definitions' own texts, as they are and without an ending. */
const ownWords = once((phrase) => wordsIn(phrase).map(({ text }) => text))
const ownStems = once((phrase) => ownWords(phrase).map(stem))

const stem = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)

/** Whether words begin with a phrase; none begin with an empty one. */
const begin = (words: readonly string[], phrase: readonly string[]) =>
  phrase.length > 0 && phrase.every((part, index) => part === words[index])

/** Words as typed and folded. Slashes of dates become hyphens; 'requires_action' is two words. */
function wordsIn(text: string): Word[] {
  return text
    .replace(/(\d)\/(?=\d)/g, '$1-')
    .split(/[\s,;:()"'“”‘’]+/)
    .flatMap((raw) =>
      fold(raw)
        .split(' ')
        .map((word) => word.replace(/^[.-]+(?=.)|[.]+$/g, ''))
        .flatMap((word) => (word === '' ? [] : [{ raw, text: spellings[word] ?? word }])),
    )
}

interface Parse {
  changes: Changes
  unknown: readonly string[]
  ignored: readonly string[]
  doubt: number
  filters: number
  isNamed: boolean
  /** Dates alone don't say of what. */
  isVague: boolean
}

const empty: Parse = { changes: {}, unknown: [], ignored: [], doubt: 0, filters: 0, isNamed: false, isVague: true }

/** The ways to read the words by one list's filters that leave the fewest words out, and doubt the least. */
function bestOf<List>(words: readonly Word[], { names, words: filters }: NamedList<List>, today: string): Parse[] {
  const stems = words.map(({ text }) => stem(text))
  const nameAt = (at: number) => names.map(ownStems).find((name) => begin(stems.slice(at), name))
  // Without its name, a list needs its filters' own words.
  const mayDoubt = words.some((_, at) => nameAt(at))
  // From the last word on: how the rest can be read from each place.
  const from: Parse[][] = [...words.map(() => []), [empty]]
  for (let at = words.length - 1; at >= 0; at--) {
    const rest = words.slice(at)
    const [word] = rest
    if (!word) continue
    const named = nameAt(at)
    const ways = filters.flatMap((filter) => takenBy(filter, rest, today, mayDoubt).map((taken) => ({ filter, taken })))
    const read = [
      ...(named ? behind(from, at + named.length, (parse) => ({ ...parse, isNamed: true })) : []),
      ...(between.has(word.text) ? behind(from, at + 1, (parse) => parse) : []),
      ...ways.flatMap(({ filter, taken }) =>
        behind(from, at + taken.count, (parse) =>
          Object.keys(taken.changes).some((param) => param in parse.changes)
            ? null
            : {
                ...parse,
                changes: { ...taken.changes, ...parse.changes },
                ignored: [...taken.ignored, ...parse.ignored],
                doubt: parse.doubt + taken.doubt,
                filters: parse.filters + 1,
                isVague: parse.isVague && (filter.kind === 'dates' || filter.kind === 'month'),
              },
        ),
      ),
      ...behind(from, at + 1, (parse) => ({ ...parse, unknown: [word.raw, ...parse.unknown] })),
    ]
    from[at] = best(read, mostOfList)
  }
  // A day that doesn't exist is worth a word.
  return (from[0] ?? []).filter(
    ({ filters: count, isNamed, unknown }) => count > 0 || (isNamed && unknown.some((word) => /^\d+([-./]\d+){1,2}$/.test(word))),
  )
}

const behind = (from: readonly Parse[][], at: number, extend: (parse: Parse) => Parse | null) =>
  (from[at] ?? []).flatMap((parse) => extend(parse) ?? [])

const costOf = ({ unknown, doubt, isNamed }: Parse) => unknown.length * 100 + doubt * 2 + (isNamed ? 0 : 1)

function best(read: readonly Parse[], most: number): Parse[] {
  const least = Math.min(...read.map(costOf))
  const seen = new Set<string>()
  return read
    .filter((parse) => costOf(parse) === least)
    .toSorted((a, b) => a.filters - b.filters)
    .filter(({ changes }) => {
      const key = Object.entries(changes).map(String).toSorted().join()
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, most)
}

/** What a filter makes of words, from the first one on. */
function takenBy(filter: FilterWords, words: readonly Word[], today: string, mayDoubt: boolean): Taken[] {
  const texts = words.map(({ text }) => text)
  switch (filter.kind) {
    case 'choice':
      return choicesIn(filter.spec, texts.map(stem), mayDoubt)
    case 'switch':
      return phrasesAt([phraseOf(filter.label, 'true')], texts.map(stem), mayDoubt).map(setting(filter.param))
    case 'id':
      return idIn(filter, texts)
    case 'number':
      return numberIn(filter, texts)
    case 'country':
      return countriesIn(words)
    case 'card':
      return cardIn(texts)
    case 'dates':
      return datesIn(texts, today)
    case 'month':
      return monthIn(texts, today)
  }
}

const plain = (count: number, changes: Changes): Taken => ({ count, changes, doubt: 0, ignored: [] })

/** Sets a filter to the value that a phrase stands for. */
const setting =
  (param: string, lead = 0) =>
  ({ count, doubt, value }: Said): Taken => ({ ...plain(lead + count, { [param]: value }), doubt })

type ChoiceSpec = Extract<FilterWords, { kind: 'choice' }>['spec']

/** A phrase and the value it stands for. */
interface Phrase {
  parts: readonly string[]
  value: string
}

const phraseOf = (text: string, value: string): Phrase => ({ parts: ownStems(text), value })

const shortestPart = 4

/**
 * How words begin with one of the phrases.
 * @param mayDoubt also with a longer word of one, or with a typo if nothing else is meant
 */
function phrasesAt(phrases: readonly Phrase[], stems: readonly string[], mayDoubt: boolean): Said[] {
  const [word = ''] = stems
  const found = phrases.filter(({ parts }) => begin(stems, parts))
  if (found.length > 0) return found.map(({ parts, value }) => ({ count: parts.length, doubt: 0, value }))
  if (!mayDoubt || word.length < shortestPart) return []
  const isLong = (part: string) => part.length >= shortestPart && !between.has(part)
  const having = (part: string) => phrases.filter(({ parts }) => parts.includes(part))
  const inside = isLong(word) ? having(word) : []
  if (inside.length > 0) return inside.map(({ value }) => ({ count: 1, doubt: 1, value }))
  const near = [...new Set(phrases.flatMap(({ parts }) => parts))]
    .filter((part) => isLong(part) && mistyped(word, part)?.length === part.length)
    .map(having)
    .filter(([first]) => first?.parts.length === 1)
  return near.flat().map(({ value }) => ({ count: 1, doubt: 2, value }))
}

type Said = Pick<Taken, 'count' | 'doubt'> & { value: string }

function choicesIn(spec: ChoiceSpec, stems: readonly string[], mayDoubt: boolean): Taken[] {
  const phrases = spec.choices.flatMap(({ value, label, words = [] }) => [label, ...words].map((phrase) => phraseOf(phrase, value)))
  const name = ownStems(spec.label)
  const at = (lead: number) => phrasesAt(phrases, stems.slice(lead), mayDoubt).map(setting(spec.param, lead))
  // 'status active', 'method card'.
  return [...at(0), ...(begin(stems, name) ? at(name.length) : [])].flatMap((taken) => {
    // 'paid invoices', where 'Invoice' is what is paid.
    return begin(stems.slice(taken.count), name) ? [taken, { ...taken, count: taken.count + name.length }] : [taken]
  })
}

const asId = (text = '') => (/^#?[1-9]\d{0,9}$/.test(text) ? text.replace('#', '') : null)

function idIn({ param, label }: { param: string; label: string }, texts: readonly string[]): Taken[] {
  const name = ownWords(label).filter((word) => word !== 'id')
  const isOwner = name[0] === 'customer' || name[0] === 'owner'
  const leads = [name, [...name, 'id'], ...(isOwner ? [['of'], ['of', 'customer'], ['owner']] : [])]
  return leads.flatMap((lead) => {
    const id = lead.every((word, index) => word === texts[index]) ? asId(texts[lead.length]) : null
    return id === null ? [] : [plain(lead.length + 1, { [param]: id })]
  })
}

function numberIn({ param, label, isNumber }: Extract<FilterWords, { kind: 'number' }>, texts: readonly string[]): Taken[] {
  const name = ownWords(label)
  const lead = name.every((part, index) => part === texts[index]) ? name.length : 0
  const text = texts[lead] ?? ''
  return isNumber(text) ? [plain(lead + 1, { [param]: text })] : []
}

function countriesIn(words: readonly Word[]): Taken[] {
  const codes = countriesByName()
  const texts = words.map(({ text }) => text)
  const found = [4, 3, 2, 1].flatMap((count) => {
    const code = count <= texts.length ? codes.get(texts.slice(0, count).join(' ')) : undefined
    return code === undefined ? [] : [plain(count, { country: code })]
  })
  const [first] = words
  // Only in capitals: 'in', 'it' and 'no' are words.
  const isCode = first !== undefined && /^[A-Z]{2}$/.test(first.raw) && [...codes.values()].includes(first.text)
  return isCode && found.length === 0 ? [plain(1, { country: first.text })] : found
}

const brands = new Set(['visa', 'mastercard', 'amex', 'discover', 'maestro', 'diners', 'jcb', 'unionpay'])

/** 'card 4242', 'visa 4242', 'card ending in 4242', 'expires 05-2027'. Brands aren't filtered by. */
function cardIn(texts: readonly string[]): Taken[] {
  const [word = ''] = texts
  if (word === 'card' || word === 'ending' || brands.has(word)) {
    const at = texts.findIndex((text, index) => index > 0 && !['card', 'ending', 'in', 'with'].includes(text))
    const ignored = brands.has(word) ? [word] : []
    return /^\d{4}$/.test(texts[at] ?? '') ? [{ ...plain(at + 1, { last4: texts[at] ?? '' }), ignored }] : []
  }
  if (!/^expir(es|ed|ing|y)$/.test(word)) return []
  const at = texts[1] === 'in' ? 2 : 1
  const [, month, year = ''] = /^(?:(\d{1,2})-)?(\d{4}|\d{2})$/.exec(texts[at] ?? '') ?? []
  const whole = year.length === 2 ? `20${year}` : year
  if (year === '' || (year.length === 2 && month === undefined)) return []
  return [plain(at + 1, { ...(month === undefined ? {} : { expiryMonth: String(Number(month)) }), expiryYear: whole })]
}

function datesIn(texts: readonly string[], today: string): Taken[] {
  const found = readDays(texts, today)
  if (!found) return []
  const { first, last } = found.days
  return [plain(found.count, { from: firstSecond(first), to: lastSecond(last) })]
}

// Zones are slow to ask, and each list asks for the same days.
const firstSecond = once((day) => String(startOfDay(day)))
const lastSecond = once((day) => String(endOfDay(day)))

function monthIn(texts: readonly string[], today: string): Taken[] {
  const found = readDays(texts, today)
  if (!found || found.days.first.slice(0, 7) !== found.days.last.slice(0, 7) || found.days.first === found.days.last) return []
  const [year, month] = found.days.first.split('-').map(Number)
  return [plain(found.count, { month: String(month), year: String(year) })]
}

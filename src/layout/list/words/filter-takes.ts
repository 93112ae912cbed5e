import { linkIn } from '../../../commands/text/recognise.ts'
import { isAnyNoun } from '../../../commands/text/record-words.ts'
import { isQualifier } from '../../../commands/text/word-kinds.ts'
import { parseUrl } from '../../../contract/parse-url.ts'
import { targetHost, targetKey } from '../../../contract/qr-target.ts'
import { mistyped } from '../../../contract/typos.ts'
import type { DateWords, FilterWords } from '../filter-definition.ts'
import { amountAt } from './amount-words.ts'
import { cardAt, monthAt } from './card-words.ts'
import { choicesAt, phrasesAt } from './choice-words.ts'
import { countriesByName } from './country-words.ts'
import { measureAt } from './measure-words.ts'
import { daysFrom, type Place, type Taken, taking, textsAt } from './taken-words.ts'
import { connecting, phraseAt, stemsOf, type Word } from './typed-words.ts'

/** What a filter makes of the words from a place on. */
export function takenBy(filter: FilterWords, place: Place): Taken[] {
  switch (filter.kind) {
    case 'choice':
      return choicesAt(filter.spec, place)
    case 'switch':
      return phrasesAt([{ parts: stemsOf(filter.label), value: 'true' }], place, place.at).map(({ count, doubt, value }) => ({
        ...taking(count, { [filter.param]: value }),
        doubt,
      }))
    case 'phrases':
      // 'last year' is no order.
      return (daysAt(place).some(({ count }) => count > 1) ? [] : filter.phrases).flatMap((phrase) =>
        // Beside days, 'new' is rather what was created then.
        behindPhrase(place, phrase, (count) => {
          const top = 'sort' in filter.changes ? howMany(place.words[place.at + count]) : undefined
          const taken = top === undefined ? taking(count, filter.changes) : taking(count + 1, { ...filter.changes, top })
          return { ...taken, isVague: true, doubt: phrase === 'new' ? 0.25 : 0 }
        }),
      )
    case 'id':
      return idAt(filter, place)
    case 'number':
      return numberAt(filter, place)
    case 'name':
      return nameAt(filter, place)
    case 'target':
      return targetAt(filter, place)
    case 'search':
      return filter.leads.length === 0 ? searchAt(filter.param, place) : searchBehind(filter, place)
    case 'amount':
      return amountAt(place)
    case 'measure':
      return measureAt(filter.spec, place)
    case 'dates':
      return [...(filter.isUsual ? daysAt(place) : []), ...momentsAt(filter, place)]
    case 'country':
      return countryAt(place)
    case 'card':
      return cardAt(place)
    case 'month':
      return monthAt(place)
  }
}

const numbers = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** The 3 of 'last 3 payments' or of 'top three customers'. */
function howMany(word: Word | undefined): string | undefined {
  const at = numbers.indexOf(word?.text ?? '')
  return at >= 0 ? String(at + 2) : /^[1-9]\d?$/.exec(word?.text ?? '')?.[0]
}

function behindPhrase({ words, at }: Place, phrase: string, take: (count: number) => Taken | null): Taken[] {
  const count = phraseAt(words, at, stemsOf(phrase))
  const taken = count > 0 ? take(count) : null
  return taken ? [taken] : []
}

const asId = (text = '') => (/^#?[1-9]\d{0,9}$/.test(text) ? text.replace('#', '') : null)

function idAt({ param, label }: { param: string; label: string }, place: Place): Taken[] {
  const name = label.toLowerCase().replace(/ id$/, '')
  const isOwner = name === 'customer' || name === 'owner'
  const texts = textsAt(place)
  return [name, `${name} id`, ...(isOwner ? ['of', 'of customer', 'owner'] : [])].flatMap((lead) => {
    const parts = lead.split(' ')
    const id = parts.every((part, index) => part === texts[index]) ? asId(texts[parts.length]) : null
    return id === null ? [] : [taking(parts.length + 1, { [param]: id })]
  })
}

/** '404', 'status 404', 'status code 404'. */
function numberAt({ param, label, isNumber }: Extract<FilterWords, { kind: 'number' }>, { words, at }: Place): Taken[] {
  const name = stemsOf(label)
  return name.concat('').flatMap((_, length) => {
    const text = words[at + length]?.text ?? ''
    const isLed = name.slice(0, length).every((part, index) => part === words[at + index]?.stem)
    return isLed && isNumber(text) ? [{ ...taking(length + 1, { [param]: text }), isTelling: length > 0 }] : []
  })
}

/** 'on pro', 'on the pro plan', 'plan pro', 'pro plan'. Any name may be meant, so whatever else is meant is likelier. */
function nameAt({ param, label, leads }: Extract<FilterWords, { kind: 'name' }>, place: Place): Taken[] {
  const { words, at } = place
  const name = (index: number) => {
    const word = words[index]
    return word &&
      /^\p{L}[\p{L}\p{N}-]*$/u.test(word.text) &&
      !connecting.has(word.text) &&
      !isQualifier({ folded: word.text }) &&
      word.stem !== stemsOf(label)[0]
      ? word.raw
      : null
  }
  const taken = (count: number, value: string | null): Taken | null =>
    value === null ? null : { ...taking(count, { [param]: value }), doubt: 0.5 }
  const behind = (count: number) => phraseAt(words, at + count, stemsOf(label))
  const led = [label, ...leads].flatMap((lead) =>
    behindPhrase(place, lead, (count) => {
      const isThe = words[at + count]?.text === 'the'
      const length = count + Number(isThe) + 1
      return taken(length + behind(length), name(at + length - 1))
    }),
  )
  const before = behind(1) > 0 ? taken(1 + behind(1), name(at)) : null
  return before ? [...led, before] : led
}

const hostShaped = /^(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,63}(?:[/?#]\S*)?$/u

/** 'leading to cafesol.example', 'to cafesol.example/menu', 'https://cafesol.example/menu'. */
function targetAt({ param, changes, leads }: Extract<FilterWords, { kind: 'target' }>, { words, at }: Place): Taken[] {
  const taken = (lead: number): Taken[] => {
    const first = words[at + lead]
    const isLink = first !== undefined && /^https?:\/\//i.test(first.raw)
    if (!first?.isFirst || !(isLink || (lead > 0 && hostShaped.test(first.raw)))) return []
    const count = lead + words.filter(({ group }) => group === first.group).length
    const url = isLink ? parseUrl(first.raw) : null
    const target = (url && linkIn(url)) ?? first.raw
    const [host, address] = [targetHost(target), targetKey(target).replace(/\/$/, '')]
    // An abuse mail names one address; whatever else leads to its host matters as well.
    const targets = isLink && lead === 0 ? [address, host] : [address]
    return [...new Set(targets)].map((each) => ({ ...taking(count, { ...changes, [param]: each }), isTelling: isLink || lead > 1 }))
  }
  const leading = leads.map((lead) => phraseAt(words, at, stemsOf(lead))).filter((count) => count > 0)
  return [0, ...new Set(leading)].flatMap(taken)
}

/** A plain word may also be one that was not understood. */
function searchAt(param: string, place: Place): Taken[] {
  const { words, at, mayDoubt } = place
  const word = words[at]
  if (!mayDoubt || !word?.isFirst || connecting.has(word.text) || daysAt(place).length > 0) return []
  if (/^(of|by|for|from)$/.test(words[at - 1]?.text ?? '') || isAnyNoun({ folded: word.text }) || isQualifier({ folded: word.text }))
    return []
  const isAddress = /[\d._-]/.test(word.raw)
  const count = words.filter(({ group }) => group === word.group).length
  return [{ ...taking(count, { [param]: word.raw }), doubt: isAddress ? 0 : 1 }]
}

const maxTermWords = 4

/** 'notes about late payments', 'notes by sam'. */
function searchBehind({ param, leads }: Extract<FilterWords, { kind: 'search' }>, place: Place): Taken[] {
  const { words, at, mayDoubt } = place
  if (!mayDoubt || !leads.includes(words[at]?.text ?? '')) return []
  const behind = words.slice(at + 1, at + 1 + maxTermWords)
  // 'notes about bounced of ana ruiz' are hers.
  const end = behind.findIndex(
    ({ text }, index) => /^(of|by|from|for|about)$/.test(text) || daysAt({ ...place, at: at + 1 + index }).length > 0,
  )
  const term = end < 0 ? behind : behind.slice(0, end)
  return term.map((_, index) => ({
    ...taking(index + 2, { [param]: [...new Set(term.slice(0, index + 1).map(({ raw }) => raw))].join(' ') }),
    isTelling: true,
  }))
}

function daysAt(place: Place): Taken[] {
  const { past, ahead } = daysFrom(place)
  const counts = new Set([past, ahead].flatMap((found) => found?.count ?? []))
  const of = (found: typeof past, count: number) => (found?.count === count ? found.days : null)
  return [...counts].map((count) => ({
    ...taking(count, {}),
    days: { past: of(past, count), ahead: of(ahead, count), words: place.words.slice(place.at, place.at + count) },
    isVague: true,
  }))
}

const momentsAt = ({ params, moments }: DateWords, place: Place): Taken[] =>
  moments.flatMap((moment) =>
    behindPhrase(place, moment.phrase, (count) => ({
      ...taking(count, {}),
      moment: { ...moment, params },
      isVague: moment.isVague === true,
    })),
  )

/** Shorter names are too similar to allow typos. */
const minCountryLength = 6

function countryAt({ words, at, mayDoubt }: Place): Taken[] {
  const codes = countriesByName()
  const texts = words.slice(at).map(({ text }) => text)
  const found = [4, 3, 2, 1].flatMap((count) => {
    const code = count <= texts.length ? codes.get(texts.slice(0, count).join(' ')) : undefined
    // 'payments of german customers'
    const isOfThem = /^(of|by|from)$/.test(words[at - 1]?.text ?? '') && /^(customer|user)s$/.test(texts[count] ?? '')
    return code === undefined ? [] : [taking(count + Number(isOfThem), { country: code })]
  })
  const first = words[at]
  // Only in capitals, or behind 'in': 'it' and 'no' are words.
  const isBehindIn = /^(in|from)$/.test(words[at - 1]?.text ?? '')
  const isCode =
    first !== undefined && (isBehindIn ? /^[a-z]{2}$/i : /^[A-Z]{2}$/).test(first.raw) && [...codes.values()].includes(first.text)
  if (isCode && found.length === 0) return [taking(1, { country: first.text })]
  if (!mayDoubt || found.length > 0 || first === undefined || first.text.length < minCountryLength) return found
  // 'germny'
  const near = [...codes].filter(([name]) => name.length >= minCountryLength && mistyped(first.text, name)?.length === name.length)
  return [...new Set(near.map(([, country]) => country))].map((country) => ({ ...taking(1, { country }), doubt: 2 }))
}

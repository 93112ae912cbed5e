import { type Days, readDays } from '../../../commands/text/day-words.ts'
import { cardBrands } from '../../../contract/customers.ts'
import { type Place, type Taken, taking, textsAt } from './taken-words.ts'

const brands: ReadonlySet<string> = new Set(cardBrands)

/** 'card 4242', 'visa 4242', 'card ending in 4242', 'expires 05-2027', 'cards expiring in december'. */
export function cardAt(place: Place): Taken[] {
  const { words, at, today } = place
  const texts = textsAt(place)
  const [word = ''] = texts
  if (/^\d{4}$/.test(word) && brands.has(words[at - 1]?.text ?? '')) return [taking(1, { last4: word })]
  if (word === 'card' || word === 'ending') {
    const digits = texts.findIndex((text, index) => index > 0 && !['card', 'ending', 'in', 'with'].includes(text))
    if (/^\d{4}$/.test(texts[digits] ?? '')) return [taking(digits + 1, { last4: texts[digits] ?? '' })]
  }
  const lead = /^cards?$/.test(word) ? 1 : 0
  const verb = texts[lead] ?? ''
  if (!/^expir(es?|ed|ing|y)$/.test(verb)) return []
  const start = texts[lead + 1] === 'in' ? lead + 2 : lead + 1
  const [, month, year = ''] = /^(?:(\d{1,2})-)?(\d{4}|\d{2})$/.exec(texts[start] ?? '') ?? []
  const whole = year.length === 2 ? `20${year}` : year
  if (year !== '' && (year.length === 4 || month !== undefined))
    return [taking(start + 1, { ...(month === undefined ? {} : { expiryMonth: String(Number(month)) }), expiryYear: whole })]
  const named = lead === 1 ? readDays(texts.slice(start), today, verb !== 'expired') : null
  const whenExpired = named && wholeMonth(named.days)
  return whenExpired ? [taking(start + named.count, { expiryMonth: whenExpired.month, expiryYear: whenExpired.year })] : []
}

export function monthAt(place: Place): Taken[] {
  const found = readDays(textsAt(place), place.today)
  const named = found && (wholeMonth(found.days) ?? monthUntil(place.today, found.days))
  return named ? [taking(found.count, named)].map((taken) => ({ ...taken, isVague: true })) : []
}

/** The month of today, if the days are its first ones until then. A part of a month is not the month. */
const monthUntil = (today: string, days: Days) => (days.first.endsWith('-01') && days.last === today ? monthOf(days) : null)

/** The one month that several days are of. */
function monthOf({ first, last }: Days): { month: string; year: string } | null {
  if (first.slice(0, 7) !== last.slice(0, 7) || first === last) return null
  const [year, month] = first.split('-').map(Number)
  return { month: String(month), year: String(year) }
}

/** The month that days are exactly. */
function wholeMonth(days: Days): { month: string; year: string } | null {
  const found = monthOf(days)
  const length = found && new Date(Date.UTC(Number(found.year), Number(found.month), 0)).getUTCDate()
  return days.first.endsWith('-01') && days.last.endsWith(`-${String(length)}`) ? found : null
}

/** Four digits that are no year may be the end of a card, as well as an id. */
export const cardEnd = /^(?!20)\d{4}$/

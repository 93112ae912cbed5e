import { apiHas } from '../../../api/features.ts'
import type { ResolvedCommand } from '../../../commands/engine/resolve.ts'
import { readDays } from '../../../commands/text/day-words.ts'
import { fold } from '../../../commands/text/ranking.ts'
import type { Token } from '../../../commands/text/token.ts'
import { tokenize } from '../../../commands/text/tokens.ts'
import { isDeed, isFiller, isGeneric, isNameWord, isQualifier, isThing } from '../../../commands/text/word-kinds.ts'
import { today } from '../../../contract/dates.ts'
import type { FilteredList, ScreenList } from '../noted-screens.ts'
import { screenListAt } from '../screen-lists.ts'
import { countriesByName } from './country-words.ts'
import type { NamedList } from './filter-parses.ts'
import { type FilterReading, readFilters } from './filter-words.ts'

/** A list filtered as a text says. */
export interface Filtered extends FilteredList, FilterReading<ScreenList> {
  /** By words that may be a name: worth it only if anybody is found. */
  isByName?: true
}

/**
 * The lists of the screens that a person may open, under the names that menu, palette and address give them; the one on screen first.
 * @param location path and search on screen
 */
export function namedLists(screens: readonly ResolvedCommand[], location: string): NamedList<ScreenList>[] {
  const isHere = ({ command }: ResolvedCommand) => command.href === location.split('?')[0]
  return screens
    .toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)) || placeOf(a) - placeOf(b))
    .flatMap((screen) => {
      const { command, title, menuTitle, availability } = screen
      const { href = '' } = command
      const list = availability.state === 'ready' ? screenListAt(href) : undefined
      if (!list) return []
      const words = list.filters.flatMap(({ words: own, feature }) => (own && (!feature || apiHas(feature)) ? [own] : []))
      const names = [title, list.title, ...list.alsoCalled, href.split('/').at(-1) ?? '', ...(menuTitle === 'List' ? [] : [menuTitle])]
      return [{ list, names: [...new Set(names)], words, isHere: isHere(screen) }]
    })
}

/** The lists that 'spain' means first. */
const first = ['/customers', '/payments', '/qrs', '/invoices']
const placeOf = ({ command: { href = '' } }: ResolvedCommand) => (first.includes(href) ? first.indexOf(href) : first.length)

/**
 * The lists that a text may mean, filtered as it says; those of the customer whose page it is first.
 * @param onPage that customer's id
 */
export function filteredLists(typed: string, lists: readonly NamedList<ScreenList>[], onPage: number | null = null): Filtered[] {
  const here = lists.find(({ isHere }) => isHere)
  // 'only november' and 'of ana' are of the list on screen.
  const text = here ? typed.replace(/^\s*(?:only|just)\s/i, '').replace(/^\s*sort(?:ed)? by\s/i, 'by ') : typed
  const isOnlyHere =
    here && (/^\s*(?:of|sort(?:ed)? by)\s/i.test(typed) || readDays(fold(text).split(' '), today())?.count === fold(text).split(' ').length)
  const readingsOf = (words: string, of: typeof lists) =>
    readFilters(words, of, today()).flatMap((reading) => {
      const filtered = reading.list.filtered(reading.changes)
      return filtered ? [{ ...filtered, ...reading }] : []
    })
  const ofHere = () => (here ? readingsOf(`${here.names[0]} ${text}`, [here]) : [])
  const others = isOnlyHere ? ofHere() : readingsOf(text, lists)
  // 'oldest first' and 'sort by revenue' say nothing else than how the list on screen is to be.
  const isOfHere = ({ isWhole, isDoubtful, list, changes }: Filtered) => isWhole && !isDoubtful && !isSearch(list, changes)
  const own = ofHere().filter(isOfHere)
  const found = own.length > 0 ? [...own, ...others.filter(({ list }) => list !== here?.list)] : others
  const isWhole = (list: ScreenList) => found.some((each) => each.list === list && each.isWhole)
  const ofCustomer =
    onPage === null
      ? []
      : filteredLists(`${text} of #${onPage}`, lists)
          .filter((each) => each.isWhole && isWhole(each.list))
          .map((each) => ({ ...each, isLikely: found.some(({ list, isLikely }) => list === each.list && isLikely) }))
  return [...ofCustomer, ...found.filter(({ href }) => ofCustomer.every((each) => each.href !== href))]
}

/** Any word may be searched for. */
const isSearch = ({ filters }: ScreenList, changes: object) =>
  filters.some(({ words }) => words?.kind === 'search' && words.param in changes)

const maxNameWords = 3
/** What is said of people beside their names. */
const ofPeople = ['accountState', 'status', 'country', 'trialPlan', 'isReferred']
/** What may stand between a name and the rest. */
const beside = ['which', 'named', 'called', 'customer', 'customers', 'country', 'plan']

/** 'claude active', 'which ana is banned', 'ana spain': customers of a name, by what else is said of them. */
export function customersOfName(text: string, lists: readonly NamedList<ScreenList>[]): Filtered[] {
  const own = lists.filter(({ list }) => list.path === '/customers')
  const [reading] = readFilters(/\bcustomers\b/i.test(text) ? text : `customers ${text}`, own, today())
  const changed = Object.keys(reading?.changes ?? {})
  const isNamed = /\b(?:named|called)\b/i.test(text)
  // 'Olivia' is not Bolivia.
  if (reading?.isDoubtful && 'country' in reading.changes) return []
  if (!reading || (changed.length === 0 && !isNamed) || !changed.every((param) => ofPeople.includes(param)) || asksOf.test(text)) return []
  const words = tokenize(reading.ignored.join(' ')).tokens.filter(({ folded }) => !beside.includes(folded))
  const isHost = ({ raw }: Token) => isNamed && /^@[\w.-]+$/.test(raw)
  const isName = (word: Token) =>
    isNameWord(word) &&
    !isFiller(word) &&
    !isDeed(word) &&
    !isGeneric(word) &&
    !isQualifier(word) &&
    !isThing(word) &&
    !countriesByName().has(word.folded) &&
    !/^([A-Z]{2}|ones|warnings?)$/.test(word.raw)
  if (words.length === 0 || words.length > maxNameWords || !words.every((word) => isName(word) || isHost(word))) return []
  const name = words.map(({ raw }) => raw).join(' ')
  const filtered = reading.list.filtered({ ...reading.changes, searchTerm: name, exactSearch: 'false' })
  if (!filtered) return []
  const chips = [`${name.startsWith('@') ? 'Email' : 'Name'}: ${name}`, ...filtered.chips]
  return [{ ...filtered, ...reading, chips, ignored: [], isWhole: true, isLikely: false, isDoubtful: false, isByName: true }]
}

const beforeCustomers = /^(.*?)(\p{L}[\p{L}\d-]+) (customers|subscribers|users)\b(.*)$/iu

/** 'pro customers': those on the plan of that name, if there are any. */
export function customersOnPlan(text: string, lists: readonly NamedList<ScreenList>[]): Filtered[] {
  const own = lists.filter(({ list }) => list.path === '/customers')
  const word = beforeCustomers.exec(text)?.[2] ?? ''
  // 'refunded customers' says something of payments.
  const isOfPayments =
    readFilters(
      word,
      lists.filter(({ list }) => list.path === '/payments'),
      today(),
    ).length > 0
  const [reading] = word === '' || isOfPayments ? [] : readFilters(text.replace(beforeCustomers, '$1$3 on $2$4'), own, today())
  const filtered = reading?.isWhole && 'planName' in reading.changes ? reading.list.filtered(reading.changes) : null
  return reading && filtered ? [{ ...filtered, ...reading, isLikely: false, isByName: true }] : []
}

/** 'who banned ana' is about one person. */
const asksOf = /^\s*(?:who|is|was|has|did|audit)\b|\breferred by\b/i

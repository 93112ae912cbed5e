import type { Command } from '../../../commands/engine/command.ts'
import { readDays } from '../../../commands/text/day-words.ts'
import { matchPart, matchWhole, type Phrase, phrasesOf } from '../../../commands/text/phrases.ts'
import { foldQuery } from '../../../commands/text/ranking.ts'
import { isAnyNoun } from '../../../commands/text/record-words.ts'
import type { Token, Tokens } from '../../../commands/text/token.ts'
import { currencyCodes, tokenize } from '../../../commands/text/tokens.ts'
import { isDeed, isFiller, isGeneric, isMonth, isQualifier, isThing } from '../../../commands/text/word-kinds.ts'
import { today } from '../../../contract/dates.ts'
import type { WordInput } from '../../../contract/words.ts'
import type { ScreenList } from '../noted-screens.ts'
import { countriesByName } from './country-words.ts'
import type { NamedList } from './filter-parses.ts'
import { filteredLists } from './named-lists.ts'

/** What the palette understands by itself. */
export interface Vocabulary {
  commands: readonly Command[]
  lists: readonly NamedList<ScreenList>[]
}

/**
 * What a text means to the palette by itself, as a sentence may say it: '‘Refund’'. Null if nothing. Pure.
 * @param mayBegin whether the beginnings of words count
 */
export function meaningOf(text: string, vocabulary: Vocabulary, mayBegin = true): string | null {
  const typed = tokenize(text)
  const [token, another] = typed.tokens
  if (!token) return null
  const kind = another === undefined ? kinds.find(({ isOne }) => isOne(token)) : undefined
  if (kind) return kind.is
  const command = commandNamed(typed, vocabulary, mayBegin)
  if (command !== undefined) return `‘${command}’`
  const filtered = filteredLists(text, vocabulary.lists).find(({ isWhole, isDoubtful }) => isWhole && !isDoubtful)
  if (filtered) return `‘${[filtered.list.title, ...filtered.chips].join(' · ')}’`
  if (typed.tokens.every((each) => isQualifier(each) || isFiller(each))) return 'how something is done'
  return typed.tokens.every((each) => isThing(each) || isGeneric(each) || isDeed(each)) ? 'a part of what commands are called' : null
}

const kinds: readonly { is: string; isOne: (token: Token) => boolean }[] = [
  { is: 'a kind of record', isOne: isAnyNoun },
  { is: 'a month', isOne: isMonth },
  { is: 'a time', isOne: ({ folded }) => readDays([folded], today()) !== null },
  { is: 'a country', isOne: ({ folded }) => countriesByName().has(folded) },
  { is: 'a currency', isOne: ({ folded }) => new RegExp(`^(${currencyCodes})$`).test(folded) },
  { is: 'nothing by itself', isOne: isFiller },
]

/** What is shorter names a command no better than anything else. */
const minLetters = 3
/** Best first. */
const classes = ['exact', 'prefix', 'word-start', 'keyword'] as const

function commandNamed(typed: Tokens, { commands }: Vocabulary, mayBegin: boolean): string | undefined {
  const text = foldQuery(typed.text)
  if (text === null) return undefined
  const found = commands.flatMap((command) =>
    phrasesOf({ command, target: null, title: command.title(null), steps: [] }).flatMap((phrase) => {
      const match = matchOf(typed, text, phrase)
      return match === null || !(match.isWhole || (mayBegin && text.length >= minLetters))
        ? []
        : { name: nameOf(command, phrase), ...match }
    }),
  )
  return found.toSorted((a, b) => classes.indexOf(a.as) - classes.indexOf(b.as))[0]?.name
}

const nameOf = ({ title, toggle }: Command, { side }: Phrase) => (side && toggle?.[side].title(null)) ?? title(null)

/** How a text names a command, with nothing beside that but values and fillers; null if it doesn't. */
function matchOf({ tokens }: Tokens, text: string, phrase: Phrase): { as: (typeof classes)[number]; isWhole: boolean } | null {
  const match = matchWhole(tokens, text, phrase) ?? matchPart(tokens, phrase)
  const as = classes.find((each) => each === match?.match)
  const isAll = tokens.every((token) => match?.named.has(token) || token.value !== null || isFiller(token))
  return match && as !== undefined && isAll ? { as, isWhole: match.isWhole } : null
}

/** Why a word can't mean what is wanted, by field; null if it can. Pure. */
export function whyNotMeaning({ word, meaning }: WordInput, vocabulary: Vocabulary): Partial<WordInput> | null {
  const [own] = [word, ...word.split(' ')].flatMap((each) => {
    const already = meaningOf(each, vocabulary, each === word)
    // 'in Verzug' may begin with what says nothing.
    return already === null || (each !== word && tokenize(each).tokens.every(isFiller)) ? [] : `‘${each}’ already means ${already}.`
  })
  if (own !== undefined) return { word: own }
  const { tokens } = tokenize(meaning)
  const isUnderstood = meaningOf(meaning, vocabulary) !== null && !tokens.every(isFiller)
  return isUnderstood
    ? null
    : { meaning: 'The palette doesn’t understand this. Take what you would type: a command, or the words of a filter.' }
}

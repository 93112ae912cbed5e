import type { TypedArguments } from './arguments.ts'
import { hasWord, type PhraseMatch } from './phrases.ts'
import { isAnyNoun } from './record-words.ts'
import type { Token } from './token.ts'
import type { VerbPhrase } from './verb-index.ts'
import { isGeneric, isState, isThing } from './word-kinds.ts'

/** How clearly the words that name a command ask for it. */
export interface Clarity {
  /** Another command on such a record has the same words: 'change' and 'copy' alone don't say what. */
  isVague: boolean
  /** They are complete, and don't name something else. */
  isWhole: boolean
  /** One of them, or an argument, says what to do, and not only what it is about: 'invitation ana@cafesol.es' doesn't. */
  saysWhat: boolean
}

interface Arguments {
  /** How the arguments read; '' if there are none. */
  words: string
  /** Arguments in the name itself: 'block' is also a status. */
  asStatus: TypedArguments | null
  /** Whether days are named beside it, which choose among records: 'refund march' is no refund of the last payment. */
  isDated: boolean
}

/** Pure: judges by the words alone, whatever record they are for. */
export function clarityOf(phrase: VerbPhrase, match: PhraseMatch, { words, asStatus, isDated }: Arguments): Clarity {
  const named = [...match.named]
  const isVague = asStatus === null && !isDated && isOneOfMany(phrase, match)
  // 'open payment' is no 'Open at the payment provider'.
  const isOfOther =
    asStatus === null &&
    match.match !== 'exact' &&
    named.every((token) => isGeneric(token) || isAnyNoun(token)) &&
    named.some(isGeneric) &&
    named.some(isAnyNoun)
  const isWord = (token: Token) => hasWord(phrase, token.folded)
  const isVerb = (token: Token) => (!isThing(token) && !isState(token)) || token.folded === phrase.words[0]
  const isEmpty = named.every((token) => isGeneric(token) && match.byKeyword.has(token))
  return {
    isVague,
    isWhole: !isVague && !isOfOther && named.some(isWord) && named.every((token) => asStatus?.used.has(token) || isWord(token)),
    saysWhat: (named.some(isVerb) && !isEmpty) || words !== '' || (asStatus !== null && named.some(isVerb)) || phrase.item.leads === true,
  }
}

/** Whether only one word of a longer name was typed, and it begins other commands too or says nothing by itself. */
function isOneOfMany({ words, isShared }: VerbPhrase, match: PhraseMatch): boolean {
  const [only, another] = [...match.named].filter(({ folded }) => folded !== 'of')
  return (
    only !== undefined &&
    !another &&
    words.length > 1 &&
    (isShared || (isGeneric(only) && only.folded !== 'off')) &&
    (match.match !== 'word-start' || isGeneric(only)) &&
    !isNamedBy(only, match)
  )
}

/** Whether a keyword names the command, although it could be a value as well: 'delete' a QR code. */
const isNamedBy = (token: Token, { byKeyword }: PhraseMatch) => byKeyword.has(token) && !isGeneric(token)

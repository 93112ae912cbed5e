import type { Step } from '../engine/steps.ts'
import type { Target } from '../engine/targets.ts'
import { readArguments, saysState, type TypedArguments } from './arguments.ts'
import { clarityOf } from './clarity.ts'
import { halvesOf } from './halves.ts'
import { withImpliedField, withMoreDays, withWishedDeed } from './implied-field.ts'
import {
  fits,
  identifierOf,
  isBesideOthers,
  isGoal,
  isOfName,
  isOwnerOfAnother,
  isWordOfName,
  minIdDigits,
  namesOwned,
  runBehind,
} from './named-records.ts'
import { partsOf, type Remainder, textAtEnd } from './parts.ts'
import type { PhraseMatch } from './phrases.ts'
import { recognise } from './recognise.ts'
import { isAnyNoun, isDispute, isMain, isNoLabel, isNoun } from './record-words.ts'
import type { Token, Tokens } from './token.ts'
import { isDoneNow, nowWords, secondVerb, type VerbIndex, type VerbPhrase, withoutTypo } from './verb-index.ts'
import { costOf, isCredible, keyOfVerb, orderOf, type VerbReading } from './verb-reading.ts'
import { bareWord, isDeed, isField, isFiller, isGeneric, isIdentifier, isMonth, isNameWord, isPlural, isThing } from './word-kinds.ts'

const maxNameWords = 6

/** Reads a text as verbs, each with its arguments and its record, in any order; best first. Pure, and linear in the text. */
export function readVerbs(typed: Tokens, verbs: VerbIndex): VerbReading[] {
  const plain = readPlainly(typed, verbs)
  if (plain.some(({ isWhole, unused }) => isWhole && unused.length === 0)) return plain
  const corrected = withoutTypo(typed, verbs)
  if (!corrected) return plain
  const others = readPlainly(corrected, verbs).map((reading) => ({ ...reading, isMistyped: true }))
  const isBetter = Math.min(...others.map(costOf)) < Math.min(...plain.filter(({ isWhole }) => isWhole).map(costOf))
  return isBetter ? others : plain
}

function readPlainly(given: Tokens, verbs: VerbIndex): VerbReading[] {
  const typed = withMoreDays(withWishedDeed(withImpliedField(given)))
  const { tokens } = typed
  // An identifier alone opens its record.
  if (tokens.length === 0 || (tokens.length === 1 && tokens[0]?.recognised?.sure && !/^\p{L}+$/u.test(tokens[0].folded))) return []
  const halves = halvesOf(typed)
  const begin = tokens.find((token) => !isFiller(token))
  // 'note ana ruiz cancel if she asks' cancels nothing.
  const mayBeMeant = ({ match }: VerbReading) => begin?.folded !== 'note' || [...match.named].some(({ from }) => from === begin.from)
  const found = verbs.flatMap((phrase) => {
    const parts = partsOf(typed, halves, phrase)
    return parts ? readingsOf(typed, phrase, parts, verbs).filter((reading) => isCredible(reading) && mayBeMeant(reading)) : []
  })
  const best = Math.min(...found.map(costOf))
  const seen = new Set<string>()
  return found
    .filter((reading) => costOf(reading) === best || isComplete(reading))
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .filter((reading) => {
      const { type, object } = reading
      const key = object ? `${keyOfVerb(reading)} ${type} ${object.text}` : keyOfVerb(reading)
      return !seen.has(key) && seen.add(key)
    })
}

const isComplete = ({ unused, refusal }: VerbReading) => unused.length === 0 && refusal === null

/** The readings of a text by one name of a command; two if a number could be either a value or the record. */
function readingsOf(typed: Tokens, phrase: VerbPhrase, { match, rest, text, untaken, dated }: Remainder, verbs: VerbIndex): VerbReading[] {
  // 'delete qrs of 4969' means those of the customer, not the QR code of that number.
  const isOwner = (token: Token) => token.before === 'of' && phrase.type !== 'customer' && namesOwned(typed.tokens, token)
  if (rest.some(isOwner)) return []
  if (
    phrase.type === 'customer' &&
    isOwnerOfAnother(
      rest,
      verbs.flatMap(({ verb, type }) => (verb === phrase.verb ? type : [])),
    )
  )
    return []
  // 'refund 4711' is not about an invoice.
  const isOthers = ({ raw }: Token) =>
    /^#?\d+$/.test(bareWord(raw)) && phrase.type === 'invoice' && phrase.verb.commands.customer !== undefined
  // 'ban this user 5' is about the one on screen.
  const isOfThis = typed.tokens.some((token) => /^(this|that)$/.test(token.before) && isAnyNoun(token))
  // 'folder 73' is no customer 73, but an account, a subscription and an address are a customer's.
  const isOfOtherKind = ({ before }: Token) =>
    isAnyNoun({ folded: before }) && !/^(account|subscription|address)$|s$/.test(before) && !isNoun({ folded: before }, phrase.type)
  // 'cancel in 30', 'note at 10', 'raise the limit by 50', 'refund last 3', 'transfer 5 qrs', 'limit 250 -> 300'
  const isOfNoRecord = (token: Token) => {
    const at = typed.tokens.indexOf(token)
    const [arrow, next] = [at - 1, at + 1].map((place) => typed.tokens[place])
    return (
      isNoLabel(token.before) ||
      [arrow, next].some(isArrow) ||
      (next?.folded === 'of' && typed.tokens[at + 2]?.value === 'amount') ||
      (next !== undefined && isPlural(next)) ||
      (token.before === 'to' && phrase.steps.some(({ kind, title }) => kind === 'number' && title !== 'Days'))
    )
  }
  // 'to 398 and 399', 'change email to ana@cafesol.es and ruiz@cafesol.es'
  const isSecondGoal = (token: Token) => token.before === 'and' && typed.tokens[typed.tokens.indexOf(token) - 2]?.before === 'to'
  const mayBeId = (token: Token) =>
    !isSecondGoal(token) && (token.value !== 'number' || (!isOfThis && !isOfOtherKind(token) && !isOfNoRecord(token)))
  const objects = rest.filter(
    (token) => mayBeId(token) && fits(token, phrase.type) && !isOthers(token) && !isGoal(token, phrase.steps, typed.tokens),
  )
  // 'refund 24 to 10' pays customer 10, and so does 'refund the november payment of 10'.
  const isOwnId = ({ value, before }: Token) => value === 'number' && (before === 'to' || (before === 'of' && dated !== null))
  const sure = objects.find((token) => (token.value === null && !isNameWord(token)) || isOwnId(token))
  const readingOf = (object: Token | null) => reading({ typed, phrase, match, rest, text, untaken, dated, object, verbs })
  if (sure) return [readingOf(sure)]
  const numbers = objects.filter(({ value }) => value === 'number')
  const [first] = numbers
  const last = numbers.at(-1)
  const ofName = readingOf(null)
  if (!first || !last) return [ofName]
  const withFirst = readArguments(phrase.steps, { tokens: rest.filter((token) => token !== last), text: null }, null)
  // Of several numbers, the last is the record: 'extend trial 7 4711'.
  const hasOwn = withFirst.used.size > 0 || withFirst.words !== ''
  const alone = readArguments(phrase.steps, { tokens: [last], text: null }, null)
  const isValue = alone.used.has(last) && alone.refusal === null
  const asRecord = () => {
    const plain = readingOf(last)
    if (numbers.length < 2) return [plain]
    const other = readingOf(first)
    const possible = [plain, other].filter(({ refusal }) => refusal === null)
    const min = Math.min(...possible.map(({ unused }) => unused.length))
    const fit = possible.filter(({ unused }) => unused.length === min)
    // 'extend trial 4999 7': only one way makes sense; with as many digits, either may be the record.
    if (fit.length < 2) return fit.length === 1 ? fit : [plain]
    const [long, short] = first.raw.length > last.raw.length ? [other, plain] : [plain, other]
    const isClear = first.raw.length >= minIdDigits !== last.raw.length >= minIdDigits
    return isClear ? [long] : [long, short].map((each) => ({ ...each, isTwofold: true }))
  }
  // 'limits ana ruiz 50' and 'discount 150 ana ruiz' are about Ana.
  const mayMeanValue =
    phrase.item.isOfNumbers || phrase.steps.some(({ kind }) => kind === 'number' || kind === 'amount' || kind === 'choice')
  if (hasOwn || alone.used.size === 0) return mayMeanValue ? [...asRecord(), ofName] : asRecord()
  const isLong = last.raw.length >= minIdDigits
  if (!isValue && !isLong) return [...asRecord(), ofName]
  if (isValue) return isLong && ofName.object === null ? [ofName, ...asRecord()] : [ofName]
  return isLong ? asRecord() : [ofName]
}

/** The '->' of '250 -> 300'. */
const isArrow = (token: Token | undefined) => token?.folded === 'to' && !/\p{L}/u.test(token.raw)

interface Parts extends Remainder {
  typed: Tokens
  phrase: VerbPhrase
  /** The token that surely names the record. */
  object: Token | null
  verbs: VerbIndex
}

function reading({ typed, phrase, match, rest, text: marked, untaken, dated, object: sure, verbs }: Parts): VerbReading {
  const { verb, type, side, steps } = phrase
  const others = rest.filter((token) => token !== sure)
  // In 'discount 20 and extend trial 7' the nearer number is meant.
  const end = Math.max(...[...match.named].map(({ from }) => from))
  const isAhead = ({ value, from }: Token) => value !== null && from < end
  const typing = { tokens: [...others.filter((token) => !isAhead(token)), ...others.filter(isAhead)], text: marked }
  const parsed = readArguments(steps, typing, null)
  const status = namedStatus(match, steps, null)
  const taken = status && saysState(parsed) ? { ...parsed, words: '', refusal: null } : parsed
  const asStatus = taken.words === '' ? status : null
  const named = [...match.named]
  const clarity = clarityOf(phrase, match, { words: taken.words, asStatus, isDated: dated !== null })
  const { isVague, isWhole } = clarity
  const isGiven = (token: Token) => {
    const next = rest[rest.indexOf(token) + 1]
    const isNext = next !== undefined && (sure ? next === sure : isNameWord(next) && !isGeneric(next))
    const isTaken = steps.some(({ kind }) => kind === 'record') || named.some(({ folded }) => takesAway.has(folded))
    const isChanged = [...taken.used].some(({ before }) => before === 'to')
    // 'resolve the report from ana@cafesol.es', 'refund the 1,00 from ana ruiz'
    const isSource = (type === 'abuse' || phrase.verb.name === 'refund') && token.folded === 'from'
    const isTo = token.folded === 'to' && token.before !== 'write'
    return (isSource || (isTaken || isChanged ? token.folded === 'from' : isTo)) && isNext
  }
  // 'accept dispute' is no approval of the payment.
  const isOfKind = (token: Token) => isNoun(token, type) && !isPlural(token) && !isDispute(token)
  // 'disable customer' doesn't say what to disable.
  const isKind = (token: Token) => !isVague && isOfKind(token)
  // 'and' between names belongs to one name, or there are two.
  const isBetween = (token: Token) => token.folded === 'and' && [-1, 1].every((step) => isWordOfName(others[others.indexOf(token) + step]))
  // 'ban ana now' is what is done anyway, unless there is another way: 'cancel now'.
  const isNow = ({ folded }: Token) => nowWords.has(folded) && !verbs.some((other) => other.type === type && isDoneNow(other, named))
  // 'mark web risk 78 as safe', 'set report 2 as finished'
  const isAs = ({ folded }: Token) =>
    folded === 'as' && (named.some((each) => each.folded === 'mark') || [...taken.used, ...named].some(({ before }) => before === 'as'))
  // 'give her 5 more days of trial'
  const isMore = ({ folded }: Token) =>
    /^(more|extra|additional|further|another)$/.test(folded) &&
    verb.name === 'extend-trial' &&
    [...taken.used].some(({ value }) => value === 'count')
  const isLeft = (token: Token) =>
    !taken.used.has(token) && !isKind(token) && !isGiven(token) && !isNow(token) && !isAs(token) && !isMore(token)
  // 'change my password' is nobody else's.
  const isMine = ({ folded }: Token) => folded === 'my' && sure === null && !others.some(isWordOfName)
  // 'staff with role 1' are a list.
  const isListed = ({ folded, before }: Token) =>
    sure === null &&
    ((folded === 'staff' && before === '') ||
      (folded === 'with' && rest.some((token) => token.before === '' && token.folded === before && isAnyNoun(token))))
  // 'ban ana and this one' names two, and 'log her out' none of the staff.
  const isAlso = (token: Token) =>
    isBesideOthers(token, typed.tokens, named) ||
    (type === 'user' && sure === null && /^(him|her|them)$/.test(token.folded)) ||
    // 'she wants to stop' is about a customer.
    (type !== 'customer' && sure === null && /^(he|she)$/.test(token.folded))
  const leftOver = others.filter((token) => isLeft(token) && (!isFiller(token) || isBetween(token) || isAlso(token) || isMine(token)))
  const left = leftOver.length > 0 ? leftOver : others.filter(isListed).slice(0, 1)
  // Nobody is called 'add' or 'plan', though a folder may be.
  const isOfPeople = type === 'customer' || type === 'user'
  const mayName = left.filter(
    (token) =>
      isNameWord(token) &&
      !isMine(token) &&
      !isListed(token) &&
      !isAlso(token) &&
      !isPlural(token) &&
      !isOfKind(token) &&
      !isGeneric(token) &&
      !isDeed(token) &&
      !isField(token) &&
      !(isOfPeople && isThing(token)) &&
      !(isMonth(token) && token.before === 'in'),
  )
  // 'transfer cafe-sol from ana ruiz to lukas weber' is about the code.
  const giver = steps.some(({ kind }) => kind === 'record') ? runBehind(others, 'from') : []
  const known = mayName.filter((token) => !giver.includes(token))
  const words = known.length > 0 ? known : mayName
  const before = sure?.raw.startsWith('<') ? rest.indexOf(sure) : -1
  const isCompanion = (token: Token) => before >= 0 && isOfName(token) && rest.indexOf(token) < before
  const isName = sure === null && words.length > 0 && words.length <= maxNameWords && !words.every((word) => isThing(word) || isMonth(word))
  const name = words.map(({ raw }) => raw.replace(/[,;:!?]+$|['’]s$/, '')).join(' ')
  const object = sure ? { ...identifierOf(sure), isSure: true } : isName ? { text: name, recognised: recognise(name), isSure: false } : null
  // 'block and blacklist' are two requests, though either word may stand for the other.
  const asDeeds = named.filter((token) => !isThing(token))
  const joined = asDeeds.filter(({ from }) =>
    others.some(({ folded, to }) => folded === 'and' && to + 1 === from && asDeeds.some((first) => first.to < to)),
  )
  // Why it is blocked is kept nowhere.
  const reasons = named.filter(({ folded }) => /^(phishing|malware|spam|scam)$/.test(folded) && named.some(isDeed))
  const notUsed = [...joined, ...reasons, ...left.filter((token) => !isCompanion(token) && !(isName && words.includes(token))), ...untaken]
  const guessed = marked === null && sure !== null ? textAtEnd(typed, notUsed, steps) : null
  const unused = guessed === null ? notUsed : []
  const mayBeVerbs = [...(isName ? words : []), ...left.filter(isDeed)]
  // 'pending abuse reports' are a list; with a record it is what to make of it.
  const saysWhat = clarity.saysWhat && (asStatus === null || object !== null || isMain(type))
  const second = mayBeVerbs
    .map((word) =>
      secondVerb(
        word,
        named.find((token) => !isFiller(token)),
        phrase,
        verbs,
      ),
    )
    .find((each) => each !== undefined)
  const refusal = second ?? taken.refusal
  return {
    verb,
    type,
    side,
    match,
    typing: {
      tokens: others.filter((token) => taken === parsed && taken.used.has(token)).concat([...(asStatus?.used ?? [])]),
      text: marked ?? guessed,
      ...(dated && { days: dated.days }),
    },
    words: [asStatus?.words ?? taken.words, guessed ?? '', dated?.words ?? ''].filter((each) => each !== '').join(', '),
    hasGuessedText: guessed !== null,
    object,
    refusal,
    unused: unused.map(({ raw }) => bareWord(raw)),
    // Free text that the command has no room for costs little.
    unusedCost: unused.reduce((sum, token) => sum + (untaken.includes(token) ? 1 : isIdentifier(token) ? 1000 : 100), 0),
    isWhole,
    saysWhat,
    isLikely: isWhole && saysWhat && unused.length === 0,
  }
}

/** 'remove the discount from ana ruiz' */
const takesAway = new Set(['remove', 'take', 'detach', 'drop', 'clear'])

/** 'block' says both what to do and which status. */
export function namedStatus({ byKeyword }: PhraseMatch, steps: readonly Step[], target: Target | null): TypedArguments | null {
  const [step] = steps
  if (step?.kind !== 'choice') return null
  const args = readArguments([step], { tokens: [...byKeyword], text: null }, target)
  return args.words === '' ? null : args
}

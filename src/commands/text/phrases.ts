import type { Command, Side } from '../engine/command.ts'
import type { Step } from '../engine/steps.ts'
import type { Target } from '../engine/targets.ts'
import { fold, type Indexed, indexItem, type Match, matchOf, scattered } from './ranking.ts'
import { isAnyNoun } from './record-words.ts'
import type { Token } from './token.ts'
import { isDeed, isFiller, isGeneric, isQualifier } from './word-kinds.ts'

/** A name of a command, prepared for matching. A command has several if it toggles, or if people call it by other names as well. */
export interface Phrase extends Indexed<Command> {
  side: Side | null
  /** One of these has to be typed: they tell this name from its opposite. */
  deciding: readonly string[]
  /** None of these may be typed: they choose one of two opposites. */
  excluding: readonly string[]
  /** What the command asks for, directly or through its delegate. */
  steps: readonly Step[]
  /** Counts only if typed as a whole. */
  isAka: boolean
  /** How its words begin, for whatever can't name it to be sorted out quickly. */
  beginnings: ReadonlySet<string>
}

interface Named {
  command: Command
  /** Null where no record is known yet. */
  target: Target | null
  title: string
  steps: readonly Step[]
  isNear?: boolean
  used?: number | undefined
}

const wordsForAll = ['all', 'every', 'everything', 'qrs', 'codes']

export const saysAll = (tokens: readonly Token[]) => tokens.some(({ folded }) => wordsForAll.includes(folded))

/** A command's names: its title as it is shown now, and what else it is called. */
export function phrasesOf({ command, target, title, steps, ...priority }: Named): Phrase[] {
  const { toggle, keywords = '', keys = '' } = command
  // Keys that were typed here by mistake are meant as keys: 'g c'.
  const aka = [...(command.aka ?? []), ...(/^\w \w$/.test(keys) ? [keys] : [])]
  const phrase = (name: string, also: string, rest: Partial<Phrase> = {}): Phrase => {
    const indexed = indexItem(command, name, also, priority)
    const beginnings = new Set([...indexed.words, ...indexed.keywords].map(beginningOf))
    return { ...indexed, side: null, deciding: [], excluding: [], isAka: false, steps, beginnings, ...rest }
  }
  // Without a record on screen, 'all QR codes' has to be said.
  const ofAll = command.needsPage && target === null ? { deciding: wordsForAll } : {}
  // 'she lost her phone, disable 2fa' says it twice.
  const others = aka.map((name) => phrase(name, `${title} ${keywords}`, { isAka: true, ...ofAll }))
  if (!toggle) return [phrase(title, keywords, ofAll), ...others]
  const wordsOf = (side: Side) => new Set(fold(`${toggle[side].title(null)} ${toggle[side].keywords}`).split(' '))
  const [on, off] = [wordsOf('on'), wordsOf('off')]
  const only = { on: [...on].filter((word) => !off.has(word)), off: [...off].filter((word) => !on.has(word)) }
  const sides = [
    // On a record the plain noun switches it on: 'whitelist'. On the console's own settings it toggles.
    { side: 'on', deciding: command.target ? [] : only.on },
    { side: 'off', deciding: only.off },
  ] as const
  const plain = command.target ? [] : [phrase(title, keywords, { excluding: [...only.on, ...only.off] })]
  const named = sides.flatMap(({ side, deciding }) => [
    phrase(toggle[side].title(target), `${toggle[side].keywords} ${keywords}`, { side, deciding }),
    ...(toggle[side].aka ?? []).map((name) => phrase(name, keywords, { side, isAka: true })),
  ])
  return [...named, ...plain]
}

/** Words that name no action by themselves. */
const meaningless = new Set(
  'a an the of at to from in on and or its it all with by for who page tab app as new last another customer customers qr qrs code codes invoice invoices payment payments id cc bcc subject be'.split(
    ' ',
  ),
)

const minPrefix = 3
const beginningOf = (word: string) => word.slice(0, minPrefix)

export interface PhraseMatch extends Match {
  /** The tokens that named the command. */
  named: ReadonlySet<Token>
  /** Those from the keywords, which may be a value: 'google' of 'Reset OAuth'. */
  byKeyword: ReadonlySet<Token>
  /** All are typed in full. */
  isWhole: boolean
}

/** Whether a whole text names a phrase: its beginning, its initials, with a typo, or as scattered letters from a meaningful word on. */
export function matchWhole(tokens: readonly Token[], text: string, phrase: Phrase): PhraseMatch | null {
  const match = matchOf(text, phrase)
  // 'not' doesn't begin 'note', nor 'his' 'history', among other words.
  const isOwnWord = (token: Token) => isQualifier(token) || (tokens.length > 1 && isFiller(token))
  if (tokens.some((token) => isOwnWord(token) && !hasWord(phrase, token.folded))) return null
  // '28' doesn't begin '28-11-2026'.
  if (tokens.some(({ folded }) => folded.split(' ').some((word) => /^\d+$/.test(word) && !hasWord(phrase, word)))) return null
  if ((tokens.length > 1 || phrase.item.href === undefined) && tokens.some((token) => isOtherDeed(token, phrase))) return null
  // 'refund 39' names no payment of 39,90 €.
  if (phrase.steps.length > 0 && tokens.some(({ value }) => value === 'number' || value === 'amount')) return null
  // '20%' isn't 'Page 20'.
  if (tokens.every(({ raw, value }) => /^\d+ ?%$/.test(raw) || value === 'amount')) return null
  // 'back' isn't 'Money back'.
  if (phrase.isAka && tokens.length < phrase.words.length) return null
  if (!match || isOpposite(tokens, phrase) || !isDecided(tokens, phrase)) return null
  if (match.distance === scattered && !phrase.words.some((word) => word.startsWith(text.charAt(0)) && !meaningless.has(word))) return null
  // 'add to whitelist' is all of 'Add to the whitelist'.
  const isAll = phrase.words.filter((word) => !isArticle(word)).join(' ') === text
  return { ...match, ...(isAll && { match: 'exact' as const }), ...namedBy(tokens, phrase) }
}

const isArticle = (word: string) => word === 'the' || word === 'a' || word === 'an'

const namedBy = (tokens: readonly Token[], phrase: Phrase) => ({
  named: new Set(tokens),
  byKeyword: new Set(tokens.filter(({ folded }) => !startsOne(phrase.words, folded))),
  isWhole: tokens.every(({ folded }) => hasWord(phrase, folded)),
})

/** The tokens that name a phrase, anywhere in the text: in full or by three letters or more, one of them meaningful. */
export function matchPart(tokens: readonly Token[], phrase: Phrase): PhraseMatch | null {
  if (!tokens.some(({ folded }) => phrase.beginnings.has(beginningOf(folded)))) return null
  const named = tokens.filter(
    (token) =>
      isWord(token) && !isOtherDeed(token, phrase) && (isQualifier(token) ? hasWord(phrase, token.folded) : names(phrase, token.folded)),
  )
  if (
    !named.some((token) => !meaningless.has(token.folded) && !isQualifier(token) && !isFiller(token)) ||
    isOpposite(tokens, phrase) ||
    !isDecided(named, phrase)
  )
    return null
  // 'cancel the ban' lifts it; 'ban cancel' is two commands.
  const deeds = named.filter(isDeed)
  const places = deeds.map(({ folded }) => phrase.words.indexOf(folded))
  // And 'stop this, activate ke44iw'.
  if (new Set(deeds.flatMap(({ folded }, at) => (places[at] === -1 ? folded : []))).size > 1) return null
  if (places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0))) return null
  // So are 'cancel ana ruiz and ban lukas weber'.
  const between = tokens.filter(({ from }) => from > (deeds[0]?.from ?? 0) && from < (deeds.at(-1)?.from ?? 0))
  if (between.some((token) => !named.includes(token) && !isFiller(token))) return null
  const inName = named.filter(({ folded }) => startsOne(phrase.words, folded))
  // 'limit' alone is not 'Limit QRs'.
  const isEmpty = (word: string) => meaningless.has(word) && !(phrase.isAka && isAnyNoun({ folded: word }))
  const isAll = phrase.words.every((word) => isEmpty(word) || named.some(({ folded }) => folded === word))
  if (phrase.isAka && !isAll) return null
  const isFirst = named.some(({ folded }) => phrase.words[0]?.startsWith(folded))
  const isMeaningful = inName.some(({ folded }) => !meaningless.has(folded))
  const match = isAll ? 'exact' : isFirst ? 'prefix' : isMeaningful ? 'word-start' : 'keyword'
  return { match, distance: 0, ...namedBy(named, phrase) }
}

/** 'block qrs' doesn't ask for those that are blocked, nor 'block' for what edits a blocked domain. */
const isOtherDeed = (token: Token, phrase: Phrase) => isDeed(token) && !hasWord(phrase, token.folded)

const isWord = ({ value, isQuoted, recognised, folded }: Token) =>
  value === null && !isQuoted && (recognised === null || /^\p{L}+$/u.test(folded))

/** Whether a phrase has a word in full, in singular or plural. */
export const hasWord = ({ words, keywords }: Phrase, word: string) =>
  [word, `${word}s`].some((each) => words.includes(each) || keywords.includes(each))

/** 'add' doesn't begin 'address'. */
const startsOne = (words: readonly string[], part: string) =>
  words.some((word) => word === part || (part.length >= minPrefix && !isGeneric({ folded: part }) && word.startsWith(part)))

/** A word without meaning belongs to a phrase only where it is part of the name. */
const names = ({ words, keywords }: Phrase, part: string) =>
  startsOne(words, part) || (meaningless.has(part) ? keywords.includes(part) : startsOne(keywords, part))

/** Opposites, other than those formed with 'un'. */
const opposites = [
  ['add attach put give set write apply', 'remove delete del detach drop revoke'],
  ['activate start', 'stop pause deactivate'],
  ['restore recover', 'delete del erase'],
  ['whitelist', 'blacklist'],
  ['allow', 'block'],
  ['cancel', 'resume'],
  ['extend prolong lengthen', 'shorten reduce shrink cut'],
  ['disable reset', 'enable'],
].map((pair) => pair.map((words) => words.split(' ')))

const oppositesOf = (word: string) =>
  opposites.flatMap(([one = [], other = []]) => (one.includes(word) ? other : other.includes(word) ? one : []))

/** Verbs that mean one thing with 'on' or 'in', and the opposite with 'off' or 'out'. */
const phrasal = /^(turn|switch|put|take|sign|log)(ed|ing)?$/
const particles = [
  ['on', 'off'],
  ['in', 'out'],
] as const

/** The verbs that are the opposite of 'on' or 'off' at the end of a text. */
const particleOf = (word: string) =>
  word === 'on' ? ['disable', 'deactivate', 'stop', 'remove'] : word === 'off' ? ['enable', 'activate', 'resume', 'start'] : []

/** 'turn 2fa on' is never 'Turn off 2FA'. */
function hasOtherParticle(tokens: readonly Token[], phraseWords: readonly string[]): boolean {
  // 'auto renew off' is no 'Resume'.
  const last = tokens.at(-1)?.folded ?? ''
  if (particleOf(last).some((word) => phraseWords.includes(word)) && !phraseWords.includes(last)) return true
  if (!tokens.some(({ folded }) => phrasal.test(folded))) return false
  const has = (word: string) => tokens.some(({ folded }) => folded === word)
  return particles.some((pair) =>
    pair.some(
      (word, at) => has(word) && !has(pair[1 - at] ?? '') && phraseWords.includes(pair[1 - at] ?? '') && !phraseWords.includes(word),
    ),
  )
}

/** 'lock' is never 'Unlock', and 'stop' never 'Activate', whatever else is close to it. */
const isOpposite = (tokens: readonly Token[], { words, keywords, isAka }: Phrase) => {
  const all = [...words, ...keywords]
  // 'undo refund', 'end trial'
  const isUndo = (word: string) => /^(undo|revert|reverse)$/.test(word)
  if (tokens.some(({ folded }) => isUndo(folded)) && !all.some(isUndo)) return true
  if (tokens[0]?.folded === 'end' && words.includes('extend')) return true
  if (hasOtherParticle(tokens, all)) return true
  return tokens.some(({ folded }) => {
    if (folded.length < minPrefix || all.includes(folded)) return false
    const positive = folded.startsWith('un') ? folded.slice(2) : ''
    return (
      all.includes(`un${folded}`) ||
      all.includes(positive) ||
      oppositesOf(folded).some((word) => words.includes(word) || (isAka && keywords.includes(word)))
    )
  })
}

const isDecided = (tokens: readonly Token[], { deciding, excluding }: Phrase) =>
  (deciding.length === 0 || tokens.some(({ folded }) => deciding.some((word) => word.startsWith(folded)))) &&
  !tokens.some(({ folded }) => excluding.includes(folded))

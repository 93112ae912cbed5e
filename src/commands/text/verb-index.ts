import { mistyped } from '../../contract/typos.ts'
import type { Command } from '../engine/command.ts'
import { recordNouns } from '../engine/record-types.ts'
import type { Step } from '../engine/steps.ts'
import type { Target, TargetType } from '../engine/targets.ts'
import { type Phrase, phrasesOf } from './phrases.ts'
import { isAnyNoun, isMain } from './record-words.ts'
import type { Token, Tokens } from './token.ts'
import { isDeed, isFiller, isThing } from './word-kinds.ts'

/** Something to do with a record that is yet to be named: one command for each type of record. */
export interface Verb {
  name: string
  title: string
  commands: Partial<Record<TargetType, Command>>
  /** What it applies to: 'customer or QR code'. */
  noun: string
}

export interface VerbPhrase extends Phrase {
  verb: Verb
  type: TargetType
  /** Other commands on such a record begin with the same word. */
  isShared: boolean
}
export type VerbIndex = readonly VerbPhrase[]

/**
 * The names of the commands that can be typed with their record, for people with these capabilities.
 * @param types the types of records that can be found by what one types
 */
export function indexVerbs(commands: readonly Command[], capabilities: readonly string[], types: readonly TargetType[]): VerbIndex {
  const verbs = new Map<string, Verb>()
  const named = commands.flatMap((command) => {
    const type = types.find((each) => each === command.target)
    // Some commands ask only on the record's own page.
    if (!type || (command.needsPage && !command.danger) || (command.needs && !capabilities.includes(command.needs))) return []
    // Verbs of the rarer types are separate: 'block' means a QR code rather than an address.
    const name = isMain(type) && command.verb !== undefined ? command.verb : command.id
    const others = verbs.get(name)
    const all = { ...others?.commands, [type]: command }
    const own = command.title(null)
    const title = others && others.title !== own ? sentence(name.replaceAll('-', ' ')) : own
    const noun = Object.keys(all)
      .map((each) => recordNouns[each as TargetType])
      .join(' or ')
    verbs.set(name, { name, title, commands: all, noun })
    return [{ command, type, name }]
  })
  const phrases = named.flatMap(({ command, type, name }) => {
    const verb = verbs.get(name)
    if (!verb) return []
    return phrasesOf({ command, target: null, title: command.title(null), steps: stepsOf(command, commands) }).map((phrase) => ({
      ...phrase,
      verb,
      type,
    }))
  })
  const commandsBy = new Map<string, Set<Command>>()
  for (const { type, words, item } of phrases) {
    const key = `${type} ${words[0]}`
    commandsBy.set(key, (commandsBy.get(key) ?? new Set()).add(item))
  }
  return phrases.map((phrase) => ({ ...phrase, isShared: (commandsBy.get(`${phrase.type} ${phrase.words[0]}`)?.size ?? 0) > 1 }))
}

/** The steps of a command or its delegate, or of the form that it opens. */
export function stepsOf(command: Command, commands: readonly Command[]): readonly Step[] {
  const own = command.delegate ? commands.find(({ id }) => id === command.delegate?.command) : command
  return own?.args ?? own?.fills?.steps ?? []
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Shorter words are too similar to others. */
const minMistyped = 4

/** A word that hardly begins a name either. */
const isVerb = (word: string) => isDeed({ folded: word }) || (isThing({ folded: word }) && !isAnyNoun({ folded: word }))

/** The text with its first word corrected, if it is a typo of exactly one verb: 'cancle'. */
export function withoutTypo({ text, tokens }: Tokens, verbs: VerbIndex): Tokens | null {
  const token = tokens.find((each) => !isFiller(each))
  if (!token || tokens.length < 2 || token.value !== null || token.folded.length < minMistyped || isDeed(token)) return null
  const { folded } = token
  const isClose = (word: string) => {
    // 'bank' is no ban, and 'lock' no block.
    const isShort = folded.length <= minMistyped
    const isAlike = word.length < minMistyped ? folded.replace(/(.)\1/, '$1') === word : !isShort || word[0] === folded[0]
    return isVerb(word) && isAlike && `${word}s` !== folded && mistyped(folded, word)?.length === word.length
  }
  const [verb, another] = new Set(verbs.flatMap(({ words }) => words.slice(0, 1).filter(isClose)))
  if (verb === undefined || another !== undefined) return null
  return { text, tokens: tokens.map((each) => (each === token ? { ...token, raw: verb, folded: verb, recognised: null } : each)) }
}

/** Refuses a text with two commands: a word of the name begins another one. */
export function secondVerb({ folded, raw }: Token, own: Token | undefined, { verb }: VerbPhrase, verbs: VerbIndex): string | undefined {
  const other = verbs.find(({ words, isAka, verb: { name } }) => words[0] === folded && name !== verb.name && !isAka)
  return own && other && `One command at a time: ‘${own.raw}’ or ‘${raw}’.`
}

export const nowWords = new Set(['now', 'immediately', 'instantly', 'asap', 'once'])

/** 'block now' of a QR code: only a customer's subscription ends now or later. */
export const isNowAnyway = ({ folded }: Token, target: Target | null, { words }: Pick<VerbPhrase, 'words'>) =>
  nowWords.has(folded) && target !== null && (target.type !== 'customer' || !words.includes('subscription'))

/** Whether a name says that it is done now, and has one of the words that were typed. */
export const isDoneNow = ({ words }: VerbPhrase, named: readonly Token[]) =>
  words.some((word) => nowWords.has(word)) && named.some(({ folded }) => words.includes(folded))

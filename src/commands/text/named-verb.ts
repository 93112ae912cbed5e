import type { Command } from '../engine/command.ts'
import type { TargetType } from '../engine/targets.ts'
import type { Token, Tokens } from './token.ts'
import { stepsOf } from './verb-index.ts'
import type { VerbReading } from './verb-reading.ts'
import { isFiller } from './word-kinds.ts'

/** What a text says to do. */
export interface NamedVerb {
  /** Includes values with a unit: 'extend trial 7 days'. */
  words: readonly string[]
  /** The text without these words; null if its numbers could be values. */
  rest: string | null
  type: TargetType | null
  /** A command can do it to several records. */
  isOfSeveral: boolean
  /** The command uses all of the text: one identifier is the record, the other its new value. */
  usesAll: boolean
}

/** What follows is a destination, not one of several records. */
const isGoalWord = ({ folded }: Token) => folded === 'to'

/** Pure: what a text says to do, by its best reading. */
export function namedVerb({ tokens }: Tokens, [best]: readonly VerbReading[], all: readonly Command[]): NamedVerb {
  const usesAll = best?.isLikely === true && best.refusal === null && best.object?.isSure === true
  if (
    !best?.isWhole ||
    !best.saysWhat ||
    best.verb.commands[best.type]?.leads ||
    (!['exact', 'prefix'].includes(best.match.match) && best.words === '')
  )
    return { words: [], rest: null, type: null, isOfSeveral: false, usesAll }
  const { named } = best.match
  const ofSeveral = all.find((command) => (command.target === 'customers' || command.target === 'qrs') && command.verb === best.verb.name)
  const command = ofSeveral ?? best.verb.commands[best.type]
  const steps = command ? stepsOf(command, all) : []
  const numbers = tokens.filter(({ value }) => value === 'number')
  // 'extend trial 7 ana ruiz and lukas weber'
  const isOnlyValue = (token: Token) => numbers.length === 1 && numbers[0] === token && best.typing.tokens.includes(token)
  const values = tokens.filter((token) => token.value === 'count' || token.value === 'amount' || isOnlyValue(token))
  const mayBeValue = steps.some(({ kind }) => kind === 'number' || kind === 'amount') && values.length === 0
  const isElsewhere = steps.some(({ kind }) => kind === 'record') && tokens.some(isGoalWord)
  const rest = tokens.filter((token) => !named.has(token) && !values.includes(token) && (!isFiller(token) || token.folded === 'and'))
  const isListed = best.typing.text === null && !isElsewhere && !(mayBeValue && rest.some(({ value }) => value === 'number'))
  return {
    words: [...named, ...values].map(({ raw }) => raw),
    rest: isListed ? rest.map(({ raw }) => raw).join(' ') : null,
    type: best.type,
    isOfSeveral: ofSeveral !== undefined,
    usesAll,
  }
}

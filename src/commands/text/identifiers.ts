import { beginsWords, termWords } from '../../contract/customer-match.ts'
import { nameOfTarget } from '../engine/record-types.ts'
import type { ResolvedCommand } from '../engine/resolve.ts'
import type { Target, TargetType } from '../engine/targets.ts'
import { fits, isOfName, minIdDigits } from './named-records.ts'
import { fold } from './ranking.ts'
import { type Recognised, recognise } from './recognise.ts'
import { isDispute, isNoun } from './record-words.ts'
import type { Token, Tokens } from './token.ts'
import { isFiller, isIdentifier, isNameWord, isPlural } from './word-kinds.ts'

/** The only identifier in a text, alone or among other words. */
export function identifierIn({ text, tokens }: Tokens, consoleOrigin: string): Recognised {
  const whole = recognise(text, consoleOrigin)
  if (whole.sure && whole.isWithin !== true) return whole
  const sure = tokens.filter(isIdentifier)
  const isAlone = tokens.filter((token) => !isFiller(token) && !openers.has(token.folded)).length === 1
  // 'payments of 5000' are a customer's.
  const mayBeId = ({ value, raw, before }: Token) => value === 'number' && before !== 'of' && (isAlone || raw.length >= minIdDigits)
  const [only, another] = sure.length > 0 ? sure : tokens.filter(mayBeId)
  return only?.recognised && !another ? { ...only.recognised, isWithin: true, explanation: `contains ${only.raw}` } : whole
}

/** Naming a record opens it, so these words add nothing. */
const openers = new Set(
  'open show view find see go goto look up to search dear mr mrs ms miss mister herr frau senor senora mme monsieur madame'.split(' '),
)

/** A text without the words that only ask to find a record, or name its type: 'find ana ruiz', 'customer ana ruiz'. */
export function soughtIn(typed: Tokens): { typed: Tokens; types?: readonly TargetType[] } {
  const { text, tokens } = typed
  const isLead = (token: Token, at: number) => openers.has(token.folded) || /^who( s)?$/.test(token.folded) || (at > 0 && isFiller(token))
  const first = Math.max(
    0,
    tokens.findIndex((token, at) => !isLead(token, at)),
  )
  const isKind = (token: Token, each: TargetType) => isNoun(token, each) && !isPlural(token)
  const type = (['customer', 'qr'] as const).find((each) => tokens[first] && isKind(tokens[first], each))
  const kept = tokens.slice(first + (type ? tokens.slice(first).findIndex((token) => !isKind(token, type)) : 0))
  const [begin] = kept
  if (!begin || kept.length === tokens.length || !kept.every(isNameWord)) return { typed }
  return { typed: { text: text.slice(begin.from), tokens: kept }, ...(type && { types: [type] }) }
}

/** Whether a word only asks to show something. */
export const isOpener = ({ folded }: Pick<Token, 'folded'>) => openers.has(folded)

/** The words beside the only identifier that don't belong to it. */
export function unusedBeside({ tokens }: Tokens, type: TargetType): string[] {
  if (tokens.length < 2) return []
  const own = tokens.findIndex((token) => isIdentifier(token) && fits(token, type))
  const sure = own < 0 ? tokens.findIndex(isIdentifier) : own
  const at = sure < 0 ? tokens.findIndex(({ recognised }) => recognised?.sure === true) : sure
  const isOpener = ({ folded }: Token, index: number) => index < at && openers.has(folded)
  return tokens
    .filter((token, index) => index !== at && !isFiller(token) && !isOpener(token, index) && !isCompanion(tokens, index, at, type))
    .map(({ raw }) => raw)
}

/** The name before '<ana@cafesol.es>', the label of a line in a mail, or the type of the record. */
function isCompanion(tokens: readonly Token[], index: number, at: number, type: TargetType): boolean {
  const [token, identifier] = [tokens[index], tokens[at]]
  if (!token || !identifier || index > at) return false
  if (/^(from|to|cc|bcc|reply-to):?$|^(e-?mail|mail|user|name):$/i.test(token.raw) && index === 0) return true
  if (identifier.raw.startsWith('<')) return isOfName(token)
  return isNoun(token, type) && !isPlural(token)
}

/** Whether a token only repeats the record on screen: its id, its e-mail or a word of its name. */
export function namesTarget(token: Token, target: Target | null): boolean {
  if (target === null) return false
  const record: { id: number; email?: unknown } = target.record
  if (token.recognised && !/^\p{L}+$/u.test(token.folded))
    return token.recognised.shapes.some(
      (shape) =>
        (shape.kind === 'email' && shape.email === record.email) ||
        (shape.kind === `${target.type}-id` && 'id' in shape && shape.id === record.id),
    )
  return (
    (isNoun(token, target.type) && !isPlural(token) && !isDispute(token)) || fold(nameOfTarget(target)).split(' ').includes(token.folded)
  )
}

/** Whether a text says no more than the record's name: 'ana' on Ana's page means Ana, not 'Ban Ana'. */
export function isOnlyName(text: string, { title, target, command }: ResolvedCommand): boolean {
  const name = target && nameOfTarget(target)
  if (name === null || !title.includes(name) || !beginsWords(name, text)) return false
  const others = `${title.replace(name, '')} ${command.keywords ?? ''}`
  return !termWords(text).some((word) => beginsWords(others, word))
}

import type { Step } from '../engine/steps.ts'
import type { TargetType } from '../engine/targets.ts'
import { readArguments } from './arguments.ts'
import { clean, type Recognised, recognise, type Shape } from './recognise.ts'
import { isAnyNoun, isMain, namesOf } from './record-words.ts'
import type { Token } from './token.ts'
import { isDeed, isFiller, isGeneric, isIdentifier, isNameWord, isThing } from './word-kinds.ts'

/** The record that words name: surely, or by part of its name or address. */
export interface NamedObject {
  text: string
  recognised: Recognised
  isSure: boolean
}

/** A domain is nobody's name: 'ban evil.example'. */
export const isHost = (text: string) => /^[^\s@]+\.[a-z]{2,}$/i.test(text)

/** Shorter numbers are arguments rather than ids, if they fit as one. */
export const minIdDigits = 4

/** 'limit 2000', unlike 'limit to 2000' */
export const isRatherId = ({ value, raw, before }: Token) => value === 'number' && raw.length >= minIdDigits && before !== 'to'

/** Without the punctuation that copying adds. '#4711' is an id of whatever the verb applies to. */
export function identifierOf({ raw, recognised }: Token): Pick<NamedObject, 'text' | 'recognised'> {
  const text = /^#\d+/.test(raw) ? clean(raw.slice(1)) : raw.replace(/[.,;:!?]+$|['’]s$/, '')
  return { text, recognised: recognised && text === raw ? recognised : recognise(text) }
}

/** Verbs with 'to' and a new value. */
const becoming = new Set(['change', 'set', 'edit', 'update', 'raise', 'lower', 'increase', 'reduce', 'make'])

export const isGoalVerb = ({ folded }: Token) => becoming.has(folded)

/** Whether it is a destination or a new value: 'transfer aB3xYz to 4711', 'change discount of 12 to 50'. */
export function isGoal(token: Token, steps: readonly Step[], tokens: readonly Token[]): boolean {
  if (token.before !== 'to' || !readArguments(steps, { tokens: [token], text: null }, null).used.has(token)) return false
  return token.value !== 'number' || steps.some(({ kind, isOneWord }) => kind === 'record' || isOneWord === true) || tokens.some(isGoalVerb)
}

/** Whether a noun comes before 'of' and a bare number after it: 'qrs of 4969', not 'status of qr 41'. */
export function namesOwned(tokens: readonly Token[], token: Token): boolean {
  const nouns = tokens.slice(0, tokens.indexOf(token)).filter(isAnyNoun)
  return nouns.length > 0 && (token.value === 'number' || /^#\d+$/.test(token.raw))
}

/** Whether a word ahead of '<ana@cafesol.es>' is part of her name: 'ban Ana Ruiz <ana@cafesol.es>' is more than that. */
export const isOfName = (token: Token) => isNameWord(token) && !isDeed(token) && !isGeneric(token) && !isThing(token)

const isOf = ({ kind }: Shape, type: TargetType) => namesOf(type)?.shapes?.includes(kind) === true

/** Whether a token can name a record of a type by itself. */
export function fits({ recognised, raw, value }: Token, type: TargetType): boolean {
  if (recognised?.shapes.some((shape) => isOf(shape, type))) return true
  if (namesOf(type)?.byHost && value === null && !raw.includes('@') && /[\p{L}\d-]\.\p{L}{2,}/u.test(raw)) return true
  if (/^#\d+$/.test(raw) && isMain(type)) return true
  return namesOf(type)?.byNumber === true && (value === 'number' || /^#\d+$/.test(raw))
}

/** Whether a customer is named only as the owner of another record: 'refund 5 ana@cafesol.es order QD-0000031' is about the order. */
export function isOwnerOfAnother(tokens: readonly Token[], types: readonly TargetType[]): boolean {
  const identifiers = tokens.filter(isIdentifier)
  const owned = types.filter((type) => type === 'payment' || type === 'qr' || type === 'invoice')
  const isOther = (token: Token) => !fits(token, 'customer') && owned.some((type) => fits(token, type))
  return identifiers.some(isOther) && identifiers.some((token) => fits(token, 'customer'))
}

export const isWordOfName = (token: Token | undefined) =>
  token !== undefined && isNameWord(token) && !isFiller(token) && !isGeneric(token) && !isDeed(token)

/** The words of a name behind a word. */
export function runBehind(tokens: readonly Token[], word: string): readonly Token[] {
  const behind = tokens.slice(tokens.findIndex(({ folded }) => folded === word) + 1)
  const end = behind.findIndex((token) => !isWordOfName(token))
  return behind.length === tokens.length ? [] : behind.slice(0, end < 0 ? behind.length : end)
}

/** A pronoun that means somebody else than who is named: 'ban her and ana ruiz', 'ban this almhutte', 'set the email of ana to hers'. */
export function isBesideOthers(token: Token, tokens: readonly Token[], named: readonly Token[]): boolean {
  if (!/^(this|that|these|those|it|him|hers?|them|theirs?|me|mine)$/.test(token.folded)) return false
  const at = tokens.indexOf(token)
  const next = tokens.slice(at + 1).find(({ folded }) => folded !== 'one')
  if (/^(and|or|to)$/.test(token.before) || /^(and|or|plus)$/.test(next?.folded ?? '')) return true
  // 'ban this customer 397' points at that one.
  const isOfNoun = next !== undefined && (isAnyNoun(next) || /^(guy|person|account)$/.test(next.folded))
  // 'ana ruiz lost her phone' is about her own.
  const namesSomebody = (other: Token) => !named.includes(other) && (isIdentifier(other) || isWordOfName(other))
  const isKnown = tokens.slice(0, at).some(namesSomebody)
  const isNamed = tokens.slice(at).some(namesSomebody)
  return token.folded !== 'it' && !isOfNoun && !isKnown && isNamed && named.some(({ to }) => to + 1 === token.from)
}

/** Only the shapes that can name a record of these types. */
export function narrowed({ shapes, ...rest }: Recognised, types: readonly TargetType[]): Recognised {
  return { ...rest, shapes: shapes.filter((shape) => shape.kind === 'text' || types.some((type) => isOf(shape, type))) }
}

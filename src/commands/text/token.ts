import type { Recognised } from './recognise.ts'

/** A piece of a typed text: a word, a value with its unit, a quotation, or an identifier with its label. */
export interface Token {
  /** As typed. */
  raw: string
  /** Folded, without punctuation around it. */
  folded: string
  /** Its place in the text, without invisible characters. */
  from: number
  to: number
  /** What it may name by itself; null if it isn't certain to name a record. */
  recognised: Recognised | null
  /** 'number': bare digits, which may also be an id; 'count': with a unit; 'amount': with decimals or a currency; 'day' of a month. */
  value: 'number' | 'count' | 'amount' | 'day' | null
  isQuoted: boolean
  /** The word before it, folded, skipping articles: after 'to' it is a destination or a new value. */
  before: string
  /** It says that several records are meant: 'all payments'. */
  isOfSeveral: boolean
}

/** A text as tokens. */
export interface Tokens {
  text: string
  tokens: readonly Token[]
}

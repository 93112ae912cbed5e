import { fold } from './ranking.ts'
import { recognise } from './recognise.ts'
import type { Token, Tokens } from './token.ts'
import { isFiller, isGeneric, isNameWord, isThing } from './word-kinds.ts'

const maxRuns = 8

/** The words of a name, without the punctuation of its sentence. */
export const nameOf = (run: readonly Token[]) => run.map(({ raw }) => raw.replace(/[,.;:!?]+$|['’]s$/, '')).join(' ')

/** Two or three words that stand together and may be a name; capitalised ones first. */
export function namesAmong(tokens: readonly Token[]): Token[][] {
  const mayName = (token: Token) => isNameWord(token) && !isFiller(token) && !isGeneric(token)
  const runs = [2, 3].flatMap((length) => tokens.map((_, at) => tokens.slice(at, at + length)).filter((run) => run.length === length))
  const isOne = (run: readonly Token[]) => run.every(mayName) && run.slice(0, -1).every(({ raw }) => !/[,.;:!?]$/.test(raw))
  const capitals = (run: readonly Token[]) => Number(run.every(({ raw }) => /^\p{Lu}/u.test(raw)))
  return runs
    .filter((run) => run.length < tokens.length && isOne(run))
    .filter((run, at, all) => all.findIndex((other) => fold(nameOf(other)) === fold(nameOf(run))) === at)
    .toSorted((a, b) => capitals(b) - capitals(a))
    .slice(0, maxRuns)
}

/** The words beside a name that say something. */
export const othersThan = (run: readonly Token[], tokens: readonly Token[]) =>
  tokens.filter((token) => !run.includes(token) && !isFiller(token)).map(({ raw }) => raw)

const maxCodes = 3

/** Words that may be a QR code's address, though they have no digit: 'nfqxwe', 'cafe-sol-menu'. */
export const codesAmong = (tokens: readonly Token[]): Token[] =>
  tokens.length < 2
    ? []
    : tokens
        .filter(
          (token) =>
            /^(?:[a-z]{6}|[a-z]+(?:-[a-z]+)+)$/.test(token.raw) &&
            isNameWord(token) &&
            !isFiller(token) &&
            !isGeneric(token) &&
            !isThing(token),
        )
        .slice(0, maxCodes)

/** The text as if an identifier stood in place of a name. */
export function withIdentifier({ text, tokens }: Tokens, run: readonly Token[], raw: string): Tokens {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return { text, tokens }
  const named = { ...first, raw, folded: fold(raw), to: last.to, recognised: recognise(raw) }
  return { text, tokens: tokens.flatMap((token) => (token === first ? named : run.includes(token) ? [] : token)) }
}

/** Whether words are part of a longer name, such as only one of two surnames. */
export const hasWords = (fullName: string, run: readonly Token[]) =>
  fold(nameOf(run))
    .split(' ')
    .every((word) => fold(fullName).split(' ').includes(word))

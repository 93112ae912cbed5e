import { isGoalVerb } from './named-records.ts'
import type { Token, Tokens } from './token.ts'
import { isDeed, isFiller, isGeneric, isNameWord, isThing } from './word-kinds.ts'

/**
 * 'change ana@cafesol.es to ruiz@cafesol.es' says by its values that it is about the email, and 'ana@cafesol.es, new email
 * ruiz@cafesol.es' that it becomes the second one.
 * @param isUnknown whether it is nobody's email yet, so that it can only be a new one
 */
export function withImpliedField({ text, tokens }: Tokens, isUnknown = false): Tokens {
  const emails = tokens.filter(({ recognised }) => recognised?.shapes[0]?.kind === 'email')
  const [one, last] = emails
  const isChange = (token: Token) => token.folded === 'new' || isGoalVerb(token)
  const change = tokens.find(isChange)
  if (
    !change ||
    !one ||
    emails.length > 2 ||
    (last ? /^(of|and)$/.test(last.before) : !isNewBesideName(tokens, one, change) && !isOnlyNew(tokens, one, isUnknown))
  )
    return { text, tokens }
  const goal = emails.find(({ before }) => before === 'to')
  if (tokens.some(({ folded }) => folded === 'email')) {
    const asChange = (token: Token): Token =>
      token === (last ?? one) && !goal ? { ...token, before: 'to' } : token === change ? { ...token, folded: 'change' } : token
    return { text, tokens: tokens.map(asChange) }
  }
  if (!goal || change !== tokens[0] || tokens.some(isThing)) return { text, tokens }
  const field: Token = { ...change, raw: 'email', folded: 'email', from: change.to, to: change.to }
  return { text, tokens: [change, field, ...tokens.slice(1)] }
}

/** 'change email ana ruiz new@example.com': whose it is was said by name. Copied from a mail, 'Ana Ruiz <ana@cafesol.es>' is one person. */
function isNewBesideName(tokens: readonly Token[], email: Token, change: Token): boolean {
  const name = tokens.filter((token) => token !== change && isNameWord(token) && !isThing(token) && !isFiller(token))
  return tokens.some(({ folded }) => folded === 'email') && name.length > 1 && !email.raw.startsWith('<') && email.before !== 'of'
}

/** 'new email ana@cafesol.es', of whoever is on screen. */
const isOnlyNew = (tokens: readonly Token[], email: Token, isUnknown: boolean) =>
  (isUnknown || tokens.some(({ folded }) => folded === 'new' || folded === 'set')) &&
  tokens.every((token) => token === email || isFiller(token) || /^(new|email|address|change|set)$/.test(token.folded))

/**
 * '7 more days for ana ruiz' and '+7 days' say what for: only trials have days.
 * @param mayGive whether 'give' may say so as well
 */
export function withMoreDays({ text, tokens }: Tokens, mayGive = false): Tokens {
  const days = tokens.find(({ raw, value }) => value === 'count' && /\b(day|week)s?$/i.test(raw))
  const more = days?.raw.startsWith('+') ? days : tokens.find(({ folded }) => /^(more|extra|additional)$/.test(folded))
  const isOther = (token: Token) =>
    isDeed(token) || (isThing(token) && token.folded !== 'trial') || (isGeneric(token) && !(mayGive && /^(give|add)$/.test(token.folded)))
  if (!more || !days || tokens.some(isOther)) return { text, tokens }
  const verb: Token = { ...more, folded: 'extend', value: null, recognised: null }
  return { text, tokens: tokens.flatMap((token) => (token !== more ? token : token === days ? [{ ...verb, to: verb.from }, token] : verb)) }
}

/** 'wants his trial extended' says what to do, 'wants to know why he was banned' doesn't. */
export function withWishedDeed({ text, tokens }: Tokens): Tokens {
  const wish = tokens.findIndex(({ folded }) => /^(want|need|like|wish)(e?s|ed)?$/.test(folded))
  if (wish < 0 || tokens.some(({ folded }) => /^(why|how|when|was|were|been)$/.test(folded))) return { text, tokens }
  // 'extended', 'paused', 'banned'
  const deedOf = ({ folded }: Token) => [2, 1, 3].map((ending) => folded.slice(0, -ending)).find((stem) => isDeed({ folded: stem }))
  return {
    text,
    tokens: tokens.map((token, at) => {
      const deed = at > wish && token.folded.endsWith('ed') ? deedOf(token) : undefined
      return deed === undefined ? token : { ...token, folded: deed }
    }),
  }
}

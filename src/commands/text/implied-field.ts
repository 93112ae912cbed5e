import { isGoalVerb } from './named-records.ts'
import { isThing, type Token, type Tokens } from './tokens.ts'

/**
 * 'change ana@cafesol.es to ruiz@cafesol.es' says by its values that it is about the email, and 'ana@cafesol.es, new email
 * ruiz@cafesol.es' that it becomes the second one.
 */
export function withImpliedField({ text, tokens }: Tokens): Tokens {
  const emails = tokens.filter(({ recognised }) => recognised?.shapes[0]?.kind === 'email')
  const [one, last] = emails
  const isChange = (token: Token) => token.folded === 'new' || isGoalVerb(token)
  const change = tokens.find(isChange)
  if (!change || !one || !last || emails.length > 2 || /^(of|and)$/.test(last.before)) return { text, tokens }
  const goal = emails.find(({ before }) => before === 'to')
  if (tokens.some(({ folded }) => folded === 'email')) {
    const asChange = (token: Token): Token =>
      token === last && !goal ? { ...token, before: 'to' } : token === change ? { ...token, folded: 'change' } : token
    return { text, tokens: tokens.map(asChange) }
  }
  if (!goal || change !== tokens[0] || tokens.some(isThing)) return { text, tokens }
  const field: Token = { ...change, raw: 'email', folded: 'email', from: change.to, to: change.to }
  return { text, tokens: [change, field, ...tokens.slice(1)] }
}

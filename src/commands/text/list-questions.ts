import { name } from './questions.ts'
import { maxLength } from './tokens.ts'

/** Whether a text asks something, and so for no change: 'did ana ruiz cancel'. */
export const isQuestion = (text: string) =>
  /^\s*(?:who|whom|whose|did|does|has|have|had|is|are|was|were|how|why|when|which|what)\b/i.test(text)

/** With its cents or its currency, so that it is no id. */
const amount = String.raw`(?:(?:€|\$|£|eur |usd |gbp )?\d[\d.]*[.,]\d\d(?: ?(?:€|eur|euros?|usd|\$|£|gbp))?|\d+ ?(?:€|eur|euros?|usd|\$|£))`

/** What people ask about a list in other words than its own, and the list that they mean. */
const synonyms: readonly [RegExp, string][] = [
  [/^\s*([45]\d\d) errors?(?: (?:of |in |on )?(?:the )?api)?\b/i, 'api calls with status $1 '],
  [/^\s*(?:(?:give|get|send) me\s+(?:the |all )?|how many )/i, ''],
  [
    /^\s*(?:how much|what) (?:money )?(?:(?:did|have|do) we (?:make|made|earn|earned|take|taken)|revenue)\b|^\s*how much money\b/i,
    'revenue',
  ],
  [/^\s*how much (?:did|have|do) we (?:refund|refunded|give back|given back)\b/i, 'refunds'],
  // Counted by day, not listed.
  [/^\s*(?:new (?:subscriptions|subscribers|trials)|scans) (?=today|yesterday|this|last|past|since)/i, 'revenue '],
  [/^\s*country (?=\p{L}+(?: \p{L}+)?\s*$)/iu, 'customers in '],
  // The reports are by month.
  [/^\s*sales (?=(?:of |from )?(?:today|yesterday|(?:this|last) week|(?:the )?(?:last|past) \d+ days|since)\b)/i, 'revenue '],
  [/^\s*((?:biggest|largest|highest|smallest|latest|last|newest|oldest) refund)(?= |$)/i, '$1s'],
  [/^\s*refunds by (\p{L}+)\s*$/iu, 'audit of $1 refunded'],
  [/^\s*refunds (?:of|from|by|for) /i, 'refunded payments of '],
  [new RegExp(`^\\s*refunds (?=${name} ${name}\\s*$|\\S+@\\S+\\s*$)`, 'iu'), 'refunded payments of '],
  [new RegExp(`^\\s*(${name} ${name}|\\S+@\\S+) refunds\\s*$`, 'iu'), 'refunded payments of $1'],
  [
    /^\s*(?:the |all )?customers (?:from|with|at|on|using) (?:an? )?(?:e-?mails? (?:of|at|from) )?@?((?:[\w-]+\.)+[a-z]{2,}|gmail|googlemail|yahoo|hotmail|outlook|icloud|gmx)(?: e-?mails?| address(?:es)?)?\s*$/i,
    'customers named @$1',
  ],
  // By what their payments say of them.
  [/^\s*(?:the )?(?:unpaid|overdue|open) invoices (?=(?:of|from|by|for)\b)/i, 'payments with unpaid invoice '],
  [/^\s*(?:(?:i|we|he|she|they) (?:was|were|got|have been|has been) )?(?:charged|billed|debited) (?=\D{0,4}\d)/i, 'payments '],
  [/^\s*(?=\D{0,4}\d[\d.,]*(?: ?(?:€|eur|usd|\$))? (?:on|from) (?:my |the |his |her )?card\b)/i, 'payments '],
  [
    new RegExp(
      `^\\s*(${name} ${name}(?: ${name})??|\\S+@\\S+),? (?:(?:was |got |has been )?(?:charged|billed|debited|paid) )?(?:for |of )?(?=${amount}(?: |$))`,
      'iu',
    ),
    'payments of $1 ',
  ],
  [new RegExp(`^\\s*(?:the )?(${amount}) (?:of |from |by |for )?(${name} ${name}(?: ${name})?|\\S+@\\S+)`, 'iu'), 'payments of $2 $1'],
  [/^\s*expiring (cards?|trials?|domains?)\b/i, '$1 expiring'],
  [
    /^\s*(?:(?:pending|waiting) bank transfers|bank transfers (?:pending|waiting)|(?:payments|transfers) to approve)\b/i,
    'waiting for approval',
  ],
  [/^\s*(un)?bans (?=today|yesterday|this|last|past|since|between|after|before)/i, '$1banned '],
  [
    /^\s*who (banned|unbanned) (?:customers? |users? |any(?:body|one) |some(?:body|one) )?(?=today|yesterday|this|last|past|since|between|after|before)/i,
    '$1 ',
  ],
  [/^\s*who (?:did|have) we (un)?ban(?:ned)? /i, '$1banned '],
  [/^\s*(un)?bans by (\p{L}+)/iu, 'audit of $2 $1banned'],
  [/^\s*(?:changes|edits|actions|activity) (?:by|of) (?=\p{L}+(?:\s+(?:today|yesterday|this|last)\b.*)?\s*$)/iu, 'audit of '],
  [/^\s*who (?:has )?(?:logged|signed) in\b/i, 'audit signed in '],
  [/^\s*(gmail|googlemail|yahoo|hotmail|outlook|icloud|gmx) customers\s*$/i, 'customers named @$1'],
  [/^\s*who cancell?ed (?=today|yesterday|this|last|past|since|between|after|before|in)\b/i, 'customers canceled '],
  [/^\s*who (?:failed to pay|(?:did|could|has)(?:n['’]?t| not) (?:pay|paid))\b/i, 'failed payments'],
  [/^\s*(dispute|chargeback)\s*$/i, '$1s'],
  // Not those of some state, which have words of their own: 'disputes needing a response'.
  [
    /^\s*(?:chargeback|dispute)s? (?!.*\b(?:need|respon|answer|won|lost|open|under|due))(?:(?:of|from|by|for) |(?=\p{L}))/iu,
    'disputed payments of ',
  ],
  [/^\s*(\S+@\S+|#\d+|\p{L}+ \p{L}+(?: \p{L}+)?) (?:chargeback|dispute)\s*$/iu, 'disputed payments of $1'],
  [/^\s*(?:audit|audit log|audit trail)(?: of)? #?(?=\d+\s*$)/i, 'audit of customer '],
  [/\bqr code (?=#?\d)/i, 'qr '],
  [
    /\b(?:the )?(\d{1,2}|two|three|four|five|ten) (last|latest|newest|oldest) (?=(?:payments|charges|invoices|qrs|qr codes|codes|customers)\b)/i,
    '$2 $1 ',
  ],
  [
    /\b(?:the )?(?:very )?first ((?:\d{1,2}|two|three|four|five|ten) )?(?=(?:payments?|charges?|invoices?|qrs?|qr codes?|codes?|customers?)\b(?! pend))/i,
    'oldest $1',
  ],
  [/(?<=\b(?:banned|unbanned|paying|active|inactive|trial|churned|cancell?ed|unpaid) )users\b/i, 'customers'],
  // When somebody was banned is known from the audit trail.
  [
    /^\s*(?:who (?:was|got) (banned|unbanned)|(?:the )?customers (banned|unbanned)|(banned|unbanned) customers) (?:(?:in|during) (?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q\d|20\d\d))|(?=(?:today|yesterday|this|last|past|since|between|after|before)\b))/i,
    '$1$2$3 ',
  ],
]
const pasts: Readonly<Record<string, string>> = {
  refund: 'refunded',
  ban: 'banned',
  unban: 'unbanned',
  erase: 'erased',
  delete: 'deleted',
  cancel: 'canceled',
  edit: 'edited',
  transfer: 'transferred',
}
/** 'audit refunds yesterday' */
const audited = /^\s*audit(?: trail| log)?(?: of)? (refund|ban|unban|erase|delete|cancel|edit|transfer)(?:s|ations?|lations?)?\b/i
const whatDid = /^\s*what (?:did|has) (.+?) (?:(do|done|change|changed)|(refund|ban|unban|erase|delete|cancel|edit|transfer)\w*)\b/i

/** A question about a list as a text that names it: also what a colleague did, and 'her payments' of the customer on screen. */
export function asList(text: string, onScreen: number | null): string {
  if (text.length > maxLength) return text
  const query = synonyms.reduce((before, [pattern, meant]) => before.replace(pattern, meant), text)
  const named = query.replace(whatDid, (_, who: string, _any, deed = '') => `audit of ${who} ${pasts[deed.toLowerCase()] ?? ''}`.trim())
  const actions = named.replace(audited, (_, deed: string) => `audit ${pasts[deed.toLowerCase()]}`)
  const own = onScreen === null ? null : `$1$2 of #${onScreen}`
  if (/^\s*(?:the )?(?:last|latest) (?:invoice|payment|qr(?: code)?)\s*$/i.test(named) && onScreen !== null)
    return `${named} of #${onScreen}`
  return own === null ? actions : actions.replace(/^(.*?)\b(?:his|her|hers|their) (.+?)\s*$/i, own)
}

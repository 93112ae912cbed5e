import { codesAmong } from './names-among.ts'
import { maxLength, tokenize } from './tokens.ts'
import { isIdentifier } from './word-kinds.ts'

const inApp = 'in the app: ‘Log in as customer’.'

const laterEnd =
  /\bcancel\b(?![^.,;!?]*\b(?:now|at once|immediately|right away)\b)[^.,;!?]*\b(?:tomorrow|tonight|next (?:week|month|year)|in \d+ (?:day|week|month)s?|(?:on|by|from|end of) (?:the )?(?:\d|(?:this )?(?:month|year|week)\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b))/i

const answers: readonly [RegExp, string][] = [
  [
    /^\s*(?:please,? )?(?:do not|don['’]?t|never|not (?=(?:un)?ban|refund|cancel|block|stop|delete|whitelist)|no refund\b)\s*/i,
    '‘Don’t’ is not read: say what to do instead.',
  ],
  [/\b(?:all|every\w*)\b.*\b(?:except|but|other than)\b/i, '‘Except’ is not read: select those that are meant in their list.'],
  [
    /\b(?:log|sign) (?:her|him|them|this (?:customer|user)|the (?:customer|user)) (?:out|off)\b|\b(?:log|sign) (?:out|off) (?:her|him|them|this|the (?:customer|user))\b/i,
    'Customers are not signed out from here. ‘Ban’ does so, and keeps them out.',
  ],
  [/\b(?:undo|revert|reverse|take back)\b.*\brefund|\bcancel (?:the |her |his |their |a )?refund/i, 'A refund can’t be taken back.'],
  [/^\s*(?:phone:?|tel\.?:?)?\s*\+\d[\d ()./-]{6,}\s*$/i, 'Nothing is found by a phone number: an email, a name or an order is.'],
  [
    /\b(?:redirect|retarget|destination)\b|\btarget (?:url )?of\b|\b(?:change|new|wrong|other) (?:link|url|target)\b|\b(?:point|leads?|go(?:es)?|send|url)\b.*\bto\b.*https?:/i,
    `Where a QR code leads is changed ${inApp}`,
  ],
  [
    /\b(?:upgrade|downgrade)\b|\b(?:change|switch) (?:the )?plan\b|\b(?:change|switch|move)\b.*\bto (?:yearly|annual|monthly)\b/i,
    `Plans are changed ${inApp}`,
  ],
  [
    /\b(?:pause|freeze|hold)\b.*\b(?:subscription|plan)\b|^\s*(?:pause|freeze|hold) (?!all\b|every\b|the\b|qr|code)(?:\S+@\S+|\p{L}+(?: \p{L}+)+)\s*$/iu,
    'A subscription can’t be paused, only canceled and resumed.',
  ],
  [
    /\bpayments?\b.*\b(?:visa|mastercard|amex|card)\b|\b(?:visa|mastercard|amex|card)\b.*\bpayments?\b/i,
    'Payments are not found by their card, but customers are: ‘visa 4242’.',
  ],
  [laterEnd, 'A subscription ends at the end of its period or at once, on no other day.'],
  [/\blimit\b.*\bscans?\b|\bscans?\b.*\blimit\b/i, 'Scans have no limit here; QR codes, bulk uploads and domains have one.'],
  [
    /\blimit\b.*(?:\bby|\+) ?\d|\bby \d+\b.*\blimit\b|\b\d+ (?:more|extra|additional) (?:qrs?|qr codes?|codes?|domains?)\b/i,
    'A limit is set, not raised or lowered: type the new one.',
  ],
  [/\brename\b(?! (?:the )?(?:uri|link|short link|address)\b)|\bchange (?:the |her |his |their )?name\b/i, `Names are changed ${inApp}`],
  [
    /^\s*(?:write|reply|respond) to\b|\b(?:send|write)\b.*\b(?:e-?mail|message)\b.*\bto\b/i,
    'No emails are sent from here: ‘Copy email’ takes the address along.',
  ],
  [
    /\bpassword\b.*\breset\b|\bsend\b.*\breset\b|\b(?:reset|change|forg[oe]t(?:ten)?|new|lost)\b.*\bpassword\b|\blocked out\b/i,
    'Customers’ passwords are not changed here.',
  ],
  [/^\s*lock\b/i, 'Only failed sign-ins lock an account. ‘Switch off’ takes a colleague’s access away.'],
  [/^\s*sort(?:ed)? by\b/i, 'Lists are sorted by the heads of their columns, or by words such as ‘biggest payments’.'],
  [
    /\b(?:accept|answer|contest|fight|respond to)\b.*\b(?:dispute|chargeback)s?\b/i,
    'Disputes are answered at the payment provider: ‘Open at the payment provider’.',
  ],
  [/^\s*invite\b(?!.*\b(?:staff|colleague))/i, `Who joins an account is invited ${inApp}`],
  [/^\s*(?:ip(?: address)?:? )?\d{1,3}(?:\.\d{1,3}){3}\s*$/i, 'Nothing is found by an IP address. A customer’s last one is on their page.'],
  [/\bpayment link\b/i, 'Payment links are made at the payment provider: ‘View in Stripe’.'],
  [
    /\b(?:change|update|replace|new)\b.*\b(?:payment method|card)\b/i,
    'Payment methods are not changed here: ‘View in Stripe’ shows what is stored.',
  ],
  [/^\s*(?:credit|compensate)\b(?! note)/i, 'Nothing is credited here: ‘Refund’ gives money back.'],
  [/\bmerge\b/i, 'Accounts can’t be merged: ‘Transfer all QR codes’ moves what one has.'],
  [/\bcredit note\b/i, 'Credit notes are not written here: a refund shows on its payment.'],
  [
    /\b(?:(?:re)?send|e-?mail)\b.*\binvoices?\b|\binvoices?\b.*\b(?:re)?send\b/i,
    'Invoices are not sent from here: ‘View PDF’ has the file.',
  ],
]

/** 'block aB3xYz, it leads to https://evil.example' asks for something that is done here. */
const deeds =
  /^(?!\s*(?:please,? )?(?:do not|don['’]?t|never)\s|.*\b(?:all|every\w*)\b.*\b(?:except|but|other than)\b).*\b(?:block|stop|ban|transfer|delete|(?:black|white)list|take down)\b/i

/** Whether it asks for invoices to be sent, and not only for their list. */
export const isMailing = (text: string) => /^\s*e-?mail\b.*\binvoice/i.test(text)

/** What serves instead, if a text asks for what the console has no command for; else null. Pure. */
export const insteadOf = (text: string): string | null =>
  text.length > maxLength || deeds.test(text) ? null : (answers.find(([pattern]) => pattern.test(text))?.[1] ?? null)

/**
 * Such a text without a new name, or the link that its QR code is to lead to, which are no records. A link alone is what is looked for:
 * 'go to https://qr.example/aB3xYz', 'qr codes that lead to https://cafesol.example'.
 */
export function withoutGoal(text: string): string {
  const nameless = /\bname\b/i.test(text) ? text.replace(/\s+to\s.*$/i, '') : text
  if (nameless !== text) return nameless
  const rest = text.replace(/(?<=\S)\s+(?:(?:to|is|=)\s+)?https?:\/\/\S+\s*$/i, '')
  const { tokens } = tokenize(rest)
  const isOfTarget = /\b(?:change|set|edit|update|new|wrong)\b.*\b(?:link|url|target|destination)\b/i.test(rest)
  return tokens.some(isIdentifier) || codesAmong(tokens).length > 0 || isOfTarget ? rest : text
}

import type { RecordKey } from '../../api/find-record.ts'
import { recognise, type Shape } from './recognise.ts'
import { maxLength } from './tokens.ts'
import { verbPattern } from './word-kinds.ts'

const none =
  'today|yesterday|last|since|in|we|you|i|it|they|he|she|this|that|there|any\\w*|somebody|who|what|all|the|an?|my|our|his|her|their|your|every\\w*|each|some|no|not|customers?|users?|payments?|invoices?|qrs?|codes?|domains?|folders?|trials?|subscriptions?|refunds?|staff|e-?mails?|password|status|plan|notes?|vat|limits?'
/** A word that is neither a pronoun nor a kind of record. */
export const name = `(?!(?:${none})\\b)[\\p{L}'’.-]+`
const host = String.raw`[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}`
const identifier = String.raw`\S+@\S+|https?:\S+|#?[\w-]*\d[\w-]*|[a-z]+(?:-[a-z]+)+|${host}`
/** That of a payment or of a QR code. */
const codeOrOrder = String.raw`(?:qd-|pi_)\w+|[a-z]+(?:-[a-z]+)+|(?=[a-z]*\d)[a-z\d]*[a-z][a-z\d]*`
/** Whoever or whatever is asked about: an identifier, or some such words. */
const who = `((?!(?:${verbPattern()})\\b)(?:customer |user |qr (?:code )?|code |order |payment |invoice )?(?:${identifier}|${name}(?: ${name}){0,3}?))`
const does = '(?:did|do|does|has|have|had|was|were|is)'
const listed = 'qrs?|qr codes?|codes|payments?|invoices?|folders?|domains?|refunds?|disputes?|chargebacks?'
const states =
  'banned|blocked|stopped|past due|paused|active|inactive|cancell?ed|suspended|trialing|on trial|paying|subscribed|verified|erased|deleted|archived|overdue|unpaid|whitelisted|blacklisted|refundable|locked|risky|not working|working|down|a customer|still (?:active|a customer|paying|subscribed)'
const facts =
  'e-?mail(?: address)?|plan|status|subscription|id|customer id|company|country|language|name|discount|coupon|card|payment method|balance|renewal|next (?:payment|invoice|charge)|trial(?: end)?|phone|scans|ip(?: address)?|api key|last (?:login|sign-in|scan)'

const says = `${who} (?:says?|said|claims?|reports?|writes?)(?: that)? (?:his|her|their|the)`
const codes = '(?:qr codes?|qrs?|codes?)'
const isBroken =
  "(?:(?:do|does|is|are|wo)(?:n['’]?t| not)|not|stopped|no longer) (?:work(?:s|ing)?|scan(?:s|ning)?|open(?:s|ing)?|load(?:s|ing)?)"

const cannot = "(?:can(?:['’]?t|not| not)|could(?:n['’]?t| not)|(?:is )?unable to|(?:is )?not able to|fails? to)"
const entry =
  '(?:(?:log|sign|get)[ -]?(?:in|into|on)(?: (?:to )?(?:his|her|their|the) account)?|(?:access|enter|reach|open) (?:his|her|their|the) (?:account|dashboard))'

const lost =
  "(?:lost|forgot|broke|(?:no longer|does(?:n['’]?t| not)) (?:has|have)) (?:(?:his|her|their|the) )?(?:(?:2fa|mfa|totp|two[ -]factor)(?: (?:device|phone|app|code|authenticator))?|phone|mobile|authenticator(?: app)?)"

const failed = '(?:fail|failed|decline|declined|not go through)'

const pattern = (text: string) => new RegExp(`^${text}$`, 'iu')

/** What people ask about a record, and the text that leads to the answer: lists first, then the record itself. */
const questions: readonly [RegExp, string][] = [
  [pattern(`(?:why )?is (${host}) (?:still )?(?:blocked|blacklisted|banned)`), 'blocked domains $1'],
  [pattern(`(?:why )?is (${host}) (?:still )?(?:allowed|whitelisted)`), 'allowed domains $1'],
  [pattern(`(?:how much (?:money )?|what )${does} ${who} (?:pay|paid|spend|spent|cost)(?: us)?( .+)?`), 'payments of $1$2'],
  [
    pattern(`(?:did|have) we (?:already |ever )?(?:refund|refunded|reimburse|reimbursed|pay back|paid back) ${who}`),
    'refunded payments of $1',
  ],
  [pattern('who (?:banned|blocked|stopped|changed|edited|created|canceled) (?:this|it|him|her|them)'), 'timeline'],
  [
    pattern(
      `(?:why|when|since when|how come) (?:is|was|has|did) (?:this|it)(?: been| get| got)? (?:${states}|created|changed|edited|made)`,
    ),
    'timeline',
  ],
  [pattern(`(?:what|how much) (?:did|have|do) we (?:refund|refunded|give back|given back) (?:to |for )?${who}`), 'refunded payments of $1'],
  [
    pattern(
      `(?:(?:why|how often) ${does} )?${who} (?:(?:says? )?(?:he|she|they) )?(?:was |were |got |been |is )?(?:charged|billed|paid) (?:twice|double)( .+)?`,
    ),
    'payments of $1$2',
  ],
  [
    pattern(`(?:when |why )?${does} ${who} (?:already |ever |really )?(?:pay|paid|been charged|get charged|charged)(?: us)?( .+)?`),
    'payments of $1$2',
  ],
  [pattern(`why ${does} (?:(?:the|his|her|their) )?(?:last )?payments? ${failed}`), 'failed payments'],
  [pattern(`why ${does} (?:the )?(?:last )?payments? of ${who} ${failed}`), 'failed payments of $1'],
  [pattern(`why ${does} ${who}['’]s (?:last )?payments? ${failed}`), 'failed payments of $1'],
  [
    pattern(`(?:when |why )?${does} ${who} (?:already )?(?:get |got |been |have )?(?:a refund|refunded|reimbursed)`),
    'refunded payments of $1',
  ],
  [pattern(`(?:charged|billed|paid) (?:twice|double) ${who}`), 'payments of $1'],
  [pattern('(?:was |were |been |got )?(?:(?:charged|billed|paid) (?:twice|double)|double[ -](?:charged?|billed|paid))'), 'payments'],
  [pattern(`(?:double|twice|duplicate)[ -](?:charged?|billed|charges|payments?) (?:of |for |by )?${who}`), 'payments of $1'],
  [
    pattern(
      `${who} (?:(?:complains?|complained|is complaining|asks|asked|writes|wrote) about (?:an? |the )?)?(?:double|duplicate) (?:charge|payment)s?( .+)?`,
    ),
    'payments of $1$2',
  ],
  [pattern(`${says} ${codes} (?:is|are|was|were|got|has been|have been) (blocked|stopped|inactive)`), '$2 qrs of $1'],
  [pattern(`(?:${says}|${who}(?:['’]s)?) ${codes} ${isBroken}`), 'qrs of $1$2'],
  [pattern(`(?:how many|which|what) (${listed}) ${does} ${who} (?:have|has|own|got|made|make|created?)`), '$1 of $2'],
  [pattern(`${does} ${who} (?:have|has|got|own) (?:any )?(${listed})`), '$2 of $1'],
  [pattern(`how many scans ${does} ${who} (?:have|has|got|get)`), '$1'],
  [pattern(`${does} ${who} (?:have|has|got) (?:an? |any )?(?:active )?(?:discount|coupon|trial|subscription|plan|company)`), '$1'],
  [pattern(`${does} ${who} (?:still )?(?:${states})`), '$1'],
  [pattern(`(?:why|when|since when) (?:${states})`), 'timeline'],
  [pattern(`(?:why|when|since when|how long|how come) ${does} ${who}(?: account| subscription)? (?:been |get |got )?(?:${states})`), '$1'],
  [
    pattern(
      `(?:when |why )?(?:did|does|will|is|was) ${who}(?:['’]s)?(?: trial| subscription| plan)? (?:sign(?:ed)? up|register|join|renew|expire|end|cancel|leave|churn)(?:ing|ed)?`,
    ),
    '$1',
  ],
  [
    pattern(`(?:when |why )?(?:did|does|will|is|was) (?:the )?(?:trial|subscription|plan) of ${who} (?:end|renew|expire)(?:ing|s|ed)?`),
    '$1',
  ],
  [pattern(`(?:what|which) (?:plan|status|country|company|language) ${does} ${who}(?: (?:on|have|has|in|from|at))?`), '$1'],
  [pattern(`(?:the )?(?:end of (?:the )?trial|trial end) (?:of |for )?${who}`), '$1'],
  [pattern(`(?:the )?last (?:login|sign-in|seen) (?:of |for )?${who}`), '$1'],
  [pattern(`api errors (?:of |for |by )?${who}`), 'failed api calls of $1'],
  // A discount of so much, and nobody's.
  [pattern('(?:an? )?discount of (\\d{1,2})(?: ?%)?'), 'discount $1 %'],
  [pattern(`(?:what(?:[ '’]?s| is| was) )?(?:the )?(?:${facts}) of ${who}`), '$1'],
  [pattern(`what(?:[ '’]?s| is| was) ${who}['’]s (?:${facts})`), '$1'],
  [pattern(`(${identifier}) (?:status|plan|scans|stats|statistics|history)`), '$1'],
  [pattern(`(?:stats|statistics|history) (?:of )?(?:the )?(?:qr (?:code )?|code |uri )?(${identifier})`), '$1'],
  [pattern(`(?:qr |qr code |code )?(${identifier}) ${isBroken}`), '$1'],
  [pattern(`who (?:referred|invited) ${who}`), '$1'],
  [pattern(`(?:why )?(?:${cannot} ${who}|${who}(?: (?:says|said) (?:he|she|they))? ${cannot}) ${entry}`), '$1$2 cannot log in'],
  [pattern(`why (?:can|could) ${who} (?:not|no longer) ${entry}`), '$1 cannot log in'],
  [pattern(`${who} (?:has |have )?(?:just )?${lost}`), 'lost phone $1'],
  [pattern(`(?:put|bring|take|get) (?:qr |code )?(${identifier}) back (?:online|up|live)`), 'activate $1'],
  [pattern(`take (?:qr |code )?(${identifier}) offline`), 'stop $1'],
  [pattern(`${who} (?:needs?|wants?|would like|should have|asks for) (?:a limit of )?(\\d+) (?:qr codes|qrs|codes)`), 'qr limit $2 $1'],
  [pattern(`(?:call|phone|ring) (${name} ${name}(?: ${name})?)(?: back)?`), '$1'],
  [pattern('rename (?:the )?(?:uri|link|short link|address) (?:of |for )?(.+)'), 'change uri of $1'],
  [
    pattern('who (?:banned|blocked|stopped|cancell?ed|refunded|changed|created|edited|deleted) (payment|qr|customer) #?(\\d+)'),
    'audit of $1 $2',
  ],
  [pattern(`where (?:does|is) ${who} (?:live|from|located|based)`), '$1'],
  [pattern(`(?:when (?:has|did) )?${who} (?:joined|registered|signed up)(?: when)?`), '$1'],
  [
    pattern(
      `who (?:banned|blocked|stopped|cancell?ed|refunded|changed|created|edited|deleted) (?:order |payment |qr (?:code )?|code )?(${codeOrOrder})`,
    ),
    'audit of $1',
  ],
  [pattern(`who (?:banned|blocked|stopped|cancell?ed|refunded|changed|created|edited|deleted|erased) ${who}`), 'timeline of $1'],
  [
    pattern(
      `who (?:changed|edited) (?:the |her |his |their )?(?:e-?mail|name|company|status|limits?|discount|vat|billing)(?: \\w+)? (?:of|for) ${who}`,
    ),
    'timeline of $1',
  ],
  [pattern(`(?:when|why) did ${who} change (?:the|her|his|their) .+`), 'timeline of $1'],
  [
    pattern(`${who}['’]s (?:new )?e-?mail(?: address)? (?:is|is now|has changed to|changed to|should be) (\\S+@\\S+)`),
    'change email of $1 to $2',
  ],
  [pattern(`what (?:happened|is wrong|s wrong|is going on|is up) (?:to|with) ${who}`), '$1'],
  [pattern(`(?:tell me|what do we know) about ${who}`), '$1'],
  [pattern(`(?:customers? (?:of|from|at|with|in) )?(?:the )?company (?!name)((?:${name} ?){1,4})`), '$1'],
  [pattern(`(?:what(?:[ '’]?s| is) )?(?:the )?next (?:payment|charge|invoice) (?:date )?(?:of |for )?(${name} ${name})`), '$1'],
  [
    pattern(
      '(?:when (?:does|will|is) (?:it|the (?:plan|subscription)) renew(?:ed)?|(?:the )?next (?:payment|charge|renewal)|renewal date)',
    ),
    'subscription',
  ],
  [pattern(`how many (${listed}|customers|users)`), '$1'],
  [pattern('(?:how (?:do i|do we|can i|to)|where (?:is|are|do i find)) (?:the )?(.+)'), '$1'],
  [
    pattern(
      '(?:the |her |his |their )?(?:new )?e-?mail (?:address )?(?:(?:is wrong,? (?:it )?)?should be|is(?: now)?|(?:has )?changed to) (\\S+@\\S+)',
    ),
    'new email $1',
  ],
  [pattern(`(?:all |the )?e-?mails (?:of|to|for) ${who}`), 'email activity of $1'],
  [pattern(`(?:what|which) e-?mails ${does} ${who} (?:get|got|receive|received)`), 'email activity of $1'],
  [pattern(`(?:all |the |customer )?notes (?:of|on) (${identifier}|${name} ${name}(?: ${name})?)`), '$1'],
  [pattern(`(?:all |the )?notes of (${name})`), 'notes by $1'],
  [pattern(`((?!(?:go|see|${verbPattern()})\\b)${name} ${name}(?: ${name})?|\\S+@\\S+)(?:['’]s)? notes?`), '$1'],
  [pattern('what (?:changed|happened|was (?:changed|done))( .+)'), 'audit$1'],
  [pattern('(?:a |the )?list of (?:all )?(.+)'), '$1'],
  [pattern('most scanned(?: qr| qr code| code)?'), 'most scanned qrs'],
  [pattern(`(?:check|verify|validate) (?:the )?(?:dns|domain|certificate) (?:of |for )?(${name} ${name})`), 'domains of $1'],
  [pattern(`${who}['’]s domain ${isBroken}`), 'domains of $1'],
]

/**
 * A question about a record as the text that leads to its answer: 'did ana ruiz pay in october?' is 'payments of ana ruiz in october'. Pure.
 * @param onScreen the id of the customer whom 'she' means; null if none is on screen
 * @param isOwner whether that is the owner of what is on screen
 */
export function answerTo(text: string, onScreen: number | null = null, isOwner = false): string {
  if (text.length > maxLength) return text
  const once = withoutClosing(text)
    .replace(salutation, '')
    .replace(isOwner ? bareOwner : thisOne, (words) => (onScreen === null ? words : `customer #${onScreen}`))
    .replace(thisOne, (words) => (onScreen === null ? words : `customer #${onScreen}`))
    .replace(takenFrom, (words) => (onScreen === null ? words : `of customer #${onScreen}`))
    .replace(repeated, ', ')
    .replace(itsOwner, '$2 owner of $1')
    .replace(eachById, (_, kind: string, ids: string) => [...ids.matchAll(/\d+/g)].map(([id]) => `${kind} ${id}`).join(', '))
    .replace(wantedBack, 'refund $1')
    .replace(notRenewed, 'cancel renewal')
    .replace(onlyNumbers, (numbers) => numbers.replace(/\s*(?:,\s*)?(?:and|&)\s+/gi, ', '))
    .replace(/;(?=\S)/g, '; ')
  const trimmed = once
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\s*\?+$/, '')
  const named = onScreen === null ? trimmed : trimmed.replace(/\b(?:he|she|they|him|this customer|the customer)\b/i, `customer ${onScreen}`)
  const question = questions.find(([each]) => each.test(named))
  if (!question) return once
  const answer = named
    .replace(question[0], question[1])
    .trim()
    .replace(/['’]s$/, '')
  // Whoever is on screen needs no opening, but a fact of theirs can be shown.
  const [fact = answer] = (answer === `customer ${onScreen}` && /\b(?:plan|country|company|card|discount|trial)\b/i.exec(trimmed)) || []
  return /^(?:discount|trial)$/i.test(fact) ? 'subscription' : fact
}

/** 'Dear support team,' begins a letter; elsewhere 'support' may be part of a company's name. */
const salutation = /^\s*(?:hi|hello|hey|dear) (?:support(?: team)?|team|all|there|sirs?|madam)(?:[,!.]+\s*|\s+(?=\S))/i

const closing =
  /(?:(?<=[.!?;,]\s*)(?:(?:best|kind|warm|many) (?:regards|wishes)|regards|cheers|sincerely)(?:[,;.!]+\s*[,;]*\s*(?:\p{L}[\p{L}'’.-]*\s*){0,3})?|[\s;]*sent from my \w+)\s*$/iu

/** 'Best regards, Ana' ends a letter, and 'Sent from my iPhone' a mail; not within a free text. */
function withoutClosing(text: string): string {
  const at = text.search(closing)
  if (at < 0 || /[:("“«]/.test(text.slice(0, at))) return text
  // 'Cancel my subscription. Regards, Ana Ruiz' is about her.
  const [signature = ''] = /(?:\p{L}[\p{L}'’.-]*\s+){1,2}\p{L}[\p{L}'’.-]*\s*$/u.exec(text.slice(at)) ?? []
  const isOwn = /\b(?:my|i|me)\b/i.test(text.slice(0, at)) && !/\b(?:best|kind|warm|many|regards|wishes|sent|my)\b/i.test(signature)
  return isOwn ? `${text.slice(0, at).replace(/[\s.!?;,]+$/, '')} ${signature}` : text.slice(0, at)
}

/** The customer on screen, ahead of any free text: 'payments of this customer', 'refund 5 to this customer: the customer was right'. */
const thisOne =
  /(?<=^[^:("“«]*)\b(?:(?:this|that) (?:customer|user|client|person)\b(?:['’]s)?(?! #?\d{4,})|(?:the|its|their) (?:customer|owner)(?=\s*(?:$|[,.;:])))/i

/** 'payments of owner', beside a payment or a QR code. */
const bareOwner = /(?<=^[^:("“«]*)\b(?:(?:the|its|their) owner\b(?! (?:of|id)\b| #?\d{4})|owner\b(?! (?:of|id)\b| #?\d))/i

/** 'transfer all codes from her to ana' */
const takenFrom = /(?<=^\s*(?:transfer|move) [^:("“«]*)\bfrom (?:him|her|them)\b/i

/** 'block aB3xYz and ban the owner' */
const itsOwner = new RegExp(
  `(?<=^(?!\\s*(?:\\w+ ){0,2}note\\b)[^:("“«]*)(?<=\\b(${codeOrOrder})\\b.*(?:[,;]|\\band|\\bthen) *)(?:also )?(ban|whitelist) (?:the |its |his |her |their )?(?:owner|customer|user)\\s*$`,
  'i',
)

/** 'ban customers 1, 2 and 3' names each. */
const eachById = /\b(customer|user|client|qr)s (#?\d+(?:(?:\s*[,;]\s*|\s+)(?:and\s+)?#?\d+)+)(?=\s*$|\s*[:.]|\s+\p{L})/giu

/** '12, 13 and 14' */
const onlyNumbers = /^\s*#?\d+(?:\s*,\s*#?\d+)*\s*(?:,\s*)?(?:and|&)\s+#?\d+\s*$/i

/** 'doesn't want to renew'; what a note says of it is kept as it was written. */
const notRenewed =
  /(?<=^(?!\s*(?:\w+ ){0,2}note\b)[^:("“«]*)\b(?:(?:(?:do|does) not|do(?:es)?n['’]?t)(?: (?:want|wish) to)? renew|stop renewing)\b/i

/** 'wants 10 EUR back' */
const wantedBack =
  /(?<=^(?!\s*(?:\w+ ){0,2}note\b)[^:("“«]*)\bwants? (?:his |her |their |the |my )?((?:(?:€|eur|usd|\$) ?)?\d[\d.,]*(?: ?(?:€|eur|euros?|usd|dollars?|\$|%))?) back\b/gi

/** 'ban 12; ban 5' says twice what 'ban 12, 5' says. */
const repeated = /(?<=^\s*(ban|unban|block|unblock|stop|activate|whitelist|archive|cancel) .*)(?:\s*[;,]|\s+and)\s+\1\s/gi

const owned =
  /\b(?:the )?(?:(?:owner|customer|user|account|person) (?:of|behind)|who (?:owns|made|has)|whose is) (?:the )?(?:(?:qr code|qr|code|payment|invoice|order) )*(\S+)/i

/** The record whose owner a text names, 'log in as the owner of n9ranw', and the words that do. Null if it names none. Pure. */
export function ownedIn(text: string): { words: string; shapes: RecordKey[] } | null {
  const [words = '', behind = ''] = (text.length <= maxLength && owned.exec(text)) || []
  const shapes = recognise(behind).shapes.flatMap((shape) => (isOfOwner(shape) ? shape : []))
  return shapes.length === 0 ? null : { words, shapes }
}

const isOfOwner = (shape: Shape): shape is RecordKey => /^(qr|payment|invoice)/.test(shape.kind)

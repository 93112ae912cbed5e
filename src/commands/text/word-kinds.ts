import { isAnyNoun } from './record-words.ts'
import type { Token } from './token.ts'

/** Whether it surely names a record, unlike a bare number or a word that may be an address. */
export const isIdentifier = ({ recognised, value, folded }: Token) => recognised !== null && value === null && !/^\p{L}+$/u.test(folded)

/** A word as it is repeated to whoever typed it, without the punctuation of its sentence. */
export const bareWord = (raw: string) => raw.replace(/^[(<]|(?<=.)[.,;:!?)>]+$/g, '')

/** Words that say nothing by themselves: no reading has to use them. */
const fillers = new Set(
  'regards cheers sincerely behalf want wants wanted like likes asks asked asking need needs wish wishes a an the of for on in at by is are was it its this that his her their he she they him them himself herself guy who whom whose with and or i me my we us our you your please pls plz kindly thx ty thanks thank can could would do did does has have had re fwd fw effective really actually just finally mr mrs ms mister herr frau'.split(
    ' ',
  ),
)

/** Only at the beginning of a text. */
const greetings = new Set(['hi', 'hello', 'hey'])

/** What a line of a mail's head begins with. */
const headLine = /^(from|to|cc|bcc|subject|re|date|sent|reply-to):$/i

const closing = /^(kind|best|warm|many) (regards|wishes|thanks)$/

const ticket = /^(ticket|case|issue|request|conversation|thread) #?\d+$/

/** Whether a reading may leave it out. */
export const isFiller = ({ raw, folded, recognised, value, isQuoted, before }: Token) =>
  !isQuoted &&
  value === null &&
  (recognised === null || /^\p{L}+$/u.test(folded)) &&
  (fillers.has(folded) ||
    headLine.test(raw) ||
    // Of a numbered list.
    /^\d\)$/.test(raw) ||
    closing.test(folded) ||
    (before === '' && greetings.has(folded)) ||
    // The help desk's own number.
    ticket.test(folded) ||
    /^(no|without) refunds?$/.test(folded) ||
    (folded === 'from' && ticket.test(before)) ||
    (folded === 'get' && before === 'i') ||
    (folded === 'one' && (/^(this|that|last|latest|newest|first)$/.test(before) || isMonth({ folded: before }))) ||
    (folded === 'to' && isWish(before)))

/** 'wants to', 'asks to': what follows is no goal. */
export const isWish = (word: string) => /^(want|ask|like|need|wish)(e?s|ed)?$/.test(word)

/** Words that choose among the commands of a family: never part of a name. */
const qualifiers = new Set(
  'because immediately immediate now once instantly asap permanently forever end later today tomorrow yesterday tonight week month year all every each both last latest first full fully half partly part rest second third fourth fifth previous earlier next oldest newest only some any none not no never dont without from to until except but also again unless if then instead another other more less undo keep hold skip wait new what when where why how which over above under below more least most'.split(
    ' ',
  ),
)
export const isQualifier = ({ folded }: Pick<Token, 'folded'>) =>
  qualifiers.has(folded) || /^(because of|due to|every(thing|one|body)|no(thing|body)|[a-z]+n t)$/.test(folded)

/** 'pending' and 'blocked' say how something is, not what to do. */
export const isState = ({ folded }: Pick<Token, 'folded'>) => /^pending$|..(ed|ing)$/.test(folded)

/** Verbs of commands. Beside another verb, one of them is nobody's name. */
const deeds = new Set(
  'stop start pause block unblock ban unban cancel resume refund activate deactivate archive unarchive transfer restore approve whitelist allow extend'.split(
    ' ',
  ),
)
/** Verbs as a pattern: nobody is called so. */
export const verbPattern = () => [...deeds, ...generic, 'erase', 'sync', 'revoke', 'rename'].join('|')
export const isDeed = ({ folded }: Pick<Token, 'folded'>) => deeds.has(folded)

const months = /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(t|tember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/
export const isMonth = ({ folded }: Pick<Token, 'folded'>) => months.test(folded)

/** Whether it can be a word of a name. */
export const isNameWord = (token: Token) =>
  token.value === null &&
  !isQualifier(token) &&
  (token.recognised === null || /^\p{L}+$/u.test(token.folded)) &&
  /^[^\d@€$£]*\p{L}[^@€$£]*$/u.test(token.raw)

/** Whether a token is the plural of a kind of record, and so no part of a name. */
export const isPlural = (token: Token) => token.folded.endsWith('s') && isAnyNoun(token)

/** Verbs that say nothing without an object. */
const generic = new Set(
  'change edit set copy open show add give put make remove delete del send mark reset check view download export disable log take off switch apply sort'.split(
    ' ',
  ),
)
export const isGeneric = ({ folded }: Pick<Token, 'folded'>) => generic.has(folded)

/** Fields of a record, by words that occur in no name. */
const fields = new Set('vat tax number email password 2fa limit limits uri account subscription'.split(' '))
export const isField = ({ folded }: Pick<Token, 'folded'>) => fields.has(folded)

/** Other words about a record that say neither which one nor what to do with it. */
const things = new Set(
  'revenue sales feedback mfa totp card factor two-factor verification authenticator oauth google facebook linkedin social discount coupon trial note status owner link target content name domain role sessions billing data plan language phishing scan scans list visa mastercard amex maestro paypal klarna'.split(
    ' ',
  ),
)

/** Whether a token only says what something is about, and isn't a verb. */
export const isThing = (token: Pick<Token, 'folded'>) => isField(token) || things.has(token.folded) || isAnyNoun(token)

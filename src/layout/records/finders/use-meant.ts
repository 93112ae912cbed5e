import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiHas } from '../../../api/features.ts'
import { customerOf, foundRecordQuery } from '../../../api/find-record.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { selectedType } from '../../../commands/engine/resolve.ts'
import type { Target } from '../../../commands/engine/targets.ts'
import { answerTo, ownedIn } from '../../../commands/text/questions.ts'
import type { VerbReading } from '../../../commands/text/verb-reading.ts'
import type { RecentRecord } from '../../commands/recent.ts'
import { customerRecord } from '../recent-record.ts'
import { lookupOptions } from '../record-facts.ts'

/** A text as the readings take it: a question is what leads to its answer, and the owner of a record that customer. */
export function useMeant(text: string, context: CommandContext): string {
  const { email, name } = context.user
  const [target] = context.targets
  const code = target?.type === 'qr' ? target.record.id : null
  const isOnDomains = context.targets.some(({ type }) => type === 'domain-list')
  const query = useMemo(
    () =>
      (code === null ? text : text.replace(firstOfTwo, `$1 qr ${code} `))
        .replace(linkOnList, (whole, deed: string, host: string, path: string) =>
          isOnDomains ? `${deed}${host}${path && ` (${path})`}` : whole,
        )
        .replace(mineDone, `what did ${email}`)
        .replace(everywhere, `end sessions of ${email}`)
        .replace(apiHas('account') ? onStaffAccount : ofMine, `$1$2 of ${email}`)
        .replace(myNotes, `notes by ${name}`),
    [text, code, isOnDomains, email, name],
  )
  const onScreen = customerOnScreen(context)
  const isOwner = customerOfPage(context) === null
  const answered = useMemo(() => answerTo(query, onScreen, isOwner), [query, onScreen, isOwner])
  const owned = useMemo(() => ownedIn(answered), [answered])
  const { data } = useQuery({ ...foundRecordQuery(owned?.shapes ?? []), ...lookupOptions, retry: false, enabled: owned !== null })
  const owner = owned && data ? customerOf(data) : null
  return owned && owner !== null ? answered.replace(owned.words, `customer ${owner}`) : answered
}

/** The customer whom 'she' and 'the customer' mean: whose page it is, or whose payment, invoice or code the focused row is. */
export function customerOnScreen({ pageRecord, targets }: CommandContext): number | null {
  const [target] = pageRecord?.type === 'customer' ? [pageRecord] : targets
  if (target?.type === 'customer') return pageRecord === target ? target.record.id : null
  return target ? ownerOf(target) : null
}

/** The customer whose QR code, invoice or payment a record is. */
export function ownerOf(target: Target): number | null {
  if (target.type === 'qr') return target.record.user
  if (target.type === 'invoice') return target.record.customer
  return target.type === 'payment' ? target.record.userId : null
}

/** The customer whose page it is. */
export const customerOfPage = ({ pageRecord }: CommandContext) => (pageRecord?.type === 'customer' ? pageRecord.record.id : null)

/** The same as a record that rows are for. */
export function recordOfPage({ pageRecord }: CommandContext): RecentRecord[] {
  if (pageRecord?.type !== 'customer') return []
  const { id, fullName, companyName, email } = pageRecord.record
  return [customerRecord({ id, name: fullName, companyName, email })]
}

/** The owner of the record on screen, if only a customer can have done to them what a text names: 'ban' beside a payment. */
export function ownerMeant(reading: VerbReading | undefined, context: CommandContext): number | null {
  const [target] = context.targets
  if (!reading?.isLikely || reading.type !== 'customer' || reading.object !== null || !target) return null
  const isOfTarget = reading.verb.commands[target.type] !== undefined || context.targets.some(({ type }) => type === 'customer')
  return isOfTarget || selectedType(target) !== null ? null : customerOnScreen(context)
}

/** 'block and ban the owner', beside a QR code */
const firstOfTwo = /^\s*(block|unblock|stop|activate|delete|whitelist|blacklist)(?: (?:it|this(?: code| qr)?))?(?: (?=and |then )|(?=, ))/i

/** 'block https://evil.example/x', where domains are blocked: the rest of the address is left unused. */
const linkOnList =
  /^(\s*(?:block|unblock|blacklist|ban|unban|allow|whitelist|add|remove|delete)\b.*?\s)https?:\/\/([^\s/?#]+)(?:\/(?=\s|$))?((?:[/?#]\S*)?)/i

const mineDone = /^what (?:did|have) i\b/i
const everywhere = /^(?:sign|log) (?:me )?out everywhere$/i

const myNotes = /^(?:all )?my notes\b/i

/** 'end my sessions', 'change my password': one's own staff account, as nobody else's is called so. */
const ofMine = /^((?:(?:end|change|edit|reset|log out|show) )?(?:all )?)my (sessions|password|name|email|two-factor authentication|2fa)$/i
/** Where one's own account has a page, it has the sessions and the second step. */
const onStaffAccount = /^((?:(?:change|edit|reset|show) )?)my (password|name|email)$/i

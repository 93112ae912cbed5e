import { z } from 'zod'
import { dayOf } from '../../../src/contract/dates.ts'
import type { EmailActivityItem } from '../../../src/contract/email-activity.ts'
import { type EmailLog, EmailLogError, type EmailRange, maxEmails } from './port.ts'

export interface BrevoSettings {
  apiKey: string
  /** No trailing slash: `https://api.brevo.com/v3`. */
  apiUrl: string
}

const perPage = 500

const Instant = z.string().transform((text, context) => {
  const milliseconds = Date.parse(text)
  if (Number.isFinite(milliseconds)) return Math.floor(milliseconds / 1000)
  context.addIssue({ code: 'custom', message: 'is not a date' })
  return z.NEVER
})

/** The parts of a reply used here; Brevo omits the list if it is empty. */
const Answer = z.object({
  events: z
    .array(
      z.object({
        email: z.string(),
        date: Instant,
        event: z.string(),
        subject: z.string().nullish(),
        tag: z.string().nullish(),
      }),
    )
    .nullish(),
})
type BrevoEvent = NonNullable<z.infer<typeof Answer>['events']>[number]

/** Brevo's names are the documented ones, except for mails opened by a mail service's proxy. */
const eventNames: Readonly<Record<string, string>> = { loadedByProxy: 'opened' }

/** E-mail events from Brevo's HTTP API, per address and at most 90 days at a time. */
export class BrevoEmailLog implements EmailLog {
  private readonly settings: BrevoSettings
  private readonly now: () => number
  private readonly timeoutMs: number

  /**
   * @param now unix seconds
   * @param timeoutMs milliseconds for all pages together
   */
  constructor(settings: BrevoSettings, now: () => number, timeoutMs = 10_000) {
    this.settings = settings
    this.now = now
    this.timeoutMs = timeoutMs
  }

  async activity({ email }: { email: string }, range: EmailRange): Promise<EmailActivityItem[]> {
    // Brevo refuses future days.
    const to = Math.min(range.to, this.now())
    if (to < range.from) return []
    const signal = AbortSignal.timeout(this.timeoutMs)
    const found: BrevoEvent[] = []
    for (let offset = 0; offset < maxEmails; offset += perPage) {
      const days = { startDate: dayOf(range.from), endDate: dayOf(to) }
      const page = await this.page({ ...days, email, limit: String(perPage), offset: String(offset), sort: 'desc' }, signal)
      found.push(...page)
      if (page.length < perPage) break
    }
    return found
      .filter(({ date }) => date >= range.from && date <= range.to)
      .toSorted((one, other) => other.date - one.date)
      .map(({ date, event, subject, tag, email: address }, index) => ({
        id: index + 1,
        event: eventNames[event] ?? event,
        subject: subject ?? '',
        tag: tag || null,
        email: address,
        date,
      }))
  }

  private async page(query: Record<string, string>, signal: AbortSignal): Promise<BrevoEvent[]> {
    const url = `${this.settings.apiUrl}/smtp/statistics/events?${new URLSearchParams(query).toString()}`
    try {
      // Never send the key along a redirect.
      const response = await fetch(url, {
        headers: { 'api-key': this.settings.apiKey, accept: 'application/json' },
        redirect: 'error',
        signal,
      })
      if (!response.ok) throw refusalOf(response)
      return Answer.parse(await response.json()).events ?? []
    } catch (error) {
      throw asEmailLogError(error)
    }
  }
}

function refusalOf({ status, headers }: Response): EmailLogError {
  if (status === 429) return new EmailLogError('busy', 'Brevo takes no more requests for now.', waitOf(headers))
  if (status === 401 || status === 403) return new EmailLogError('refused', 'Brevo does not accept the API key of this server.')
  if (status >= 500) return new EmailLogError('busy', `Brevo is out of order (${status}).`, waitOf(headers))
  return new EmailLogError('refused', `Brevo refused the request (${status}).`)
}

/** Seconds Brevo asks to wait; null if not stated. */
function waitOf(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? headers.get('x-sib-ratelimit-reset'))
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null
}

function asEmailLogError(error: unknown): EmailLogError {
  if (error instanceof EmailLogError) return error
  if (error instanceof z.ZodError || error instanceof SyntaxError) return new EmailLogError('refused', 'Brevo’s answer could not be read.')
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return new EmailLogError('busy', isLate ? 'Brevo did not answer in time.' : 'Brevo could not be reached.')
}

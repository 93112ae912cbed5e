import { mask } from '../../../src/contract/api-calls.ts'
import { isCredentialName } from './credential-names.ts'
import { percentDecoded, percentEncoded } from './percent.ts'

/** Segments followed by a token: `/reset/9f86d08…`. */
const beforeTokens = /^(reset|recover|forgot|confirm|verif|activat|invit|unsubscribe|magic|callback|one-?time)/i

/** Segments more often followed by names of actions or people than by tokens. */
const beforeNames = /^(o?auth\d*|authentication|login|sign-?(in|up|on)|sso|shared?)$/i

/** Words after such a segment that aren't tokens: `/reset/password`, `/tokens/refresh`. */
const plainWords = new Set(
  (
    'accept access account accounts active apple approve authorize callback cancel check complete completed confirm confirmation count ' +
    'create current customer customers decline delete device disable domain email emails enable error export expired facebook factor ' +
    'failed failure finish forgot github google import index invitation invitations invite invites link links login logout magic ' +
    'microsoft mobile password passwords pending phone policy preview profile public recover refresh reject remove request resend reset ' +
    'revoke rotate search select settings start status submit success summary team token tokens two update user users validate ' +
    'verification verify'
  ).split(' '),
)

const isPlain = (text: string) =>
  text
    .toLowerCase()
    .split(/[-_]/)
    .every((word) => plainWords.has(word)) || /\.(html?|css|js|json|xml|php|png|jpe?g|svg|pdf|txt)$/i.test(text)

/** Masks token-like segments of a path. */
export function maskSegments(path: string): string {
  let before = ''
  return path
    .split('/')
    .map((segment) => {
      const shown = maskSegment(segment, before)
      before = percentDecoded(segment).split('/').at(-1) ?? ''
      return shown
    })
    .join('/')
}

/** Masks one segment; encoded slashes make it a path of its own. */
function maskSegment(segment: string, before: string): string {
  if (isToken(segment, before)) return mask
  const inner = percentDecoded(segment).split('/')
  if (inner.length === 1) return segment
  const shown = inner.map((text, at) => (isToken(text, inner[at - 1] ?? before) ? mask : text))
  return shown.every((text, at) => text === inner[at]) ? segment : (percentEncoded(shown.join('/')) ?? mask)
}

/**
 * Whether a segment looks random: a long run of hex digits, or letters and digits mixed. Ids, file names and UUIDs
 * don't count, unless the segment before says they are tokens.
 */
function isToken(segment: string, before: string): boolean {
  const text = segment.split(';')[0] ?? ''
  if (text.length < 6) return false
  if (beforeNames.test(before)) return text.length >= 12 && /\d/.test(text) && /^[\w.~%+=-]+$/.test(text)
  if (isCredentialName(before) || beforeTokens.test(before)) {
    return /^[\w.~%+=@!$,-][\w.~%+=@!$,:-]+$/.test(text) && !/%2f/i.test(text) && !isPlain(text)
  }
  if (text.length < 24 || !/^[\w~%+=-]+$/.test(text)) return false
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
  return (isMixed && !/%2f/i.test(text)) || (text.length >= 32 && /\d/.test(text) && /[a-z]/i.test(text) && !/-|%2f/i.test(text))
}

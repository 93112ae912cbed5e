import type { BadgeColour } from '../../contract/customer-status.ts'
import type { DomainRule } from '../../contract/domain-lists.ts'

/** A rule in words: status, colour and reason. */
export interface RuleWords {
  status: string
  colour: BadgeColour
  why: string
}

/** Which rule applies, and why, in a sentence. */
export function ruleWords({ host, verdict, entry, overruled }: DomainRule): RuleWords {
  const instead = overruled === null ? '' : ` The blocked ${overruled.domain} does not count.`
  switch (verdict) {
    case 'blocked':
      return { status: 'blocked', colour: 'danger', why: `${by(host, entry?.domain)} among the blocked domains decides.` }
    case 'allowed':
      return { status: 'allowed', colour: 'success', why: `${by(host, entry?.domain)} among the allowed domains decides.${instead}` }
    case 'own':
      return { status: 'our own', colour: 'primary', why: `It is a host of the product, which is never blocked.${instead}` }
    case 'address':
      return { status: 'no rule', colour: 'secondary', why: 'It is an IP address: the lists hold domains alone.' }
    case 'none':
      return { status: 'no rule', colour: 'secondary', why: 'No entry of either list covers it.' }
  }
}

const by = (host: string, domain = '') => (domain === host ? 'Its own entry' : `The entry ${domain}`)

import { webAddress } from '../../../src/contract/preview.ts'

/** The verdict on an address. */
export interface WebRiskCheck {
  /** `unknown`, if the source has no opinion or couldn't be asked, never counts as safe. */
  verdict: 'safe' | 'unsafe' | 'unknown'
  /** Threats in the source's own terms; empty unless unsafe. */
  threats: string[]
  /** Why the verdict is unknown, as readable text; null otherwise. */
  failure: string | null
}

/**
 * Tells whether an address is dangerous. Never throws and never opens the address. Don't call it within a transaction:
 * the embedded one needs the database's only session, the other may be slow.
 */
export interface WebRisk {
  readonly name: 'embedded' | 'google'
  check(url: string): Promise<WebRiskCheck>
}

export const unknown = (failure: string): WebRiskCheck => ({ verdict: 'unknown', threats: [], failure })

/** Whether the address can be checked: http and https only. */
export const isCheckable = (url: string) => webAddress(url) !== null

export const notCheckable = unknown('It is not a web address.')

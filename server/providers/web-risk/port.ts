import { webAddress } from '../../../src/contract/preview.ts'

/** What is known of an address. */
export interface WebRiskCheck {
  /** `unknown` where the source has no opinion or could not be asked: never taken for safe. */
  verdict: 'safe' | 'unsafe' | 'unknown'
  /** What makes it unsafe, in the source's own words; empty otherwise. */
  threats: string[]
  /** Why the verdict is unknown, for people; null otherwise. */
  failure: string | null
}

/**
 * The one way to learn whether an address is dangerous. It never throws, never opens the address, and is never asked within a
 * transaction: the embedded one needs the database's one session itself, the other may take its time.
 */
export interface WebRisk {
  readonly name: 'embedded' | 'google'
  check(url: string): Promise<WebRiskCheck>
}

export const unknown = (failure: string): WebRiskCheck => ({ verdict: 'unknown', threats: [], failure })

/** Whether there is anything to ask about: http and https alone. */
export const isCheckable = (url: string) => webAddress(url) !== null

export const notCheckable = unknown('It is not a web address.')

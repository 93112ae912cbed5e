import type { QueryKey } from '@tanstack/react-query'
import type { RecordType, Target } from '../../../commands/engine/targets.ts'
import type { Capability } from '../../../contract/capabilities.ts'
import type { Feature } from '../../../contract/features.ts'
import type { Match } from './match.ts'

/** A record that a finder found. */
export interface Finding {
  /** With what its commands need. */
  target: Target
  label: string
  /** Tells it from others of the same label. */
  detail: string
  /** Its page, or the place where it is shown among others. */
  href: string
  match: Match
}

/** How records of one type are found by words. */
export interface Finder {
  type: RecordType
  /** Heads its rows. */
  heading: string
  /** What its screen needs, too. */
  needs?: Capability
  feature?: Feature
  /**
   * Whether a text may name one at all: others are never looked up.
   * @param isTypeKnown the type follows from something else, such as a verb: a bare number is then an id
   */
  mayName: (text: string, isTypeKnown?: boolean) => boolean
  /** Best matches first. */
  query: (text: string) => FindingsQuery
}

interface FindingsQuery {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<readonly Finding[]>
}

export const maxFindings = 6

/** Whether there is no need to look for weaker matches. */
const isEnough = (findings: readonly Finding[]) => findings.length >= maxFindings || findings.some(({ match }) => match === 'exact')

/** The findings of several requests, stronger ones first: the next is made only if those before did not find enough. */
export async function inTurn(requests: readonly (() => Promise<readonly Finding[]>)[]): Promise<Finding[]> {
  let findings: readonly Finding[] = []
  for (const request of requests) {
    if (isEnough(findings)) break
    findings = [...findings, ...(await request())]
  }
  return ranked(findings)
}

/** Each record once, best matches first, as few as a person reads. */
export function ranked(findings: readonly Finding[]): Finding[] {
  const matches: readonly Match[] = ['exact', 'prefix', 'inside']
  const once = new Map<number, Finding>()
  for (const match of matches)
    for (const finding of findings) {
      const { id } =
        'folders' in finding.target.record ? (finding.target.record.folders[0] ?? finding.target.record) : finding.target.record
      if (finding.match === match && !once.has(id)) once.set(id, finding)
    }
  return [...once.values()].slice(0, maxFindings)
}

import { visitStore } from '../../session/visit.ts'
import './marks.css'

/** What was just read out: 'Plan changed by Sam Ortega'. */
export const spokenChange = visitStore(() => '')

/** Values that people read: facts by their label, cells of tables, fields of open forms. */
const values = '[data-fact], tbody td, form :is(input, textarea, select)'
const changed = 'data-changed'
/** Milliseconds that a mark stays, and that its tooltip does. */
const markedFor = 2000
const titledFor = 30_000
/** Labels read out at most. */
const maxNamed = 2

type Seen = ReadonlyMap<Element, string>

export interface Snapshot {
  address: string
  seen: Seen
  byLabel: ReadonlyMap<string, string>
}

const textOf = (element: Element) =>
  'value' in element ? String(element.value) : (element.getAttribute('data-exact') ?? element.textContent ?? '')
const labelOf = (element: Element) =>
  element.getAttribute('data-fact') ?? (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null) ?? null

export function lookAtValues(): Snapshot {
  const elements = [...document.querySelectorAll(values)]
  const seen = new Map(elements.map((element) => [element, textOf(element)]))
  const byLabel = new Map(elements.flatMap((element) => (labelOf(element) === null ? [] : [[labelOf(element)!, textOf(element)]])))
  return { address: window.location.href, seen, byLabel }
}

/**
 * Marks what is different now, for two seconds, and reads out what it is.
 * @param by who changed it; null if it wasn't a colleague
 * @returns whether anything was
 */
export function markSince({ address, seen, byLabel }: Snapshot, by: string | null): boolean {
  // A different page is not a change.
  if (address !== window.location.href) return false
  const labels: string[] = []
  let isAny = false
  for (const element of document.querySelectorAll<HTMLElement>(values)) {
    const label = labelOf(element)
    // A value that was folded away because it was empty is a new element.
    const before = seen.get(element) ?? (label === null ? undefined : byLabel.get(label))
    const now = textOf(element)
    if (before === undefined || before === now || element === document.activeElement) continue
    isAny = true
    if (label !== null && !labels.includes(label)) labels.push(label)
    mark(element, wordsOf(label === null ? [] : [label], by))
  }
  if (labels.length > 0) spokenChange.set(wordsOf(labels, by))
  return isAny
}

function wordsOf(labels: readonly string[], by: string | null): string {
  const named = labels.slice(0, maxNamed).join(', ')
  const more = labels.length > maxNamed ? ` and ${labels.length - maxNamed} more` : ''
  return `${named}${more} ${named === '' ? 'Changed' : 'changed'}${by === null ? '' : ` by ${by}`}`.trim()
}

function mark(element: HTMLElement, words: string) {
  element.removeAttribute(changed)
  // The animation starts over.
  void element.offsetWidth
  element.setAttribute(changed, '')
  setTimeout(() => element.removeAttribute(changed), markedFor)
  if (element.title !== '') return
  element.title = words
  setTimeout(() => {
    if (element.title === words) element.removeAttribute('title')
  }, titledFor)
}

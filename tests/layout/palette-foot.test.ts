import { expect, test } from 'vitest'
import { whyNothing } from '../../src/layout/palette/palette-hints.tsx'
import type { Row } from '../../src/layout/palette/rows.ts'

/** A list that leaves words out. */
const list = (title: string, detail: string, ...unused: string[]): Row => ({
  kind: 'all',
  value: `${title} ${detail}`,
  title,
  detail,
  href: '/customers',
  ...(unused.length > 0 && { unused }),
})

const actOn = (typing: string, ...unused: string[]): Row => ({
  kind: 'several',
  value: 'several:act',
  title: 'Act on all 4 customers…',
  whyNot: null,
  isWaiting: false,
  does: { verb: 'act', on: { type: 'customers', record: { id: 4, ids: [1, 2, 3, 4] } }, typing },
  unused,
})

const germans = list('Customers', 'Country: Germany', 'austria')

/** What the foot says of these rows, of which Enter takes none. */
function footOf(...rows: Row[]): string {
  const [first] = rows
  const unused = first && 'unused' in first ? (first.unused ?? []) : []
  return whyNothing({
    rows,
    groups: [{ id: 'filters', heading: 'Lists', note: null, rows }],
    decision: { state: 'open', isSearching: false, hasFailed: false, unused },
    lacking: null,
    instead: null,
    meanings: null,
    explanation: null,
    selected: null,
    hasMoved: false,
  })
}

test.each<[string, readonly Row[], string]>([
  ['nothing', [], 'Nothing found.'],
  ['several that fit', [list('Customers', ''), list('Payments', '')], 'Several fit. Choose with ↓.'],
  ['what to do with a pasted list, below a heading', [actOn('ban', 'spam', 'accounts')], 'Not understood: spam accounts. Choose with ↓.'],
  ['words that nothing reads', [germans], 'Not understood: austria. Choose with ↓.'],
  [
    'two values of one filter',
    [germans, list('Customers', 'Country: Austria', 'germany')],
    'A filter takes one value at a time. Left out: austria. Choose with ↓.',
  ],
  [
    'the same words left out of two lists',
    [list('Customers', 'Status: trialing', 'foo'), list('Customers', 'Status: trial ended', 'foo')],
    'Not understood: foo. Choose with ↓.',
  ],
  [
    'what to do with a whole list',
    [list('QR codes of Ana Ruiz', '', 'block')],
    'What can be done with several is done in their list. Left out: block. Choose with ↓.',
  ],
  [
    'a list without something',
    [list('Customers', '', 'not', 'spain')],
    'Lists can’t leave anything out, so ‘not spain’ is not used. Choose with ↓.',
  ],
])('the foot says why Enter does nothing: %s', (_, rows, expected) => {
  expect(footOf(...rows)).toBe(expected)
})

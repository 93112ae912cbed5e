import { afterEach, expect, test } from 'vitest'
import { lookAtValues, markSince, spokenChange } from '../../src/layout/frame/live/marks.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

const cells = () => [...document.querySelectorAll('td')]

test('does not mark a relative time that changed only because time passed', () => {
  document.body.innerHTML = `<table><tbody><tr>
    <td data-exact="23-11-2026 10:00:00">3 min ago</td><td>active</td><td data-exact="23-11-2026 09:00:00">1 h ago</td></tr></tbody></table>`
  const before = lookAtValues()
  const [passed, status, touched] = cells()
  passed!.textContent = '4 min ago'
  status!.textContent = 'stopped'
  touched!.textContent = 'just now'
  touched!.setAttribute('data-exact', '23-11-2026 10:04:00')
  expect(markSince(before, 'Sam Okafor')).toBe(true)
  expect(cells().map((cell) => cell.hasAttribute('data-changed'))).toEqual([false, true, true])
})

test.each([
  [null, 'Country changed'],
  ['Sam Okafor', 'Country changed by Sam Okafor'],
])('a changed fact says so, and names the colleague who changed it, if any: %s', (by, words) => {
  document.body.innerHTML = '<dl><dt>Country</dt><dd data-fact="Country">ES</dd></dl>'
  const fact = document.querySelector('dd')!
  const before = lookAtValues()
  fact.textContent = 'FR'
  expect(markSince(before, by)).toBe(true)
  expect([fact.title, fact.hasAttribute('data-changed'), spokenChange.get()]).toEqual([words, true, words])
})

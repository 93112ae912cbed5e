import { expect, test } from 'vitest'
import { parseUrl } from '../../src/contract/parse-url.ts'

test.each([
  ['https://bücher.example/a', undefined, 'https://xn--bcher-kva.example/a'],
  ['/a?b', 'https://x.example', 'https://x.example/a?b'],
  ['no address', undefined, undefined],
  ['https://', undefined, undefined],
])('%s on %s is %s', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href)
})

test('an accented letter is taken as often as one asks', () => {
  const refused = Array.from({ length: 50_000 }, () => parseUrl('https://bücher.example')).filter((url) => url === null)
  expect(refused).toHaveLength(0)
})

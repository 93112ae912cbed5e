import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, indexItem, matchOf, rank } from '../../src/commands/ranking.ts'

const titles = ['Ban Ana Ruiz', 'Go to customers', 'Go to QR codes', 'Copy e-mail', 'Copy id', 'Show all keys', 'Open its customer']
const indexed = titles.map((title) => indexItem(title, title, title === 'Show all keys' ? 'keyboard shortcuts' : ''))
const find = (query: string, recent: readonly string[] = []) =>
  rank(query, indexed, (title) => (recent.includes(title) ? recent.indexOf(title) : undefined))

describe('classes of match', () => {
  test.each([
    ['copy id', 'Copy id', 'exact'],
    ['ban', 'Ban Ana Ruiz', 'prefix'],
    ['ruiz', 'Ban Ana Ruiz', 'word-start'],
    ['ruiz ban', 'Ban Ana Ruiz', 'word-start'],
    ['gtc', 'Go to customers', 'initials'],
    ['keyb', 'Show all keys', 'keyword'],
    ['cstm', 'Go to customers', 'fuzzy'],
  ])('%s finds %s: %s', (query, title, match) => {
    expect(find(query).find(({ item }) => item === title)?.match).toBe(match)
  })
})

test('better classes stand first', () => {
  expect(find('copy').map(({ item }) => item)).toEqual(['Copy e-mail', 'Copy id'])
  expect(find('cu').map(({ match }) => match)).toEqual(['word-start', 'word-start'])
})

test('within a class what was used lately stands first', () => {
  expect(find('copy', ['Copy id']).map(({ item }) => item)).toEqual(['Copy id', 'Copy e-mail'])
})

test('accents and case do not matter', () => {
  expect(find('BÁN').map(({ item }) => item)).toEqual(['Ban Ana Ruiz'])
  expect(fold('Café — Sol')).toBe('cafe sol')
})

test('nothing and a long paste match nothing', () => {
  expect(find('')).toEqual([])
  expect(find('a'.repeat(5000))).toEqual([])
})

test('a longer query never matches better than its beginning', () => {
  fc.assert(
    fc.property(fc.constantFrom(...titles), fc.nat(12), (title, length) => {
      const one = indexItem(title, title, '')
      const query = fold(title).slice(0, length + 1)
      expect(matchOf(query.trim(), one)).not.toBeNull()
    }),
  )
})

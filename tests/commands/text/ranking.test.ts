import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commands } from '../../../src/commands/registry.ts'
import { fold, indexItem, matchClasses, matchOf, rank } from '../../../src/commands/text/ranking.ts'

const titles = ['Ban Ana Ruiz', 'Go to customers', 'Go to QR codes', 'Copy e-mail', 'Copy id', 'Show all keys', 'Open its customer']
const keywordsOf = (title: string) => (title === 'Show all keys' ? 'keyboard shortcuts' : '')
const indexed = titles.map((title) => indexItem(title, title, keywordsOf(title)))
const find = (query: string, recent: readonly string[] = [], near: readonly string[] = []) =>
  rank(
    query,
    titles.map((title) => {
      const used = recent.indexOf(title)
      return indexItem(title, title, keywordsOf(title), { isNear: near.includes(title), used: used < 0 ? undefined : used })
    }),
  ).map(({ item }) => item)

describe('match classes', () => {
  test.each([
    ['copy id', 'Copy id', 'exact'],
    ['ban', 'Ban Ana Ruiz', 'prefix'],
    ['ruiz', 'Ban Ana Ruiz', 'word-start'],
    ['ruiz ban', 'Ban Ana Ruiz', 'word-start'],
    ['gtc', 'Go to customers', 'initials'],
    ['keyb', 'Show all keys', 'keyword'],
    ['cstm', 'Go to customers', 'fuzzy'],
    ['cusotmers', 'Go to customers', 'fuzzy'],
  ])('%s finds %s: %s', (query, title, match) => {
    expect(rank(query, indexed).find(({ item }) => item === title)?.match).toBe(match)
  })
})

test('better match classes rank first', () => {
  expect(find('copy')).toEqual(['Copy e-mail', 'Copy id'])
  expect(rank('cu', indexed).map(({ match }) => match)).toEqual(['word-start', 'word-start'])
})

describe('within a class', () => {
  test('recently used items rank first', () => {
    expect(find('copy', ['Copy id'])).toEqual(['Copy id', 'Copy e-mail'])
    expect(find('copy', ['Copy e-mail', 'Copy id'])).toEqual(['Copy e-mail', 'Copy id'])
  })

  test('actions on the current record rank first, even over recently used ones', () => {
    expect(find('copy', ['Copy e-mail'], ['Copy id'])).toEqual(['Copy id', 'Copy e-mail'])
    expect(find('copy', ['Copy id'], ['Copy e-mail', 'Copy id'])).toEqual(['Copy id', 'Copy e-mail'])
  })

  test('neither outranks a better match', () => {
    expect(find('co', ['Go to QR codes'], ['Go to QR codes'])).toEqual(['Copy e-mail', 'Copy id', 'Go to QR codes'])
  })
})

test('ignores accents and case', () => {
  expect(find('BÁN')).toEqual(['Ban Ana Ruiz'])
  expect(fold('Café — Sol')).toBe('cafe sol')
})

test('an empty query and a long paste match nothing', () => {
  expect(find('')).toEqual([])
  expect(find('—')).toEqual([])
  expect(find('a'.repeat(5000))).toEqual([])
})

test('a prefix of a title always matches it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...titles), fc.nat(12), (title, length) => {
      const one = indexItem(title, title, '')
      const query = fold(title).slice(0, length + 1)
      expect(matchOf(query.trim(), one)).not.toBeNull()
    }),
  )
})

describe('typos', () => {
  const registry = commands.map((command) => indexItem(command.id, command.title(null), command.keywords ?? ''))

  test.each([
    ['refnud', 'payment.refund'],
    ['erfund', 'payment.refund'],
    ['rfund', 'payment.refund'],
    ['refunnd', 'payment.refund'],
    ['refumd', 'payment.refund'],
    ['whitelst', 'customer.whitelist'],
    ['extned trial', 'customer.extend-trial'],
    ['extend trail', 'customer.extend-trial'],
    ['extned trail', 'customer.extend-trial'],
    ['subscirption imediately', 'customer.cancel-immediately'],
    ['unarhcive', 'customer.unarchive-qrs'],
    ['disable two-fcator authentcation', 'customer.disable-two-factor'],
  ])('%s finds %s, as a fuzzy match', (query, id) => {
    const found = rank(query, registry)
    expect(found.find(({ item }) => item === id)?.match).toBe('fuzzy')
    // No literal match, so nothing runs automatically.
    expect(found.every(({ match }) => match === 'fuzzy')).toBe(true)
    expect(found.findIndex(({ item }) => item === id)).toBeLessThan(4)
  })

  test('fewer typos rank first', () => {
    const two = ['cuxtomers', 'customers'].map((title) => indexItem(title, title, ''))
    expect(rank('cusotmers', two).map(({ item, distance }) => [item, distance])).toEqual([
      ['customers', 1],
      ['cuxtomers', 2],
    ])
  })

  test.each([
    ['a short word', 'bna', 'ban'],
    ['two mistakes in a word of seven', 'rfeunsd', 'refunds'],
    ['three mistakes', 'xustxmxrs', 'customers'],
    ['another word', 'ban zzzzz', 'ban ana'],
  ])('%s: no match', (_what, query, title) => {
    expect(matchOf(query, indexItem(title, title, ''))).toBeNull()
  })

  test('one typo in a typed word of at least four letters is forgiven, but only as a fuzzy match', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'.split(''))
    const word = fc.string({ unit: letter, minLength: 5, maxLength: 12 })
    fc.assert(
      fc.property(word, fc.nat(), letter, fc.constantFrom('swap', 'wrong', 'missing', 'extra'), (meant, place, other, mistake) => {
        const at = place % (meant.length - 1)
        const rest = { swap: meant.charAt(at + 1) + meant.charAt(at) + meant.slice(at + 2), wrong: other + meant.slice(at + 1) }
        const typed = meant.slice(0, at) + { ...rest, missing: meant.slice(at + 1), extra: other + meant.slice(at) }[mistake]
        const match = matchOf(typed, indexItem(meant, meant, ''))
        expect(match).not.toBeNull()
        if (!meant.startsWith(typed)) expect(matchClasses.indexOf(match?.match ?? 'exact')).toBe(matchClasses.indexOf('fuzzy'))
      }),
    )
  })
})

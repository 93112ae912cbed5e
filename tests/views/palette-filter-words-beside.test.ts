import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import { allCapabilities, capabilitiesOf } from '../../src/contract/capabilities.ts'
import { filteredLists } from '../../src/layout/list/words/named-lists.ts'
import { wordsIn } from '../../src/layout/list/words/typed-words.ts'
import { listsFor, listsOnMonday, namesOf } from './support/filter-words.ts'

const allLists = listsOnMonday()
const said = (text: string) => namesOf(text, allLists())

describe('words typed beside filters', () => {
  test.each([
    ['names of screens', ['customers', 'payments', 'users', 'qr codes', 'referred customers']],
    ['names of people', ['ana', 'ana ruiz', 'carvajal', 'in', 'no', 'it', 'de']],
    ['dates of nothing', ['march', 'since monday', '2026', '01-03-2026', 'created yesterday', 'new', 'tomorrow']],
    ['words of orders', ['biggest', 'top', 'on pro']],
    ['identifiers', ['4711', '20-50', 'from 4711', '20 to 50', '1 - 3', '#12', 'ana@cafesol.es', 'aB3xYz', 'cus_aB3xYz9']],
    ['verbs', ['ban', 'refund 10', 'extend trial 7', 'cancel', 'block cafe-sol-menu']],
    ['bad input', ['', '   ', '(.*', '%', "'; drop table users; --", '\u0000', '😀', 'مقهى', 'unpaid '.repeat(40), 'x'.repeat(10_000)]],
  ])('suggests no filters for %s', (_, texts) => {
    for (const text of texts) expect(said(text), text).toEqual([])
  })

  test('offers role 2 only the lists it may open', () => {
    const ofRole2 = listsFor(capabilitiesOf(2))
    expect(namesOf('spain', ofRole2)).toEqual(['Customers · Country: Spain', 'Payments · Country: Spain'])
    expect(namesOf('finished abuse reports', ofRole2)).toEqual([])
    expect(namesOf('api calls 404', ofRole2)).toEqual([])
  })

  test('leaves out filters that the admin API lacks', () => {
    learnFeatures([])
    const documented = listsFor(allCapabilities)
    expect(namesOf('stopped qrs of 4711', documented)).toEqual(['QR codes · Customer #4711 — stopped'])
    expect(namesOf('refunded payments', documented)).toEqual([
      'Payments · Refunded: fully refunded',
      'Payments · Refunded: partly refunded',
    ])
    expect(namesOf('banned customers', documented)).toEqual(['Customers · Status: banned'])
    expect(namesOf('visa 4242', documented)).toEqual([])
    expect(namesOf('https://cafesol.example/', documented)).toEqual([])
    expect(namesOf('customers visa 4242', documented)).toEqual(['Customers · Card: •••• 4242 — visa'])
    expect(namesOf('payments of 4711 in march', documented)).toEqual(['Payments · Customer #4711 — march'])
    // Not those who were created then.
    expect(namesOf('canceled customers in march', documented)).toEqual(['Customers · Status: canceled — march'])
  })

  test('every filter with a control has words, except the period', () => {
    const without = allLists().flatMap(({ list }) => list.filters.filter(({ words, control }) => words === null && control))
    // The analysis always has a range, so a row could not name it.
    expect(without.map(({ id }) => id)).toEqual(['period'])
  })

  test('every choice is found by its list title and label', () => {
    for (const { list, words } of allLists())
      for (const filter of words) {
        if (filter.kind !== 'choice') continue
        for (const { label, value } of filter.spec.choices) {
          // With its label, as another filter may have a value of the same name.
          const text = `${list.title}: ${filter.spec.label} ${label}`
          const found = filteredLists(text, allLists()).map(({ href }) => new URLSearchParams(href.split('?')[1]).get(filter.spec.param))
          expect(found, text).toContain(value)
        }
      }
  })

  test.each([
    [
      'names a list or several words of a filter',
      true,
      ['unpaid customers', 'expired cards', 'churned in october', 'status 404', 'lost disputes'],
    ],
    ['is one word that may mean something else', false, ['unpaid', 'spain', 'german', 'paypal', '19,95', '19,95 €']],
    ['has words that filter nothing', false, ['unpaid customers carvajal', 'banned customers this week']],
  ])('is likely or not if a text %s', (_, isLikely, texts) => {
    const likely = texts.map((text) => [text, filteredLists(text, allLists())[0]?.isLikely])
    expect(likely).toEqual(texts.map((text) => [text, isLikely]))
  })

  const knownWords =
    'unpaid customers in spain qrs of 4711 since march payments refunded visa 4242 referred by german on pro biggest failed last week 19,95 trials ending expired cards canceled banned requires_action over under between 20 50 not > - to 100 usd or more __proto__ constructor hasOwnProperty'

  test('handles any text, with valid links and every word either used or left out once', () => {
    const words = fc.oneof(fc.constantFrom(...knownWords.split(' ')), fc.string({ maxLength: 12 }))
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (parts) => {
        const typed = wordsIn(parts.join(' ')).map(({ raw }) => raw)
        for (const { href, ignored, isWhole, isLikely } of filteredLists(parts.join(' '), allLists())) {
          expect(href).toMatch(/^\//)
          expect(isWhole).toBe(ignored.length === 0)
          expect(isLikely && !isWhole).toBe(false)
          const rest = [...typed]
          for (const word of ignored) expect(rest.splice(rest.indexOf(word), 1)).toEqual([word])
        }
      }),
      { numRuns: 200 },
    )
  })

  test('a word that nothing understands is left out once, wherever it stands', () => {
    const before = fc.array(fc.constantFrom(...knownWords.split(' ')), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(before, before, (first, last) => {
        for (const { ignored, isWhole, isLikely } of filteredLists([...first, '7zz', ...last].join(' '), allLists())) {
          expect(ignored.filter((word) => word === '7zz')).toHaveLength(1)
          expect([isWhole, isLikely]).toEqual([false, false])
        }
      }),
      { numRuns: 200 },
    )
  })
})

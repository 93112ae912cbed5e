import { describe, expect, test } from 'vitest'
import type { MeasureWords } from '../../src/layout/list/filter-definition.ts'
import { measureControl } from '../../src/layout/list/filters/measure-control.ts'
import { measureFilter } from '../../src/layout/list/filters/measure-filter.ts'
import { measureIn } from '../../src/layout/list/words/measure-words.ts'

const ofNoun = (noun: string, isMoney: boolean): MeasureWords => ({
  params: ['least', 'most'],
  isMoney,
  nouns: [noun],
  leads: [],
  none: [],
})
const scans = ofNoun('scans', false)
const revenue = ofNoun('revenue', true)

describe('a range of what every row has', () => {
  test.each([
    ['over 1000', { least: '1001' }],
    ['at least 1000', { least: '1000' }],
    ['1000+', { least: '1000' }],
    ['under 5', { most: '4' }],
    ['up to 5', { most: '5' }],
    ['20-50', { least: '20', most: '50' }],
    ['over 20 and under 50', { least: '21', most: '49' }],
    ['7', { least: '7', most: '7' }],
    ['over 5 eur', null],
    ['many', null],
    ['', null],
  ])('counts: %s', (text, range) => {
    expect(measureIn(scans, text, '2026-11-23')).toEqual(range)
  })

  test.each([
    ['over 500', { least: '50001' }],
    ['over 500 eur', { least: '50001' }],
    ['up to 9,95 €', { most: '995' }],
    ['over 500 usd', null],
  ])('of money, in the currency of the account: %s', (text, range) => {
    expect(measureIn(revenue, text, '2026-11-23')).toEqual(range)
  })

  test('says what it is set to, as it can be typed again', () => {
    const [ofScans, ofRevenue] = [measureFilter('Scans', scans), measureFilter('Revenue', revenue)]
    expect(ofScans.chip({})).toBeNull()
    expect(ofScans.chip({ most: '0' })).toBe('Scans: none')
    expect(ofScans.chip({ least: '1001' })).toBe('Scans: at least 1.001')
    expect(ofRevenue.chip({ least: '1000', most: '5000' })?.replaceAll('\u00a0', ' ')).toBe('Revenue: from 10,00 € to 50,00 €')
    for (const { filter, search } of [
      { filter: ofScans, search: { least: '1001' } },
      { filter: ofScans, search: { most: '20' } },
      { filter: ofRevenue, search: { least: '1000', most: '5000' } },
    ]) {
      const control = filter.control?.kind === 'measure' ? measureControl(filter.control) : null
      const text = control?.value(search) ?? ''
      expect(control?.whyNot(text)).toBeNull()
      expect(control?.changes(text)).toEqual({ least: undefined, most: undefined, ...search })
    }
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { euCountries } from '../../src/contract/billing.ts'
import { isVatNumber } from '../../src/contract/vat.ts'

/** Country, valid numbers (examples published by the countries, or by companies), and one with a wrong check digit. */
const numbers: [country: string, valid: string[], broken: string][] = [
  ['at', ['ATU13585627'], 'ATU13585626'],
  ['be', ['BE0428759497', 'BE1012345646', 'BE1000000021'], 'BE1012345647'],
  ['bg', ['BG175074752', 'BG7523169263'], 'BG175074751'],
  ['cy', ['CY10259033P'], 'CY10259033Z'],
  ['cz', ['CZ25123891', 'CZ7103192745', 'CZ640903926'], 'CZ25123890'],
  ['de', ['DE136695976'], 'DE136695978'],
  ['dk', ['DK13585628'], 'DK13585627'],
  ['ee', ['EE100594102', 'EE100931558'], 'EE100594103'],
  ['el', ['EL094259216', 'EL023456780'], 'EL094259215'],
  ['gr', ['EL094259216', 'EL023456780'], 'EL094259215'],
  ['fi', ['FI20774740'], 'FI20774741'],
  ['fr', ['FR40303265045', 'FR23334175221'], 'FR84323140391'],
  ['hr', ['HR33392005961'], 'HR33392005962'],
  ['hu', ['HU12892312'], 'HU12892313'],
  ['ie', ['IE6433435F', 'IE6433435OA', 'IE8D79739I'], 'IE6433435E'],
  ['it', ['IT00743110157'], 'IT00743110158'],
  ['lt', ['LT119511515', 'LT100001919017', 'LT100004801610'], 'LT100001919018'],
  ['lu', ['LU15027442'], 'LU15027443'],
  ['lv', ['LV40003521600'], 'LV40003521601'],
  ['mt', ['MT11679112'], 'MT11679113'],
  ['nl', ['NL004495445B01', 'NL123456789B13'], 'NL123456789B90'],
  ['pl', ['PL8567346215'], 'PL8567346216'],
  ['pt', ['PT501964843'], 'PT501964842'],
  ['ro', ['RO18547290'], 'RO18547291'],
  ['se', ['SE123456789701'], 'SE123456789101'],
  ['si', ['SI50223054'], 'SI50223055'],
  ['sk', ['SK2022749619'], 'SK2022749618'],
]

describe('VAT numbers (ruling 40)', () => {
  test('covers every country on the documented list [R40 checksum]', () => {
    expect(numbers.map(([country]) => country).toSorted()).toEqual(euCountries.toSorted())
  })

  test.each(numbers)('%s: valid, wrong check digit, missing prefix [R40 checksum]', (country, valid, broken) => {
    expect(valid.map((number) => isVatNumber(country, number))).toEqual(valid.map(() => true))
    expect(isVatNumber(country, broken)).toBe(false)
    expect(valid.map((number) => isVatNumber(country, number.slice(2)))).toEqual(valid.map(() => false))
    expect(valid.map((number) => isVatNumber(country, `${number}Z`))).toEqual(valid.map(() => false))
  })

  test('a number is valid in only one country, except for Greece, which has two codes [R40 greece]', () => {
    const misread = numbers.flatMap(([country, valid]) =>
      numbers
        .filter(([other]) => other !== country && valid.some((number) => isVatNumber(other, number)))
        .map(([other]) => `${country}${other}`),
    )
    expect(misread).toEqual(['elgr', 'grel'])
  })

  test.each(['de136695976', ' DE 136 695 976 ', 'DE-136.695.976', 'DE/136695976'])('accepts the format %j', (text) => {
    expect(isVatNumber('DE', text)).toBe(true)
  })

  test.each(['es', 'gb', 'us', '', 'xx', '__proto__', 'constructor'])('%j isn’t on the list, so no number is valid for it', (country) => {
    expect(numbers.flatMap(([, valid]) => valid).filter((number) => isVatNumber(country, number))).toEqual([])
    expect(isVatNumber(country, 'ESB32866824')).toBe(false)
  })

  test('returns a boolean for any text, and rejects very long text', () => {
    fc.assert(fc.property(fc.constantFrom(...euCountries), fc.string(), (country, text) => typeof isVatNumber(country, text) === 'boolean'))
    expect(isVatNumber('de', `DE136695976${' '.repeat(1_000_000)}`)).toBe(false)
  })

  test('at most one of ten numbers that differ only in the last digit is valid in Germany', () => {
    const digits = fc.stringMatching(/^[1-9]\d{7}$/)
    fc.assert(fc.property(digits, (start) => Array.from('0123456789').filter((last) => isVatNumber('de', `DE${start}${last}`)).length <= 1))
  })
})

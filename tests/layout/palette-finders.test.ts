import { describe, expect, test } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import { allCapabilities, capabilitiesOf } from '../../src/contract/capabilities.ts'
import { ranked } from '../../src/layout/records/finders/finder.ts'
import { finders, findersOf } from '../../src/layout/records/finders/finders.ts'
import { matchIdentifier, matchName } from '../../src/layout/records/finders/match.ts'

const namedBy = (text: string, isTypeKnown?: boolean) => finders.filter(({ mayName }) => mayName(text, isTypeKnown)).map(({ type }) => type)

const names = ['user', 'folders']
const addresses = ['webrisk', 'abuse']

describe('what a text may name', () => {
  test.each<[string, string[]]>([
    ['qr.towne.example', ['hostname', 'domain', ...names, ...addresses]],
    ['qr.towne', ['hostname', 'domain', ...names, ...addresses]],
    ['qr.', ['hostname', ...names, ...addresses]],
    ['código.example', ['hostname', 'domain', ...names, ...addresses]],
    ['pay_pal.example.com', ['hostname', 'domain', ...names, ...addresses]],
    ['.example', names],
    ['qr..example', ['hostname', ...names, ...addresses]],
    // Amounts and dates have no letters.
    ['5.50', []],
    ['19,95', []],
    ['27.11.2026', []],
    ['1.234,50 €', []],
    ['https://evil.example/login', addresses],
    ['http://', []],
    ['https://evil.example/a b', []],
    ['evil.example/login', ['user', 'folders', ...addresses]],
    ['sam@quaydesk.test', ['user', 'invitation', 'abuse']],
    ['sam@', ['user', 'invitation', 'abuse']],
    ['@quaydesk.test', []],
    ['sam okafor@quaydesk.test', []],
    ['sam', names],
    ['Sam Okafor', names],
    ['田中', names],
    ['s', []],
    ['', []],
    ['   ', []],
    ['4984', []],
    ['#4984', []],
    ['call 4984', ['user', 'folders', 'api-call']],
    ['API call #4984', ['user', 'folders', 'api-call']],
    ['api-call 4984', ['user', 'folders', 'api-call']],
    ['web-risk 12', ['user', 'folders', 'webrisk']],
    ['web risk entry 12', ['user', 'folders', 'webrisk']],
    ['abuse report no. 3', ['user', 'folders', 'abuse']],
    ['report 3', ['user', 'folders', 'abuse']],
    ['report 0', names],
    ['call 99999999999', names],
    [`${'a'.repeat(300)}.example`, []],
  ])('%j', (text, types) => {
    expect(namedBy(text)).toEqual(finders.map(({ type }) => type).filter((type) => types.includes(type)))
  })

  test.each(['12', '#12'])('the bare id %s, once the type is known', (text) => {
    expect(namedBy(text, true)).toEqual(['api-call', 'webrisk', 'abuse'])
  })

  test('no id of a row that the documented lists can’t be asked for', () => {
    learnFeatures([])
    expect(namedBy('12', true)).toEqual(['api-call'])
    expect(namedBy('report 12')).not.toContain('abuse')
  })
})

describe('who may look for what', () => {
  const typesFor = (rol: number) => findersOf({ capabilities: capabilitiesOf(rol) }).map(({ type }) => type)

  test('role 1 for everything, role 2 for what its screens show', () => {
    expect(typesFor(1)).toEqual(finders.map(({ type }) => type))
    expect(typesFor(2)).toEqual(['hostname', 'invitation', 'folders'])
  })

  test('an admin API with only the documented calls isn’t asked for the rest', () => {
    learnFeatures([])
    expect(findersOf({ capabilities: allCapabilities }).map(({ type }) => type)).toEqual([
      'hostname',
      'domain',
      'user',
      'api-call',
      'webrisk',
      'abuse',
    ])
  })
})

describe('how well it matches', () => {
  test.each([
    ['Sam Okafor', 'sam okafor', 'exact'],
    ['Olga Marín', 'olga marin', 'exact'],
    ['Sam Okafor', 'oka s', 'prefix'],
    ['Sam Okafor', 'kafor', 'inside'],
    ['Sam Okafor', 'okra', null],
    ['Menu 100%', '%', 'inside'],
    ['Menu', '´', null],
  ])('the name %j and %j: %s', (name, text, match) => {
    expect(matchName(name, text)).toBe(match)
  })

  test.each([
    ['QR.towne.example', 'qr.TOWNE.example', 'exact'],
    ['qr.towne.example', 'qr.t', 'prefix'],
    ['qr.towne.example', 'towne.example', 'inside'],
    // Identity is never decided by folded text (ruling 62).
    ['josé@example.com', 'jose@example.com', null],
  ])('the identifier %j and %j: %s', (identifier, text, match) => {
    expect(matchIdentifier(identifier, text)).toBe(match)
  })

  test('each record stands once, by its best match, and six at most', () => {
    const finding = (id: number, match: 'exact' | 'prefix' | 'inside') => ({
      target: { type: 'hostname', record: { id, user: 1, hostname: '', status: '' } } as const,
      label: `${id} ${match}`,
      detail: '',
      href: '/',
      match,
    })
    const rest = [3, 4, 5, 6, 7, 8].map((id) => finding(id, 'inside'))
    expect(ranked([finding(1, 'inside'), finding(2, 'prefix'), ...rest, finding(1, 'exact')]).map(({ label }) => label)).toEqual([
      '1 exact',
      '2 prefix',
      '3 inside',
      '4 inside',
      '5 inside',
      '6 inside',
    ])
  })
})

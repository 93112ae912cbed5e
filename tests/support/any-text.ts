import fc, { type StringSharedConstraints } from 'fast-check'

/** UTF-16 surrogates are no characters by themselves. */
const [firstSurrogate, surrogates] = [0xd800, 0x800]

const character = fc.integer({ min: 0, max: 0x10ffff - surrogates }).map(
  (place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates),
  (text) => {
    const code = typeof text === 'string' && Array.from(text).length === 1 ? (text.codePointAt(0) ?? 0) : null
    if (code === null) throw new TypeError('This is not one character.')
    return code < firstSurrogate ? code : code - surrogates
  },
)

/** Text of any characters. `fc.string({ unit: 'binary' })` would first list a million of them, which takes a second. */
export const anyText = (constraints: StringSharedConstraints = {}) => fc.string({ ...constraints, unit: character })

const inPath = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...Array.from("ABCXYZabcxyz0189-._~!$&'()*+,;=:@")) },
  { weight: 1, arbitrary: character.map((text) => encodeURIComponent(text)) },
)

/** The path of an address, like `fc.webPath()`. */
export const anyPath = () => fc.array(fc.string({ unit: inPath })).map((segments) => segments.map((segment) => `/${segment}`).join(''))

/** A web address, like `fc.webUrl()`. */
export const anyUrl = () =>
  fc.tuple(fc.constantFrom('http', 'https'), fc.domain(), anyPath()).map(([scheme, domain, path]) => `${scheme}://${domain}${path}`)

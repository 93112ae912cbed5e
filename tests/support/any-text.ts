import fc, { type StringSharedConstraints } from 'fast-check'

/** UTF-16 surrogates are no characters by themselves. */
const [firstSurrogate, surrogates] = [0xd800, 0x800]

const character = fc.integer({ min: 0, max: 0x10ffff - surrogates }).map(
  (place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates),
  (text) => {
    const code = typeof text === 'string' && [...text].length === 1 ? (text.codePointAt(0) ?? 0) : null
    if (code === null) throw new TypeError('This is not one character.')
    return code < firstSurrogate ? code : code - surrogates
  },
)

/** Text of any characters, like `fc.string({ unit: 'binary' })`, which first lists a million of them for a second. */
export const anyText = (constraints: StringSharedConstraints = {}) => fc.string({ ...constraints, unit: character })

import { describe, expect, test } from 'vitest'
import { backspaceAt, moveFrom, noDigits, spread, typeInto } from '../../src/views/two-step-verification/code-digits.ts'

const digitsOf = (text: string) =>
  text
    .padEnd(6, '_')
    .split('')
    .map((digit) => (digit === '_' ? '' : digit))

describe('six digit boxes', () => {
  test('enters a digit and moves to the next box', () => {
    expect(typeInto(noDigits, 0, '4')).toEqual({ digits: digitsOf('4'), focus: 1 })
    expect(typeInto(noDigits, 5, '4')).toEqual({ digits: digitsOf('_____4'), focus: 5 })
  })

  test('ignores letters', () => {
    expect(typeInto(digitsOf('12'), 2, 'x')).toEqual({ digits: digitsOf('12'), focus: 2 })
  })

  test.each(['73', '37'])('replaces the existing digit whichever side the caret is on: %s', (text) => {
    expect(typeInto(digitsOf('12345'), 2, text)).toEqual({ digits: digitsOf('12745'), focus: 3 })
  })

  test('keeps the digit that is typed again', () => {
    expect(typeInto(digitsOf('12345'), 2, '33')).toEqual({ digits: digitsOf('12345'), focus: 3 })
  })

  test.each([
    ['123456', 0],
    [' 123 456 ', 3],
    ['123-456', 5],
  ])('spreads a whole code over all boxes: %s at box %i [1.2 pasted code]', (text, box) => {
    expect(spread(noDigits, box, text)).toEqual({ digits: digitsOf('123456'), focus: 5 })
  })

  test('spreads part of a code from the current box and drops the excess', () => {
    expect(spread(digitsOf('9'), 1, '12')).toEqual({ digits: digitsOf('912'), focus: 3 })
    expect(spread(noDigits, 4, '123')).toEqual({ digits: digitsOf('____12'), focus: 5 })
  })

  test('accepts a code autofilled by a phone in the first box', () => {
    expect(typeInto(noDigits, 0, '123456')).toEqual({ digits: digitsOf('123456'), focus: 5 })
  })

  test('clears a filled box, or the previous one from an empty box [1.2 backspace]', () => {
    expect(backspaceAt(digitsOf('123'), 2)).toEqual({ digits: digitsOf('12'), focus: 2 })
    expect(backspaceAt(digitsOf('12'), 2)).toEqual({ digits: digitsOf('1'), focus: 1 })
    expect(backspaceAt(noDigits, 0)).toEqual({ digits: noDigits, focus: 0 })
  })

  test('moves with the arrow keys and stops at the ends', () => {
    expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a'].map((key) => moveFrom(3, key))).toEqual([2, 4, 0, 5, null])
    expect([moveFrom(0, 'ArrowLeft'), moveFrom(5, 'ArrowRight')]).toEqual([0, 5])
  })
})

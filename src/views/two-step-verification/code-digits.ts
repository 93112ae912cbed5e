/** The state of the boxes: one digit or nothing in each. */
export type Digits = readonly string[]

export const codeLength = 6
export const noDigits: Digits = Array.from({ length: codeLength }, () => '')

export interface Change {
  digits: Digits
  /** The box that has focus afterwards. */
  focus: number
}

const lastBox = codeLength - 1
const put = (digits: Digits, index: number, digit: string): Digits => digits.map((old, at) => (at === index ? digit : old))

/**
 * What a box holds after typing into it. One digit goes into the box and focus to the next; several (a paste, or the
 * code that a telephone offers) spread; nothing empties it.
 */
export function typeInto(digits: Digits, index: number, text: string): Change {
  const typed = text.replace(/\D/g, '')
  if (typed === '') return { digits: text === '' ? put(digits, index, '') : digits, focus: index }
  const old = digits[index] ?? ''
  // A digit typed beside the one that is there replaces it, whichever side the caret was on.
  if (typed.length === 2 && old !== '' && typed.includes(old))
    return typeInto(digits, index, typed[0] === old ? typed.slice(1) : typed.slice(0, 1))
  return spread(digits, index, typed)
}

/** Fills the boxes from one on; a whole code fills all of them, wherever it was pasted. */
export function spread(digits: Digits, index: number, text: string): Change {
  const typed = text.replace(/\D/g, '').slice(0, codeLength)
  const from = typed.length === codeLength ? 0 : index
  const filled = digits.map((old, at) => typed[at - from] ?? old)
  return { digits: filled, focus: Math.min(from + typed.length, lastBox) }
}

/** Backspace: empties a filled box; on an empty one goes back and empties the one before. */
export function backspaceAt(digits: Digits, index: number): Change {
  if (digits[index] !== '' || index === 0) return { digits: put(digits, index, ''), focus: index }
  return { digits: put(digits, index - 1, ''), focus: index - 1 }
}

/** Where the arrow keys, Home and End lead; null for any other key. */
export function moveFrom(index: number, key: string): number | null {
  if (key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'ArrowRight') return Math.min(lastBox, index + 1)
  if (key === 'Home') return 0
  return key === 'End' ? lastBox : null
}

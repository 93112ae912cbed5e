/** One digit or '' per box. */
export type Digits = readonly string[]

export const codeLength = 6
export const noDigits: Digits = Array.from({ length: codeLength }, () => '')

export interface Change {
  digits: Digits
  /** The box to focus next. */
  focus: number
}

const lastBox = codeLength - 1
const put = (digits: Digits, index: number, digit: string): Digits => digits.map((old, at) => (at === index ? digit : old))

/**
 * Typing into a box: one digit advances the focus; several (a paste or a
 * phone's suggestion) spread over the boxes; empty text clears the box.
 */
export function typeInto(digits: Digits, index: number, text: string): Change {
  const typed = text.replace(/\D/g, '')
  if (typed === '') return { digits: text === '' ? put(digits, index, '') : digits, focus: index }
  const old = digits[index] ?? ''
  // A digit typed next to an existing one replaces it, on either side of the caret.
  if (typed.length === 2 && old !== '' && typed.includes(old))
    return typeInto(digits, index, typed[0] === old ? typed.slice(1) : typed.slice(0, 1))
  return spread(digits, index, typed)
}

/** Fills boxes from `index`; a whole code fills all, wherever it was pasted. */
export function spread(digits: Digits, index: number, text: string): Change {
  const typed = text.replace(/\D/g, '').slice(0, codeLength)
  const from = typed.length === codeLength ? 0 : index
  const filled = digits.map((old, at) => typed[at - from] ?? old)
  return { digits: filled, focus: Math.min(from + typed.length, lastBox) }
}

/** Backspace clears a filled box; in an empty one it goes back and clears the previous. */
export function backspaceAt(digits: Digits, index: number): Change {
  if (digits[index] !== '' || index === 0) return { digits: put(digits, index, ''), focus: index }
  return { digits: put(digits, index - 1, ''), focus: index - 1 }
}

/** Where arrow keys, Home and End move; null for other keys. */
export function moveFrom(index: number, key: string): number | null {
  if (key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'ArrowRight') return Math.min(lastBox, index + 1)
  if (key === 'Home') return 0
  return key === 'End' ? lastBox : null
}

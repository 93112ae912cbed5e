const namespace = 'http://www.w3.org/2000/svg'

/** Bars of the digits 0 to 9 in an EAN-13's left half, odd parity; even parity and the right half are derived. */
const odd = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111', '0001011']
const parities = ['oooooo', 'ooeoee', 'ooeeoe', 'ooeeeo', 'oeooee', 'oeeooe', 'oeeeoo', 'oeoeoe', 'oeoeeo', 'oeeoeo']

/** Draws an EAN-13; null unless given 13 digits. */
export function barcode(code) {
  if (!/^\d{13}$/.test(code)) return null
  const [first = 0, ...digits] = Array.from(code, Number)
  const left = digits.slice(0, 6).map((digit, index) => (parities[first][index] === 'o' ? odd[digit] : mirrored(inverted(odd[digit]))))
  const right = digits.slice(6).map((digit) => inverted(odd[digit]))
  const bars = `101${left.join('')}01010${right.join('')}101`
  const picture = document.createElementNS(namespace, 'svg')
  picture.setAttribute('viewBox', `-4 0 ${bars.length + 8} 40`)
  picture.setAttribute('class', 'bars')
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', 'Barcode')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', Array.from(bars, (bar, x) => (bar === '1' ? `M${x} 0h1v40h-1z` : '')).join(''))
  picture.append(path)
  return picture
}

function inverted(bits) {
  return Array.from(bits, (bit) => (bit === '1' ? '0' : '1')).join('')
}

function mirrored(bits) {
  return Array.from(bits).toReversed().join('')
}

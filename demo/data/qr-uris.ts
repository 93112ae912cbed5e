const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * The uri of QR number `number`: six random-looking characters. They never repeat, because multiplying by an odd
 * number permutes the integers below 2^30.
 */
export function shortUri(number: number): string {
  // Two rounds of multiply and xor-shift, each reversible on 30 bits.
  let x = Math.imul(number, 0x2c1b3c6d) & 0x3fffffff
  x ^= x >>> 15
  x = Math.imul(x, 0x297a2d39) & 0x3fffffff
  x ^= x >>> 15
  let uri = ''
  for (let i = 0; i < 6; i++) {
    uri += letters[x & 31]
    x >>>= 5
  }
  return uri
}

/**
 * The brand as a file name's prefix: characters a file name can't hold become hyphens. `otherwise` if nothing is left.
 */
export function brandInFileName(brand: string, otherwise: string): string {
  const safe = brand.replace(/[^\p{L}\p{N}_]+/gu, '-').replace(/^-+|-+$/g, '')
  return safe === '' ? otherwise : safe
}

/** A brand as the beginning of a file's name: what no file name can hold becomes a hyphen. `otherwise` where nothing is left. */
export function brandInFileName(brand: string, otherwise: string): string {
  const safe = brand.replace(/[^\p{L}\p{N}_]+/gu, '-').replace(/^-+|-+$/g, '')
  return safe === '' ? otherwise : safe
}

const steps = [
  { size: 1_000_000_000, unit: 'bn' },
  { size: 1_000_000, unit: 'M' },
  { size: 1_000, unit: 'k' },
] as const

/** A number for an axis: 950, 1,2k, 12k, 3,4M. At most one decimal, with a comma as for money. */
export function shortNumber(value: number): string {
  const size = Math.abs(value)
  const step = steps.find((one) => size >= one.size)
  const [number, unit] = step ? [value / step.size, step.unit] : [value, '']
  const text = (Math.round(number * 10) / 10).toString().replace('.', ',').replace('-', '−')
  return `${text}${unit}`
}

/**
 * An amount for an axis: 1,2k €.
 * @param cents euro cents
 */
export function shortEuros(cents: number): string {
  return `${shortNumber(cents / 100)} €`
}

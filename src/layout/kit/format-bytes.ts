const units = ['B', 'kB', 'MB', 'GB'] as const

/** A size for display: '4,2 MB'. */
export function formatBytes(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit++
  }
  const digits = unit === 0 || size >= 100 ? size.toFixed(0) : size.toFixed(1)
  return `${digits.replace('.', ',')} ${units[unit] ?? 'B'}`
}

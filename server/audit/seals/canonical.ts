/**
 * JSON with sorted keys and no spaces, so that equal values have equal texts whatever wrote them (RFC 8785, except that keys are
 * those of the database).
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const object = value as Record<string, unknown>
  const fields = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`)
  return `{${fields.join(',')}}`
}

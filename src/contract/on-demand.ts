/** Personal data that a policy can have shown on demand only, and the fields that hold it, in any reply. */
export const onDemandData = {
  'show.ip': { title: 'See IP addresses', what: 'IP addresses', fields: ['ip', 'lastIp', 'accountCreatedWithIp'] },
  'show.tax-id': { title: 'See tax ids and VAT numbers', what: 'Tax ids and VAT numbers', fields: ['taxId', 'vatNumber'] },
  'show.api-body': { title: 'See bodies of API calls', what: 'Bodies of API calls', fields: ['requestBody', 'responseBody'] },
} as const

export type OnDemandData = keyof typeof onDemandData
export const onDemandNames = Object.keys(onDemandData) as [OnDemandData, ...OnDemandData[]]

export const isOnDemand = (name: string): name is OnDemandData => Object.hasOwn(onDemandData, name)

/** Stands where something is shown on demand. A form that still holds it leaves the field as it is. */
export const hiddenText = '***'

/** Names what is to be shown, separated by commas; it is noted as a look. */
export const showHeader = 'x-show'

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** Whether a reply has something in one of these fields. */
export const hasFields = (value: unknown, fields: ReadonlySet<string>): boolean =>
  Array.isArray(value)
    ? value.some((each) => hasFields(each, fields))
    : isPlain(value) && Object.entries(value).some(([name, content]) => (fields.has(name) ? !isEmpty(content) : hasFields(content, fields)))

/** A reply with these fields hidden; what is empty stays so. Other objects than plain ones are passed on. */
export function withoutHidden<Value>(value: Value, fields: ReadonlySet<string>): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => withoutHidden(each, fields)) as Value
  if (!isPlain(value)) return value
  const shown = Object.entries(value).map(([name, content]) =>
    fields.has(name) ? [name, isEmpty(content) ? content : hiddenText] : [name, withoutHidden(content, fields)],
  )
  return Object.fromEntries(shown) as Value
}

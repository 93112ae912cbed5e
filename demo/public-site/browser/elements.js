/** The only place that creates elements: text goes into text nodes, and only http(s) URLs become links. */

/** Null if all children are empty, so that no empty lines show. */
export function element(tag, className, ...children) {
  const kept = children.filter((child) => child !== null && child !== undefined && child !== '')
  if (kept.length === 0 && children.length > 0) return null
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  made.append(...kept)
  return made
}

export function section(className, ...children) {
  return element('section', className, ...children)
}

/** A link opening in a new tab; other addresses are shown as text. */
export function link(address, label, className) {
  const text = textOf(address)
  if (text === '') return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return element('p', 'address', text)
  const made = element('a', className, label)
  if (made === null) return null
  made.href = url.href
  made.target = '_blank'
  made.rel = 'noopener noreferrer'
  return made
}

/** A list of names and values; empty values are left out. */
export function facts(values) {
  const rows = Object.entries(values)
    .map(([name, value]) => [name, textOf(value)])
    .filter(([, text]) => text !== '')
    .flatMap(([name, text]) => [element('dt', '', name), element('dd', '', text)])
  return rows.length > 0 ? element('dl', 'facts', ...rows) : null
}

/** An amount in minor units, formatted. */
export function price(amount, currency) {
  if (typeof amount !== 'number') return textOf(amount)
  try {
    const format = new Intl.NumberFormat('es-ES', { style: 'currency', currency: textOf(currency) || 'eur' })
    return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits)
  } catch {
    // Unknown currency.
    return `${amount} ${textOf(currency)}`
  }
}

export function textOf(value) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function asRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

export function asList(value) {
  return Array.isArray(value) ? value.slice(0, 200) : []
}

import { parseKeys } from './keymap.ts'

const names: Record<string, string> = {
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Space: 'Space',
}

/** One stroke as on a key cap: 'Ctrl K', '⌘K', 'Shift X', 'b', '↵'. */
export function strokeLabel(stroke: string, mac: boolean): string {
  const parts = stroke === '+' ? ['+'] : stroke.split('+')
  const key = parts.at(-1) ?? ''
  const modifiers = parts.slice(0, -1).map((modifier) => {
    if (modifier === '$mod') return mac ? '⌘' : 'Ctrl '
    if (modifier === 'Alt') return mac ? '⌥' : 'Alt '
    return mac ? '⇧' : 'Shift '
  })
  const name = names[key] ?? (modifiers.length > 0 && key.length === 1 ? key.toUpperCase() : key)
  return `${modifiers.join('')}${name}`
}

export function keyCaps(keys: string, mac: boolean): string[] {
  return parseKeys(keys).map((stroke) => strokeLabel(stroke, mac))
}

/** A command's keys in words: 'Ctrl K', 'g then c'. */
export function keyLabel(keys: string, mac: boolean): string {
  return keyCaps(keys, mac).join(' then ')
}

/** Keys in `aria-keyshortcuts` form: 'Control+K'. Null for sequences, which it can't express. */
export function ariaKeys(keys: string, mac: boolean): string | null {
  const [stroke = '', ...more] = parseKeys(keys)
  if (more.length > 0) return null
  return stroke
    .replace('$mod', mac ? 'Meta' : 'Control')
    .replace(/(^|\+)([a-z])$/, (_, joint: string, letter: string) => joint + letter.toUpperCase())
}

/**
 * Canonical form of keys: modifiers in the order `$mod+Alt+Shift+`, then the lower-case character or key name; strokes
 * of a sequence are separated by spaces. `$mod` is Command on a Mac, else Control. Shift is written only for letters
 * and named keys: '?' is '?' on every layout.
 */
export interface Press {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  /** Whether AltGr is down; it belongs to the typed character. */
  altGraph: boolean
}

const silentKeys = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'OS', 'CapsLock', 'Fn', 'Dead', 'Process', 'Unidentified'])
const isLetter = (key: string) => /^\p{L}$/u.test(key)
const isPrintable = (key: string) => /^.$/u.test(key)
const isAscii = (key: string) => /^[!-~]$/.test(key)

/** Characters by position on a US keyboard, for layouts of other scripts. */
const symbolPositions: Record<string, string> = {
  Period: '.',
  Comma: ',',
  Slash: '/',
  BracketLeft: '[',
  BracketRight: ']',
  Semicolon: ';',
  Quote: "'",
  Minus: '-',
  Equal: '=',
}

/** Greek, Cyrillic, Hebrew, Arabic, Thai, kana, Hangul …: anything outside the Latin and symbol blocks. */
function isOtherScript(key: string): boolean {
  const point = key.codePointAt(0) ?? 0
  return (point >= 0x370 && point < 0x1e00) || (point >= 0x2c00 && !/\p{Script=Latin}/u.test(key))
}

function byPosition(press: Press, script: 'latin' | 'other'): string | null {
  const letter = /^Key([A-Z])$/.exec(press.code)?.[1]?.toLowerCase()
  if (!isOtherScript(press.key)) return letter !== undefined && script === 'other' && scriptOf(press.key) === null ? letter : null
  if (letter !== undefined) return letter
  return press.code === 'Slash' && press.shiftKey ? '?' : (symbolPositions[press.code] ?? null)
}

/** The script a key press reveals; null if it could be either. */
export function scriptOf(key: string): 'latin' | 'other' | null {
  if (!isPrintable(key)) return null
  return isOtherScript(key) ? 'other' : isLetter(key) ? 'latin' : null
}

/**
 * The strokes a key press may mean: by character and, on layouts of other scripts, by position. None for bare modifiers
 * and dead keys.
 * @param script what earlier presses revealed: Greek and Hebrew layouts have symbols on Q and W
 */
export function strokesOf(press: Press, mac: boolean, script: 'latin' | 'other' = 'latin'): string[] {
  if (silentKeys.has(press.key) || press.key === '') return []
  // On many European layouts Option (Mac) or AltGr types characters such as '['.
  const reachesSymbol = isAscii(press.key) && !isLetter(press.key) && (press.altGraph || (mac && press.altKey && !press.metaKey))
  if (press.altGraph && !reachesSymbol) return []
  const main = mac ? press.metaKey : press.ctrlKey
  const other = mac ? press.ctrlKey : press.metaKey
  const prefix = (key: string) =>
    [
      main && !reachesSymbol ? '$mod+' : '',
      other && !reachesSymbol ? (mac ? 'Control+' : 'Meta+') : '',
      press.altKey && !reachesSymbol ? 'Alt+' : '',
      press.shiftKey && (!isPrintable(key) || isLetter(key)) ? 'Shift+' : '',
    ].join('')
  const keys = [nameOf(press.key), byPosition(press, script)].filter((key) => key !== null)
  return keys.map((key) => `${prefix(key)}${key}`)
}

function nameOf(key: string): string {
  if (key === ' ') return 'Space'
  return isPrintable(key) ? key.toLowerCase() : key
}

/** Splits keys into strokes: `g c` has two. */
export function parseKeys(keys: string): string[] {
  return keys.split(' ')
}

const namedKeys = 'Enter|Escape|Space|Tab|Backspace|Delete|Insert|Home|End|PageUp|PageDown|ArrowUp|ArrowDown|ArrowLeft|ArrowRight|F\\d{1,2}'
const canonicalStroke = new RegExp(`^(\\$mod\\+)?(Alt\\+)?(?:(Shift\\+)?(?:[a-z]|${namedKeys})|[!-/:-@\\[-\`{-~0-9])$`)

/** Whether keys are in canonical form; others never match. */
export function isCanonical(keys: string): boolean {
  return parseKeys(keys).every((stroke) => canonicalStroke.test(stroke))
}

/** Whether keys start with a single character, Shift aside; these can be switched off (WCAG 2.2, 2.1.4). */
export function isCharacterKeys(keys: string): boolean {
  return /^(Shift\+)?.$/u.test(parseKeys(keys)[0] ?? '')
}

export interface Binding<Bound> {
  strokes: readonly string[]
  bound: Bound
}

export type Step<Bound> =
  | { kind: 'match'; bound: Bound }
  /** The strokes so far begin longer sequences; `follow` has the next stroke of each. */
  | { kind: 'pending'; strokes: string[]; follow: { stroke: string; bound: Bound }[] }
  | { kind: 'none' }

/**
 * Handles one key press after pending strokes. The first binding wins, so inner scopes come first. A press that doesn't
 * fit ends the sequence and doesn't start a new one: `g x` never selects.
 */
export function advance<Bound>(
  bindings: readonly Binding<Bound>[],
  pending: readonly string[],
  candidates: readonly string[],
): Step<Bound> {
  for (const candidate of candidates) {
    const strokes = [...pending, candidate]
    const reached = bindings.filter((binding) => strokes.every((stroke, index) => binding.strokes[index] === stroke))
    const complete = reached.find((binding) => binding.strokes.length === strokes.length)
    if (complete) return { kind: 'match', bound: complete.bound }
    if (reached.length > 0) return { kind: 'pending', strokes, follow: followOf(reached, strokes.length) }
  }
  return { kind: 'none' }
}

function followOf<Bound>(reached: readonly Binding<Bound>[], length: number) {
  const follow = new Map<string, Bound>()
  for (const { strokes, bound } of reached) {
    const next = strokes[length]
    if (next !== undefined && !follow.has(next)) follow.set(next, bound)
  }
  return [...follow].map(([stroke, bound]) => ({ stroke, bound }))
}

import type { Command } from '../../../src/commands/engine/command.ts'
import { isCanonical, parseKeys } from '../../../src/commands/keys/keymap.ts'

/** Key conflicts in any combination of scopes. It shares no code with the product's checker, which it tests. */
export function faultsIn(commands: readonly Command[]): string[] {
  const bound = commands.flatMap((command) =>
    [command.keys, ...(command.moreKeys ?? [])].flatMap((keys) =>
      keys === undefined ? [] : [{ command, keys, strokes: parseKeys(keys) }],
    ),
  )
  const faults: string[] = []
  for (const { command, keys, strokes } of bound) {
    const fault = (text: string) => faults.push(`${command.id} (${keys}) ${text}`)
    if (!isCanonical(keys)) fault('is not canonical')
    if (strokes.length > 2) fault('is too long')
    if ((command.danger ?? command.args) && strokes.length < 2) fault('asks first, and is on one key')
    if (command.everywhere && !/^\$mod\+[^A-Z]$/.test(keys)) fault('takes keys from those who type')
    if (command.repeats && strokes.length > 1) fault('cannot be held')
    for (const stroke of strokes) {
      // Escape is bound only while a selection exists and clears it. Space shows the focused row and scrolls if there is none.
      const isOnlyThen = `${command.id} ${stroke}`
      if (browserKeys.has(stroke) && !['list.clear-selection Escape', 'list.peek Space'].includes(isOnlyThen))
        fault(`takes ${stroke} from the browser`)
      if (screenReaderKeys.has(stroke)) fault(`takes ${stroke} from screen readers`)
    }
  }
  for (const [at, one] of bound.entries())
    for (const other of bound.slice(at + 1)) {
      const [short, long] = one.strokes.length <= other.strokes.length ? [one, other] : [other, one]
      if (!short.strokes.every((stroke, index) => long.strokes[index] === stroke)) continue
      if (short.keys === long.keys && isOneAction(short.command, long.command)) continue
      faults.push(`${short.command.id} (${short.keys}) stands in the way of ${long.command.id} (${long.keys})`)
    }
  return faults
}

/**
 * Two commands may share keys only if they are the same action on two kinds of record (`customer.copy-id`, `qr.copy-id`),
 * or move to the next or previous row, both in a list and in a record opened from it. The inner scope wins.
 */
function isOneAction(one: Command, other: Command): boolean {
  const [verb, otherVerb] = [one, other].map(({ id }) => id.split('.')[1])
  const areRecords = [one, other].every(({ scope }) => scope !== 'global' && scope !== 'list')
  return one.scope !== other.scope && verb === otherVerb && (areRecords || verb === 'next' || verb === 'previous')
}

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
const digits = '0123456789'.split('')
const named = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', 'Space', 'Home', 'End']

/** Browser shortcuts on any system. Binding one would take it away from the user. */
const browserKeys: ReadonlySet<string> = new Set([
  ...letters.filter((letter) => !'kz'.includes(letter)).map((letter) => `$mod+${letter}`),
  ...digits.map((digit) => `$mod+${digit}`),
  ...['+', '-', '=', '[', ']', ',', '.', '`'].map((symbol) => `$mod+${symbol}`),
  ...letters.map((letter) => `$mod+Shift+${letter}`),
  // Browser menus and history. The ones with Control also cover what AltGr sends on Windows.
  ...[...letters, ...digits, 'ArrowLeft', 'ArrowRight', 'Home'].flatMap((key) => [`Alt+${key}`, `$mod+Alt+${key}`]),
  ...Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, `$mod+F${index + 1}`, `Shift+F${index + 1}`]).flat(),
  ...['Tab', 'Space', 'Backspace', 'PageUp', 'PageDown', 'Home', 'End'].flatMap((key) => [key, `Shift+${key}`, `$mod+${key}`]),
  // Shift with up and down selects rows, as in mail programs.
  'Shift+ArrowLeft',
  'Shift+ArrowRight',
  ...named.filter((key) => key.startsWith('Arrow')).map((key) => `$mod+${key}`),
  'Escape',
  // Quick find in Firefox. Its other key '/' is allowed, because consoles like this one usually use it for search.
  "'",
])

/** Reserved by NVDA, JAWS, Orca or VoiceOver wherever the focus is. */
const screenReaderKeys: ReadonlySet<string> = new Set([
  'Insert',
  ...named.flatMap((key) => [`$mod+Alt+${key}`, `Alt+Shift+${key}`]),
  '$mod+Alt+n',
  '$mod+Alt+f',
])

/** Single characters that NVDA and JAWS consume in browse mode, so the console never receives them there. */
export const browseModeKeys: readonly string[] = 'abcdefghiklmnopqrstuvwxyz123456,.'
  .split('')
  .flatMap((key) => (/[a-z]/.test(key) ? [key, `Shift+${key}`] : [key]))

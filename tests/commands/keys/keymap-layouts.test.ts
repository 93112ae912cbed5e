import { describe, expect, test } from 'vitest'
import { keysOf } from '../../../src/commands/keys/key-scheme.ts'
import { advance, type Press, parseKeys, scriptOf, strokesOf } from '../../../src/commands/keys/keymap.ts'
import { commands } from '../../../src/commands/registry.ts'

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, altGraph: false }
const onWindows = { altGraph: true, ctrlKey: true, altKey: true }

/** A key press on a layout: the typed character, the physical key, and modifiers. */
type Typed = readonly [key: string, code: string, over?: Partial<Press>]

/** Keys as someone would read them from the cheat sheet and find them on their keyboard. */
const bindings = commands.flatMap((command) => keysOf(command).map((keys) => ({ strokes: parseKeys(keys), bound: command.id })))

/** The command that a series of presses runs. */
function typed(presses: readonly Typed[], mac = false): string | null {
  let pending: readonly string[] = []
  let script: 'latin' | 'other' = 'latin'
  for (const [key, code, over] of presses) {
    script = scriptOf(key) ?? script
    const step = advance(bindings, pending, strokesOf({ ...bare, key, code, ...over }, mac, script))
    if (step.kind === 'match') return step.bound
    if (step.kind === 'pending') pending = step.strokes
    else if (strokesOf({ ...bare, key, code, ...over }, mac, script).length > 0) return null
  }
  return null
}

const shift = { shiftKey: true }

describe('the same keys on every layout', () => {
  test.each<[layout: string, what: string, presses: readonly Typed[], command: string | null]>([
    ['US', '?', [['?', 'Slash', shift]], 'keyboard.show'],
    [
      'AZERTY',
      'a letter where another one is printed on a US keyboard',
      [
        ['g', 'KeyG'],
        ['a', 'KeyQ'],
      ],
      'go.analysis',
    ],
    [
      'AZERTY',
      'q on the key of a',
      [
        ['q', 'KeyA'],
        ['s', 'KeyS'],
      ],
      'qrs.set-status',
    ],
    [
      'AZERTY',
      'z on the key of w',
      [
        ['g', 'KeyG'],
        ['z', 'KeyW'],
      ],
      'go.archived-qrs',
    ],
    [
      'AZERTY',
      'm beside l',
      [
        ['g', 'KeyG'],
        ['m', 'Semicolon'],
      ],
      'go.account',
    ],
    [
      'AZERTY',
      'a digit with Shift',
      [
        ['w', 'KeyZ'],
        ['1', 'Digit1', shift],
      ],
      'webrisk.mark-safe',
    ],
    [
      'AZERTY',
      'the digit row without it',
      [
        ['w', 'KeyZ'],
        ['&', 'Digit1'],
      ],
      null,
    ],
    ['AZERTY', '.', [['.', 'Comma', shift]], 'actions.open'],
    ['AZERTY', '?', [['?', 'KeyM', shift]], 'keyboard.show'],
    ['AZERTY', '/', [['/', 'Period', shift]], 'page.search'],
    ['AZERTY', '[ by AltGr', [['[', 'Digit5', { altGraph: true }]], 'list.previous-page'],
    ['AZERTY', '] by AltGr on Windows', [[']', 'Minus', onWindows]], 'list.next-page'],
    ['German', '/', [['/', 'Digit7', shift]], 'page.search'],
    ['German', '?', [['?', 'Minus', shift]], 'keyboard.show'],
    ['German', '[ by AltGr and 8', [['[', 'Digit8', { altGraph: true }]], 'list.previous-page'],
    ['German', '[ by AltGr and 8 on Windows', [['[', 'Digit8', onWindows]], 'list.previous-page'],
    ['German', '@ by AltGr and Q', [['@', 'KeyQ', onWindows]], null],
    ['German', '€ by AltGr and E is no e', [['€', 'KeyE', onWindows]], null],
    [
      'German',
      'z where y is',
      [
        ['g', 'KeyG'],
        ['z', 'KeyY'],
      ],
      'go.archived-qrs',
    ],
    [
      'German',
      'y where z is',
      [
        ['y', 'KeyZ'],
        ['e', 'KeyE'],
      ],
      'customer.copy-email',
    ],
    ['German', 'undo where y is', [['z', 'KeyY', { ctrlKey: true }]], 'change.undo'],
    ['Spanish', '?', [['?', 'Minus', shift]], 'keyboard.show'],
    ['Spanish', '/', [['/', 'Digit7', shift]], 'page.search'],
    ['Spanish', '[ by AltGr', [['[', 'BracketLeft', { altGraph: true }]], 'list.previous-page'],
    ['Spanish', 'ñ is not ;', [['ñ', 'Semicolon']], null],
    [
      'Spanish',
      'a dead accent is nothing, and ends no sequence',
      [
        ['g', 'KeyG'],
        ['Dead', 'Quote'],
        ['c', 'KeyC'],
      ],
      'go.customers',
    ],
    ['Polish', 'ą by AltGr is no a', [['ą', 'KeyA', { altGraph: true }]], null],
    [
      'Russian',
      'a sequence by position',
      [
        ['п', 'KeyG'],
        ['с', 'KeyC'],
      ],
      'go.customers',
    ],
    ['Russian', 'the palette by position', [['л', 'KeyK', { ctrlKey: true }]], 'palette.open'],
    ['Russian', '[ by position', [['х', 'BracketLeft']], 'list.previous-page'],
    ['Russian', '. where it is typed', [['.', 'Slash']], 'actions.open'],
    ['Russian', '? where it is typed', [['?', 'Digit7', shift]], 'keyboard.show'],
    ['Russian', 'Shift by position', [['Ч', 'KeyX', shift]], 'list.select-range'],
    [
      'Greek',
      'a sequence by position',
      [
        ['γ', 'KeyG'],
        ['ψ', 'KeyC'],
      ],
      'go.customers',
    ],
    [
      'Greek',
      'q, where ; is',
      [
        ['γ', 'KeyG'],
        [';', 'KeyQ'],
      ],
      'go.qrs',
    ],
    [
      'Greek',
      'q first, once a letter has shown the layout',
      [
        ['α', 'KeyA'],
        ['β', 'KeyB'],
        [';', 'KeyQ'],
        ['σ', 'KeyS'],
      ],
      'customer.ban',
    ],
    [
      'Hebrew',
      'a sequence by position',
      [
        ['ע', 'KeyG'],
        ['ב', 'KeyC'],
      ],
      'go.customers',
    ],
    [
      'Hebrew',
      'q within a sequence, where / is',
      [
        ['ע', 'KeyG'],
        ['/', 'KeyQ'],
      ],
      'go.qrs',
    ],
    ['Hebrew', '/ is the search', [['/', 'KeyQ']], 'page.search'],
    ['Hebrew', '. by position', [['.', 'Slash']], 'actions.open'],
    ['Arabic', '? is its own', [['؟', 'Slash', shift]], 'keyboard.show'],
    [
      'Dvorak',
      'by character',
      [
        ['g', 'KeyU'],
        ['c', 'KeyI'],
      ],
      'go.customers',
    ],
    [
      'Dvorak',
      'not by position',
      [
        ['i', 'KeyG'],
        ['j', 'KeyC'],
      ],
      null,
    ],
    ['Dvorak', 'signs where letters are elsewhere', [['.', 'KeyE']], 'actions.open'],
    ['Dvorak', 'the palette', [['k', 'KeyV', { ctrlKey: true }]], 'palette.open'],
    [
      'CapsLock',
      'a sequence',
      [
        ['G', 'KeyG'],
        ['C', 'KeyC'],
      ],
      'go.customers',
    ],
    ['CapsLock', 'with Shift', [['x', 'KeyX', shift]], 'list.select-range'],
    ['CapsLock', 'the palette', [['K', 'KeyK', { ctrlKey: true }]], 'palette.open'],
    [
      'Japanese',
      'a key that an input method has',
      [
        ['Process', 'KeyG'],
        ['Process', 'KeyC'],
      ],
      null,
    ],
  ])('%s: %s', (_layout, _what, presses, command) => {
    expect(typed(presses)).toBe(command)
  })

  test.each<[string, readonly Typed[], string | null]>([
    ['[ by Option on a German Mac', [['[', 'Digit5', { altKey: true }]], 'list.previous-page'],
    ['a letter with Option is the layout’s', [['∫', 'KeyB', { altKey: true }]], null],
    ['Control is not Command', [['k', 'KeyK', { ctrlKey: true }]], null],
    ['Command', [['k', 'KeyK', { metaKey: true }]], 'palette.open'],
  ])('on a Mac: %s', (_what, presses, command) => {
    expect(typed(presses, true)).toBe(command)
  })

  test('Ctrl+Alt is never mistaken for AltGr, nor AltGr for Ctrl+Alt', () => {
    expect(strokesOf({ ...bare, key: '[', code: 'Digit8', ctrlKey: true, altKey: true }, false)).toEqual(['$mod+Alt+['])
    expect(strokesOf({ ...bare, key: '[', code: 'Digit8', ...onWindows }, false)).toEqual(['['])
    for (const { command, keys } of commands.flatMap((command) => keysOf(command).map((keys) => ({ command, keys }))))
      expect(keys, command.id).not.toContain('Alt+')
  })
})

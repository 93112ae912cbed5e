/** Strokes that belong to browsers on any system: taking one would leave a person without it. */
export const browserKeys: ReadonlySet<string> = new Set([
  ...'adefghjlnoprstuw'.split('').map((letter) => `$mod+${letter}`),
  ...'cvxy'.split('').map((letter) => `$mod+${letter}`),
  ...'0123456789'.split('').map((digit) => `$mod+${digit}`),
  ...['+', '-', '=', '[', ']', ',', '.'].map((symbol) => `$mod+${symbol}`),
  ...'abcdefghijklmnopqrstuvwxyz'.split('').map((letter) => `$mod+Shift+${letter}`),
  // Menus of the browser, and its history.
  ...'abcdefghijklmnopqrstuvwxyz'.split('').map((letter) => `Alt+${letter}`),
  'Alt+ArrowLeft',
  'Alt+ArrowRight',
  'Alt+Home',
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
  'Tab',
  'Shift+Tab',
  'Space',
  'Shift+Space',
  'Backspace',
  'Escape',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  // Quick find in Firefox; '/' is its other key, which every console of this kind takes for its search.
  "'",
])

/** Strokes that NVDA, JAWS, Orca or VoiceOver keep for themselves while a page has the keys. */
export const screenReaderKeys: ReadonlySet<string> = new Set([
  'Insert',
  'CapsLock',
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', 'Space', 'Home', 'End'].flatMap((key) => [
    `$mod+Alt+${key}`,
    `Alt+Shift+${key}`,
    `Insert+${key}`,
  ]),
  '$mod+Alt+n',
  '$mod+Alt+f',
])

/**
 * Who already uses a stroke, on any system: the browser (or its OS) or a screen reader; null if free. Screen readers'
 * single-character keys can't be known here, so those can be switched off and everything works without them.
 */
export function reservedBy(stroke: string): 'the browser' | 'screen readers' | null {
  if (/^(\$mod\+)?Alt\+(Shift\+)?(Enter|Space|Home|End|Arrow\w+|[nf])$/.test(stroke) || stroke.endsWith('Insert')) return 'screen readers'
  return browserHas.some((pattern) => pattern.test(stroke)) ? 'the browser' : null
}

const browserHas: readonly RegExp[] = [
  // Menus and history; on Windows, AltGr arrives as Control+Alt and types characters.
  /Alt\+/,
  // Find, print, reload, tabs, zoom, clipboard …; K, Z and symbols remain free.
  /^\$mod\+([a-jl-y]|\d|[-+=[\],.`])$/,
  /^\$mod\+Shift\+[a-z]$/,
  /^\$mod\+(Shift\+)?(?!Enter$)[A-Z]\w+$/,
  // Text selection, of which a list's rows take two, and the old clipboard keys.
  /^Shift\+(?!Enter$|Arrow(Up|Down)$)[A-Z]\w+$/,
  /^(Tab|Space|Backspace|Escape|Home|End|PageUp|PageDown)$/,
  /F\d{1,2}$/,
  // Quick find in Firefox. Its other key, '/', is left out: consoles use it for search.
  /^'$/,
]

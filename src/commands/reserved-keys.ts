/**
 * Who has a stroke on any system, so that taking it would leave a person without it: the browser and its system, or a screen
 * reader. Null where it is free. In browse mode a screen reader takes single characters as well, which no console can know:
 * they can be switched off, and everything works without them.
 */
export function reservedBy(stroke: string): 'the browser' | 'screen readers' | null {
  if (/^(\$mod\+)?Alt\+(Shift\+)?(Enter|Space|Home|End|Arrow\w+|[nf])$/.test(stroke) || stroke.endsWith('Insert')) return 'screen readers'
  return browserHas.some((pattern) => pattern.test(stroke)) ? 'the browser' : null
}

const browserHas: readonly RegExp[] = [
  // Menus and history; with Control it is what AltGr sends on Windows, where it types characters.
  /Alt\+/,
  // Find, print, reload, tabs, zoom, clipboard … Left are K and Z, which mean the same in every console and text, and symbols.
  /^\$mod\+([a-jl-y]|\d|[-+=[\],.`])$/,
  /^\$mod\+Shift\+[a-z]$/,
  /^\$mod\+(Shift\+)?(?!Enter$)[A-Z]\w+$/,
  // Marking text, and the clipboard of old.
  /^Shift\+(?!Enter$)[A-Z]\w+$/,
  /^(Tab|Space|Backspace|Escape|Home|End|PageUp|PageDown)$/,
  /F\d{1,2}$/,
  // Quick find in Firefox; '/' is its other key, which every console of this kind takes for its search.
  /^'$/,
]

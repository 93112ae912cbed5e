import { readStored, writeStored } from '../kit/browser-storage.ts'
import { isNarrow } from '../kit/is-phone.ts'
import { createStore, useStore } from '../kit/store.ts'
import { applyDarkTheme } from './colour-mode.tsx'

/**
 * The settings on offer (document 1, section 2), defaults first.
 * 'auto' and the density of lists are our additions: 'auto' is a bar in the page's own colours.
 */
export const layoutChoices = {
  type: ['vertical', 'horizontal'],
  width: ['fluid', 'boxed'],
  topBar: ['auto', 'light', 'dark', 'colored'],
  sidebar: ['default', 'compact', 'icon'],
  sidebarColour: ['auto', 'light', 'dark', 'colored'],
  density: ['comfortable', 'compact'],
} as const

export type LayoutSettings = { [Name in keyof typeof layoutChoices]: (typeof layoutChoices)[Name][number] }
export type BarColour = LayoutSettings['topBar']

const storageKey = 'config.layout'

/**
 * Layout settings from the stored text. Missing or invalid ones get
 * defaults; phones default to horizontal (document 1, section 2).
 */
export function readLayout(kept: string | null, onMobile: boolean): LayoutSettings {
  const found = parse(kept)
  const read = <Choice extends string>(name: keyof LayoutSettings, choices: readonly [Choice, ...Choice[]], start = choices[0]) =>
    choices.find((choice) => choice === found[name]) ?? start
  return {
    type: read('type', layoutChoices.type, onMobile ? 'horizontal' : 'vertical'),
    width: read('width', layoutChoices.width),
    topBar: read('topBar', layoutChoices.topBar),
    sidebar: read('sidebar', layoutChoices.sidebar),
    sidebarColour: read('sidebarColour', layoutChoices.sidebarColour),
    density: read('density', layoutChoices.density),
  }
}

function parse(kept: string | null): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(kept ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}

/** The top bar's colour as shown: colored is for the horizontal layout only and returns with it. */
export function topBarOf({ type, topBar }: LayoutSettings): BarColour {
  return type === 'vertical' && topBar === 'colored' ? 'auto' : topBar
}

/** Attributes that give a bar its own colours: Primer's tokens resolve inside it (src/styles/tokens.css). */
export function barColours(colour: BarColour) {
  if (colour === 'auto') return {}
  return {
    'data-bar': colour,
    'data-color-mode': colour === 'light' ? 'light' : 'dark',
    'data-light-theme': 'light',
    'data-dark-theme': 'dark',
  }
}

const fromStorage = () => readLayout(readStored(storageKey), isNarrow())
const layout = createStore(fromStorage())

/** Style sheets read the layout from the root element. Set before the shell first renders, so nothing jumps. */
function showLayout() {
  const { type, width, sidebar, density, topBar, sidebarColour } = layout.get()
  if ([topBar, sidebarColour].some((colour) => barColours(colour)['data-color-mode'] === 'dark')) applyDarkTheme()
  Object.assign(document.documentElement.dataset, { layout: type, width, sidebar, density })
}

showLayout()
layout.subscribe(showLayout)
// Another tab changed it or cleared the storage.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) layout.set(fromStorage())
})

export const layoutNow = layout.get
export const useLayout = () => useStore(layout)

/** Changes the layout at once and stores it on this device. */
export function changeLayout(change: Partial<LayoutSettings>) {
  const changed = { ...layout.get(), ...change }
  writeStored(storageKey, JSON.stringify(changed))
  layout.set(changed)
}

export function resetLayout() {
  writeStored(storageKey, null)
  layout.set(fromStorage())
}

import { readStored, writeStored } from '../kit/browser-storage.ts'
import { createStore, useStore } from '../kit/store.ts'

/**
 * What the settings offer (document 1, section 2), the first of each being where one starts. 'auto' is ours: a bar in the page's
 * own colours, light or dark as they are.
 */
export const layoutChoices = {
  type: ['vertical', 'horizontal'],
  width: ['fluid', 'boxed'],
  topBar: ['auto', 'light', 'dark', 'colored'],
  sidebar: ['default', 'compact', 'icon'],
  sidebarColour: ['auto', 'light', 'dark', 'colored'],
} as const

export type LayoutSettings = { [Name in keyof typeof layoutChoices]: (typeof layoutChoices)[Name][number] }
export type BarColour = LayoutSettings['topBar']

const storageKey = 'config.layout'

/** Narrower than Primer's medium breakpoint: a telephone. Absent where there is no window to ask (tests). */
const isMobile = () => typeof matchMedia === 'function' && matchMedia('(width < 48rem)').matches

/**
 * Layout settings from the text that the browser keeps. What is missing or no longer a choice is where one starts, and mobile
 * devices start in the horizontal layout (document 1, section 2).
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

/** The colour of the top bar as it shows: colored is for the horizontal layout alone, and waits there for its return. */
export function topBarOf({ type, topBar }: LayoutSettings): BarColour {
  return type === 'vertical' && topBar === 'colored' ? 'auto' : topBar
}

/** The attributes that give a bar colours of its own: Primer's tokens resolve inside it by these (src/styles/tokens.css). */
export function barColours(colour: BarColour) {
  if (colour === 'auto') return {}
  return {
    'data-bar': colour,
    'data-color-mode': colour === 'light' ? 'light' : 'dark',
    'data-light-theme': 'light',
    'data-dark-theme': 'dark',
  }
}

const fromStorage = () => readLayout(readStored(storageKey), isMobile())
const layout = createStore(fromStorage())

/** Style sheets read the layout off the root element. This module is there before the shell is first rendered, so nothing jumps. */
function showLayout() {
  const { type, width, sidebar } = layout.get()
  Object.assign(document.documentElement.dataset, { layout: type, width, sidebar })
}

showLayout()
layout.subscribe(showLayout)
// Another tab of the console has changed it, or has emptied the storage.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) layout.set(fromStorage())
})

/** The layout as it is now. */
export const layoutNow = layout.get
export const useLayout = () => useStore(layout)

/** Changes the layout at once and remembers it on this device. */
export function changeLayout(change: Partial<LayoutSettings>) {
  const changed = { ...layout.get(), ...change }
  writeStored(storageKey, JSON.stringify(changed))
  layout.set(changed)
}

/** Forgets what was chosen. */
export function resetLayout() {
  writeStored(storageKey, null)
  layout.set(fromStorage())
}

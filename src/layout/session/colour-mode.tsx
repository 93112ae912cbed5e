import { MoonIcon, SunIcon } from '@primer/octicons-react'
import { readStored, writeStored } from '../kit/browser-storage.ts'
import { createStore, useStore } from '../kit/store.ts'

/** The person's choice; 'auto' follows the system. */
export type ColourMode = 'light' | 'dark' | 'auto'

const storageKey = 'config.colourMode'
const darkSystem = '(prefers-color-scheme: dark)'
/** Null without a window (tests). */
const system = typeof matchMedia === 'function' ? matchMedia(darkSystem) : null

/** The root element's attributes hold the mode; public/colour-mode.js sets them before the first paint. */
const root = document.documentElement

function chosen(): ColourMode {
  const choice = root.dataset.colourChoice
  return choice === 'light' || choice === 'dark' ? choice : 'auto'
}

const shown = (): 'light' | 'dark' => (root.dataset.colorMode === 'dark' ? 'dark' : 'light')
export const isDark = () => shown() === 'dark'
const systemMode = () => (system?.matches ? 'dark' : 'light')
const modeNow = () => ({ mode: chosen(), shown: shown() })
const modes = createStore(modeNow())

/** Lets the dark theme of index.html apply where the system's mode is light, to the page or a bar of it. */
export function applyDarkTheme() {
  const theme = document.querySelector<HTMLLinkElement>('#dark-theme')
  if (theme) theme.media = 'screen'
}

export function setColourMode(mode: ColourMode) {
  writeStored(storageKey, mode === 'auto' ? null : mode)
  show(mode)
}

function show(mode: ColourMode) {
  root.dataset.colourChoice = mode
  paint(mode === 'auto' ? systemMode() : mode)
}

function paint(mode: 'light' | 'dark') {
  if (mode === 'dark') applyDarkTheme()
  root.dataset.colorMode = mode
  modes.set(modeNow())
}

// Paper is white, so it takes the light theme.
window.addEventListener('beforeprint', () => paint('light'))
window.addEventListener('afterprint', () => show(chosen()))

// Another tab changed it or cleared the storage.
window.addEventListener('storage', ({ key }) => {
  const kept = readStored(storageKey)
  if (key === storageKey || key === null) show(kept === 'light' || kept === 'dark' ? kept : 'auto')
})

/** Toggles light and dark. Back at the system's mode it becomes 'auto', to follow the system at night. */
export function toggleColourMode() {
  const next = shown() === 'dark' ? 'light' : 'dark'
  setColourMode(next === systemMode() ? 'auto' : next)
}

system?.addEventListener('change', () => {
  if (chosen() === 'auto') show('auto')
})

export const useColourMode = () => useStore(modes)

export function useColourModeButton() {
  const isDark = useColourMode().shown === 'dark'
  return { icon: isDark ? SunIcon : MoonIcon, label: isDark ? 'Light mode' : 'Dark mode', onClick: toggleColourMode }
}

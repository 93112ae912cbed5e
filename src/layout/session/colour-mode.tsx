import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../kit/browser-storage.ts'

/** The person's choice; 'auto' follows the system. */
export type ColourMode = 'light' | 'dark' | 'auto'

const storageKey = 'config.colourMode'
const darkSystem = '(prefers-color-scheme: dark)'
const listeners = new Set<() => void>()

/** Null without a window (tests). */
const system = typeof matchMedia === 'function' ? matchMedia(darkSystem) : null

/** The root element's attributes hold the mode; public/colour-mode.js sets them before the first paint. */
const root = document.documentElement

function chosen(): ColourMode {
  const choice = root.dataset.colourChoice
  return choice === 'light' || choice === 'dark' ? choice : 'auto'
}

const shown = (): 'light' | 'dark' => (root.dataset.colorMode === 'dark' ? 'dark' : 'light')
const systemMode = () => (system?.matches ? 'dark' : 'light')

/** Sets and stores the mode. */
export function setColourMode(mode: ColourMode) {
  writeStored(storageKey, mode === 'auto' ? null : mode)
  show(mode)
}

function show(mode: ColourMode) {
  root.dataset.colourChoice = mode
  root.dataset.colorMode = mode === 'auto' ? systemMode() : mode
  for (const listener of listeners) listener()
}

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

function subscribe(listener: () => void) {
  const followSystem = () => {
    if (chosen() === 'auto') show('auto')
  }
  system?.addEventListener('change', followSystem)
  listeners.add(listener)
  return () => {
    system?.removeEventListener('change', followSystem)
    listeners.delete(listener)
  }
}

/** The chosen mode, the one shown, and the toggle. */
export function useColourMode() {
  return {
    mode: useSyncExternalStore(subscribe, chosen),
    shown: useSyncExternalStore(subscribe, shown),
    toggle: toggleColourMode,
  }
}

import { createStore } from '../commands/store.ts'
import { LazyComponent } from '../lazy-component.ts'

/** Whether the settings panel is open. */
export const settingsOpen = createStore(false)

/** The panel comes when somebody reaches for it. */
export const settingsPanel = new LazyComponent(() => import('./settings-panel.tsx').then((module) => module.SettingsPanel))

/** Failing here costs nothing: opening tries again and says so. */
export const prepareSettings = () => void settingsPanel.load().catch(() => {})

import { LazyComponent } from '../../kit/lazy-component.ts'

/** The panel comes when somebody reaches for it. */
export const settingsPanel = new LazyComponent(() => import('./settings-panel.tsx').then((module) => module.SettingsPanel))

/** Failing here costs nothing: opening tries again and says so. */
export const prepareSettings = () => void settingsPanel.load().catch(() => {})

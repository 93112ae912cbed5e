import { CheckIcon, DeviceDesktopIcon, MoonIcon, RowsIcon, SunIcon, ThreeBarsIcon, XIcon } from '@primer/octicons-react'
import { Dialog } from '@primer/react'
import { useEffect, useRef } from 'react'
import { apiHas } from '../../../api/features.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { type ResolvedCommand, resolve } from '../../../commands/engine/resolve.ts'
import { commandsNow } from '../../commands/commands-now.ts'
import { closeConsoleDialog } from '../../commands/console-dialog.ts'
import { keyHints } from '../../keyboard/by-mouse.ts'
import { Button } from '../../kit/button.tsx'
import { KeyCaps } from '../../kit/key-caps.tsx'
import { applyDarkTheme, setColourMode, useColourMode } from '../../session/colour-mode.tsx'
import { changeLayout, type LayoutSettings, layoutChoices, resetLayout, topBarOf, useLayout } from '../../session/layout-settings.ts'
import { savePreferences, usePreferences } from '../../session/preferences.ts'
import { playbookHints } from '../playbooks/offers.ts'
import { ChoiceGroup } from './choice-group.tsx'
import { LayoutPreview } from './layout-preview.tsx'
import styles from './settings-panel.module.css'

const names: { [Name in Exclude<keyof LayoutSettings, 'density'>]: Record<LayoutSettings[Name], string> } = {
  type: { vertical: 'Vertical', horizontal: 'Horizontal' },
  width: { fluid: 'Fluid', boxed: 'Boxed' },
  topBar: { auto: 'Auto', light: 'Light', dark: 'Dark', colored: 'Colored' },
  sidebar: { default: 'Default', compact: 'Compact', icon: 'Icon' },
  sidebarColour: { auto: 'Auto', light: 'Light', dark: 'Dark', colored: 'Colored' },
}

const modes = [
  { value: 'light', label: 'Light', picture: <SunIcon /> },
  { value: 'dark', label: 'Dark', picture: <MoonIcon /> },
  { value: 'auto', label: 'Auto', picture: <DeviceDesktopIcon /> },
] as const

const densities = [
  { value: 'comfortable', label: 'Comfortable', picture: <ThreeBarsIcon /> },
  { value: 'compact', label: 'Compact', picture: <RowsIcon /> },
] as const

const onOff = [
  { value: 'on', label: 'On', picture: <CheckIcon /> },
  { value: 'off', label: 'Off', picture: <XIcon /> },
] as const

/** Commands for settings beyond the layout; missing ones are left out. */
const elsewhere = ['keyboard.settings', 'keyboard.show']

interface SettingsPanelProps {
  contextNow: () => CommandContext
  run: (resolved: ResolvedCommand) => void
}

/** The settings at the right of the screen (document 1, section 2). Changes apply at once and stay on this device. */
export function SettingsPanel({ contextNow, run }: SettingsPanelProps) {
  const layout = useLayout()
  const { mode } = useColourMode()
  const { hints = {}, usual = {} } = usePreferences()
  const chosenMode = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // For the pictures of dark bars.
    applyDarkTheme()
    return giveFocusBack
  }, [])

  const isVertical = layout.type === 'vertical'
  const topBars = layoutChoices.topBar.filter((colour) => colour !== 'colored' || !isVertical)

  /** A setting of the layout; each choice has a preview of the console. */
  const layoutGroup = <Name extends keyof typeof names>(
    name: Name,
    legend: string,
    values: readonly LayoutSettings[Name][],
    chosen: LayoutSettings[Name] = layout[name],
  ) => {
    const changed = (value: LayoutSettings[Name]): LayoutSettings => ({ ...layout, [name]: value })
    const choices = values.map((value) => ({ value, label: names[name][value], picture: <LayoutPreview layout={changed(value)} /> }))
    return <ChoiceGroup legend={legend} name={name} choices={choices} chosen={chosen} onChoose={(value) => changeLayout(changed(value))} />
  }

  /** What the console does by itself, kept with the account. */
  const hintGroup = (kind: string, legend: string) => (
    <ChoiceGroup
      legend={legend}
      name={kind}
      isCompact
      choices={onOff}
      chosen={hints[kind] === false ? 'off' : 'on'}
      onChoose={(chosen) => void savePreferences({ hints: { [kind]: chosen === 'off' ? false : null } })}
    />
  )

  return (
    <Dialog
      title="Settings"
      subtitle="Changes apply immediately on this device."
      width="min(24rem, 100vw)"
      position={{ narrow: 'fullscreen', regular: 'right' }}
      className={styles.panel}
      initialFocusRef={chosenMode}
      onClose={closeConsoleDialog}
      footerButtons={[{ content: 'Reset to defaults', onClick: reset }]}
    >
      <div className="column gap-20">
        <ChoiceGroup
          legend="Color mode"
          name="mode"
          isCompact
          choices={modes}
          chosen={mode}
          chosenRef={chosenMode}
          onChoose={setColourMode}
        />
        <ChoiceGroup
          legend="List density"
          name="density"
          isCompact
          choices={densities}
          chosen={layout.density}
          onChoose={(density) => changeLayout({ density })}
        />
        {layoutGroup('type', 'Layout', layoutChoices.type)}
        {layoutGroup('width', 'Width', layoutChoices.width)}
        {layoutGroup('topBar', 'Top bar', topBars, topBarOf(layout))}
        {isVertical ? layoutGroup('sidebar', 'Sidebar', layoutChoices.sidebar) : null}
        {isVertical ? layoutGroup('sidebarColour', 'Sidebar color', layoutChoices.sidebarColour) : null}
        {apiHas('playbooks') ? hintGroup(playbookHints, 'Offer playbooks') : null}
        {hintGroup(keyHints, 'Show keys after mouse actions')}
        {Object.keys(usual).length > 0 ? (
          <section className={styles.group} aria-labelledby="settings-palette">
            <h2 id="settings-palette" className="small semibold below-8 flush">
              Palette
            </h2>
            <Button onClick={() => void savePreferences({ usual: null })}>Forget what I usually choose</Button>
          </section>
        ) : null}
        <section className={styles.group} aria-labelledby="settings-keyboard">
          <h2 id="settings-keyboard" className="small semibold below-8 flush">
            Keyboard
          </h2>
          <div className="flex wrap gap-8">
            {resolvedIn(contextNow()).map((resolved) => (
              <Button
                key={resolved.command.id}
                leadingVisual={resolved.command.icon}
                trailingVisual={resolved.command.keys ? <KeyCaps keys={resolved.command.keys} /> : null}
                onClick={() => {
                  closeConsoleDialog()
                  run(resolved)
                }}
              >
                {resolved.title}
              </Button>
            ))}
          </div>
        </section>
      </div>
    </Dialog>
  )
}

function reset() {
  setColourMode('auto')
  resetLayout()
}

function resolvedIn(context: CommandContext): ResolvedCommand[] {
  return elsewhere.flatMap((id) => {
    const command = commandsNow().find((each) => each.id === id)
    return (command && resolve(command, context, null)) ?? []
  })
}

/** The element focused before may be gone with its layout; the header's button is in all of them. */
function giveFocusBack() {
  queueMicrotask(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-settings-toggle]')?.focus()
  })
}

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { layoutNow, resetLayout } from '../../src/layout/session/layout-settings.ts'
import { renderShell } from './support/shell.tsx'

const root = document.documentElement.dataset

beforeEach(() => {
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
      close() {}
    },
  )
})
afterEach(() => {
  act(() => {
    resetLayout()
  })
})

describe('the settings panel', () => {
  const open = async () => {
    await renderShell()
    fireEvent.keyDown(document.body, { key: ',', code: 'Comma' })
    return screen.findByRole('dialog', { name: /^settings/i })
  }
  // Queried by field, because queries by role walk the whole page each time.
  const setting = (dialog: HTMLElement, legend: string) =>
    [...dialog.querySelectorAll('fieldset')].find((fieldset) => fieldset.querySelector('legend')?.textContent === legend)
  const radios = (dialog: HTMLElement, legend: string) =>
    [...(setting(dialog, legend)?.querySelectorAll('label') ?? [])].map((label) => ({
      name: label.textContent,
      radio: label.querySelector('input'),
    }))
  const choices = (dialog: HTMLElement, legend: string) => radios(dialog, legend).map(({ name }) => name)
  const chosen = (dialog: HTMLElement, legend: string) => radios(dialog, legend).find(({ radio }) => radio?.checked)?.name
  const choose = (dialog: HTMLElement, legend: string, name: string) => {
    const found = radios(dialog, legend).find((each) => each.name === name)?.radio
    if (!found) throw new Error(`there is no ${legend} ${name}`)
    fireEvent.click(found)
  }
  const aside = () => document.querySelector('aside')
  const header = () => document.querySelector('header')

  test('offers the documented settings for each layout [1.2 settings panel]', async () => {
    const dialog = await open()
    expect(choices(dialog, 'Layout')).toEqual(['Vertical', 'Horizontal'])
    expect(choices(dialog, 'Width')).toEqual(['Fluid', 'Boxed'])
    expect(choices(dialog, 'Top bar')).toEqual(['Auto', 'Light', 'Dark'])
    expect(choices(dialog, 'Sidebar')).toEqual(['Default', 'Compact', 'Icon'])
    expect(choices(dialog, 'Sidebar color')).toEqual(['Auto', 'Light', 'Dark', 'Colored'])
    choose(dialog, 'Layout', 'Horizontal')
    expect(choices(dialog, 'Top bar')).toEqual(['Auto', 'Light', 'Dark', 'Colored'])
    expect([setting(dialog, 'Sidebar'), setting(dialog, 'Sidebar color')]).toEqual([undefined, undefined])
  })

  test('applies the layout at once and stores it [1.2 layout settings]', async () => {
    const dialog = await open()
    choose(dialog, 'Layout', 'Horizontal')
    choose(dialog, 'Width', 'Boxed')
    expect(root).toMatchObject({ layout: 'horizontal', width: 'boxed' })
    expect(aside()).toBeNull()
    expect(JSON.parse(localStorage.getItem('config.layout') ?? '')).toMatchObject({ type: 'horizontal', width: 'boxed' })
  })

  test('offers a colored top bar only in the horizontal layout, and restores it on return [1.2 settings panel]', async () => {
    const dialog = await open()
    choose(dialog, 'Layout', 'Horizontal')
    choose(dialog, 'Top bar', 'Colored')
    expect(header()?.dataset['bar']).toBe('colored')
    choose(dialog, 'Layout', 'Vertical')
    expect(header()?.dataset['bar']).toBeUndefined()
    expect(chosen(dialog, 'Top bar')).toBe('Auto')
    choose(dialog, 'Layout', 'Horizontal')
    expect(header()?.dataset['bar']).toBe('colored')
  })

  test('sets the sidebar colour [1.2 sidebar]', async () => {
    const dialog = await open()
    choose(dialog, 'Sidebar color', 'Dark')
    expect(aside()?.dataset).toMatchObject({ bar: 'dark', colorMode: 'dark' })
    choose(dialog, 'Sidebar color', 'Light')
    expect(aside()?.dataset).toMatchObject({ bar: 'light', colorMode: 'light' })
    choose(dialog, 'Sidebar color', 'Colored')
    expect(aside()?.dataset).toMatchObject({ bar: 'colored', colorMode: 'dark' })
  })

  test('sets the colour mode, and a reset restores all defaults', async () => {
    const dialog = await open()
    choose(dialog, 'Color mode', 'Dark')
    choose(dialog, 'Sidebar', 'Icon')
    expect(root).toMatchObject({ colorMode: 'dark', sidebar: 'icon' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reset to defaults' }))
    expect(root).toMatchObject({ colourChoice: 'auto', sidebar: 'default' })
    expect(layoutNow()).toMatchObject({ type: 'vertical', sidebar: 'default' })
    expect(localStorage.getItem('config.layout')).toBeNull()
  })

  test('opens the list of keys', async () => {
    const dialog = await open()
    fireEvent.click(within(dialog).getByRole('button', { name: /^view shortcuts/i }))
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(screen.queryByRole('dialog', { name: /^settings/i })).toBeNull()
  })

  test('opens from the header toggle and closes on Escape [1.2 settings toggle]', async () => {
    await renderShell()
    const toggle = screen.getByRole('button', { name: 'Settings' })
    expect(toggle.title).toBe('Settings (,)')
    fireEvent.click(toggle)
    await screen.findByRole('dialog', { name: /^settings/i })
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

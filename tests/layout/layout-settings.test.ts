import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  barColours,
  changeLayout,
  type LayoutSettings,
  layoutChoices,
  layoutNow,
  readLayout,
  resetLayout,
  topBarOf,
} from '../../src/layout/session/layout-settings.ts'

const defaults: LayoutSettings = {
  type: 'vertical',
  width: 'fluid',
  topBar: 'auto',
  sidebar: 'default',
  sidebarColour: 'auto',
  density: 'comfortable',
}
const key = 'config.layout'

describe('reading stored settings', () => {
  test.each<[string, string | null, Partial<LayoutSettings>]>([
    ['nothing', null, {}],
    ['no JSON', '{"type":', {}],
    ['nothing at all', '', {}],
    ['null', 'null', {}],
    ['a text', '"horizontal"', {}],
    ['a list', '["horizontal"]', {}],
    ['settings without any', '{}', {}],
    ['a choice that is none', '{"type":"diagonal","width":"boxed"}', { width: 'boxed' }],
    ['a wrong type', '{"type":1,"sidebar":{"icon":true},"topBar":"dark"}', { topBar: 'dark' }],
    ['a setting that is none', '{"__proto__":{"width":"boxed"},"height":"tall"}', {}],
    [
      'all of them',
      '{"type":"horizontal","width":"boxed","topBar":"colored","sidebar":"icon","sidebarColour":"dark","density":"compact"}',
      { type: 'horizontal', width: 'boxed', topBar: 'colored', sidebar: 'icon', sidebarColour: 'dark', density: 'compact' },
    ],
  ])('%s', (_what, kept, found) => expect(readLayout(kept, false)).toEqual({ ...defaults, ...found }))

  test.each<[string | null, LayoutSettings['type']]>([
    [null, 'horizontal'],
    ['{}', 'horizontal'],
    ['{"type":"diagonal"}', 'horizontal'],
    ['{"type":"vertical"}', 'vertical'],
    ['{"type":"horizontal"}', 'horizontal'],
  ])('on mobile, stored %j gives the %s layout [1.2 mobile layout]', (kept, type) =>
    expect(readLayout(kept, true)).toEqual({ ...defaults, type }),
  )

  test('always yields valid choices, and round-trips what was written', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.boolean(), (kept, onMobile) => {
        const read = readLayout(kept, onMobile)
        expect(layoutChoices.type).toContain(read.type)
        expect(layoutChoices.width).toContain(read.width)
        expect(layoutChoices.topBar).toContain(read.topBar)
        expect(layoutChoices.sidebar).toContain(read.sidebar)
        expect(layoutChoices.sidebarColour).toContain(read.sidebarColour)
        expect(layoutChoices.density).toContain(read.density)
        expect(readLayout(JSON.stringify(read), !onMobile)).toEqual(read)
      }),
    )
  })
})

test.each<[LayoutSettings['type'], LayoutSettings['topBar'], LayoutSettings['topBar']]>([
  ['horizontal', 'colored', 'colored'],
  ['vertical', 'colored', 'auto'],
  ['vertical', 'dark', 'dark'],
  ['vertical', 'light', 'light'],
  ['horizontal', 'auto', 'auto'],
])('in the %s layout, a top bar set to %s is shown as %s', (type, topBar, shown) =>
  expect(topBarOf({ ...defaults, type, topBar })).toBe(shown),
)

test.each<[LayoutSettings['topBar'], string | undefined]>([
  ['auto', undefined],
  ['light', 'light'],
  ['dark', 'dark'],
  ['colored', 'dark'],
])('a bar set to %s uses colour mode %s', (colour, mode) => expect(barColours(colour)['data-color-mode']).toBe(mode))

describe('a change', () => {
  const root = document.documentElement.dataset
  afterEach(() => resetLayout())

  test('applies immediately, is stored under its key, and is removed by a reset [1.2 layout settings]', () => {
    expect(root).toMatchObject({ layout: 'vertical', width: 'fluid', sidebar: 'default' })
    changeLayout({ type: 'horizontal', width: 'boxed' })
    changeLayout({ sidebar: 'icon' })
    expect(root).toMatchObject({ layout: 'horizontal', width: 'boxed', sidebar: 'icon' })
    expect(readLayout(localStorage.getItem(key), false)).toEqual({ ...defaults, type: 'horizontal', width: 'boxed', sidebar: 'icon' })
    resetLayout()
    expect(root).toMatchObject({ layout: 'vertical', width: 'fluid', sidebar: 'default' })
    expect(localStorage.getItem(key)).toBeNull()
  })

  test('in another tab applies in this one, but not for other storage keys', () => {
    localStorage.setItem(key, '{"type":"horizontal"}')
    window.dispatchEvent(new StorageEvent('storage', { key: 'config.entries' }))
    expect(layoutNow().type).toBe('vertical')
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(layoutNow().type).toBe('horizontal')
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(layoutNow().type).toBe('vertical')
  })
})

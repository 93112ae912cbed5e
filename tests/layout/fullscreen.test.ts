import { act, renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { toggleFullscreen, useIsFullscreen } from '../../src/layout/kit/fullscreen.ts'

describe('full screen', () => {
  test('toggles on and off, and tracks the browser’s state [1.2 full screen]', async () => {
    let shown: Element | null = null
    const set = (element: Element | null) => {
      shown = element
      document.dispatchEvent(new Event('fullscreenchange'))
      return Promise.resolve()
    }
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => shown })
    document.documentElement.requestFullscreen = () => set(document.documentElement)
    document.exitFullscreen = () => set(null)
    const { result } = renderHook(() => useIsFullscreen())
    expect(result.current).toBe(false)
    act(() => toggleFullscreen())
    expect(result.current).toBe(true)
    act(() => toggleFullscreen())
    expect(result.current).toBe(false)
  })

  test('ignores a rejected fullscreen request', async () => {
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => null })
    const refused = vi.fn<() => Promise<void>>(() => Promise.reject(new TypeError('not allowed')))
    document.documentElement.requestFullscreen = refused
    toggleFullscreen()
    await expect(refused.mock.results[0]?.value).rejects.toThrow('not allowed')
  })
})

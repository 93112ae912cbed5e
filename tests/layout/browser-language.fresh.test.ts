import { afterEach, expect, test, vi } from 'vitest'
import { ensureFormattableLanguage } from '../../src/layout/chart/chart-frame.tsx'

const own = navigator.language
afterEach(() => {
  Object.defineProperty(navigator, 'language', { value: own, configurable: true })
  vi.resetModules()
})

test.each(['en-US@posix', '', 'C'])('the chart library loads when the browser language is %j', async (language) => {
  Object.defineProperty(navigator, 'language', { value: language, configurable: true })
  expect(() => new Intl.NumberFormat(navigator.language)).toThrow(RangeError)
  ensureFormattableLanguage()
  expect((await import('uplot')).default).toBeTypeOf('function')
})

test('keeps a valid language', () => {
  Object.defineProperty(navigator, 'language', { value: 'es-ES', configurable: true })
  ensureFormattableLanguage()
  expect(navigator.language).toBe('es-ES')
})

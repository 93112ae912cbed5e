import type { Page } from '@playwright/test'
import { signedInAs } from './support/accounts.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full') })

/** The visible texts that are light or stand on something dark, and how many texts there are. */
const textsOnPaper = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('There is no canvas.')
    /** The luminance of a colour over white, from 0 to 1. */
    const lightness = (colour: string) => {
      canvas.fillStyle = '#ffffff'
      canvas.fillRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
      return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
    }
    const isClear = (colour: string) => /^(?:transparent|rgba\(.*, 0\))$/.test(colour)
    const groundOf = (element: Element | null): string => {
      if (element === null) return '#ffffff'
      const { backgroundColor } = getComputedStyle(element)
      return isClear(backgroundColor) ? groundOf(element.parentElement) : backgroundColor
    }
    const elements = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    )
    const wrong = elements.filter((element) => lightness(getComputedStyle(element).color) > 0.5 || lightness(groundOf(element)) < 0.7)
    return { count: elements.length, wrong: wrong.map((element) => element.outerHTML.slice(0, 200)) }
  })

test.describe('in dark mode', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'dark' }))
  test.afterEach(({ page }) => page.emulateMedia({ media: null, colorScheme: 'light' }))

  for (const address of ['/customers', '/customers/1', '/payments', '/general', '/users'])
    test(`${address} is printed dark on white`, async ({ page }) => {
      await visit(page, address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-color-mode', 'dark')
      // Emulating the medium doesn't send it.
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await expect.poll(async () => (await textsOnPaper(page)).count).toBeGreaterThan(10)
      expect((await textsOnPaper(page)).wrong).toEqual([])
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    })

  test('the page is light while it is printed, and dark again afterwards', async ({ page }) => {
    await visit(page, '/general')
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-color-mode', 'dark')
    await page.evaluate(() => {
      const { dataset } = document.documentElement
      addEventListener('beforeprint', () => (dataset['printed'] = dataset['colorMode']))
    })
    await page.pdf()
    await expect(html).toHaveAttribute('data-printed', 'light')
    await expect(html).toHaveAttribute('data-color-mode', 'dark')
  })
})

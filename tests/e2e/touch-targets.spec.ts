import type { Page } from '@playwright/test'
import { signedInAs } from './support/accounts.ts'
import { phoneViews } from './support/every-view.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, samePage: true })

test('every button, box and link of a list takes a finger: 44 by 44 pixels', async ({ page }) => {
  test.setTimeout(120_000)
  const small: Record<string, string[]> = {}
  for (const path of phoneViews) {
    await visit(page, path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    const found = await smallTargets(page)
    if (found.length > 0) small[path] = found
  }
  expect(small).toEqual({})
})

/** The targets that a finger misses: neither they nor their labels or rows are large enough, or take what is pressed around them. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const targets = 'button, select, summary, input[type=checkbox], input[type=radio], [role=tab], td a[href], li a[href], nav a[href]'
    const reach = 21.5
    const names = new Set<string>()
    for (const target of document.querySelectorAll<HTMLElement>(targets)) {
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || target.closest('[inert], [aria-hidden=true]'))
        continue
      // A link in a sentence is as high as its line.
      if (target.matches('p a')) continue
      target.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = target.getBoundingClientRect()
      if (width === 0 || height === 0) continue
      const [x, y] = [left + width / 2, top + height / 2]
      const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : []
      // The whole row does what its link does.
      const row = target.matches('[data-row-link]') ? [target.closest('tr') ?? target] : []
      const takers = [target, ...labels, ...row]
      const isLarge = takers.some((each) => Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height) >= 2 * reach)
      const isHit = ([atX, atY]: readonly [number, number]) => {
        const hit = document.elementFromPoint(atX, atY)
        return hit !== null && takers.some((each) => each.contains(hit))
      }
      const ends = [
        [x - reach, y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ] as const
      if (isLarge || ends.every(isHit)) continue
      const name = (target.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 30)
      names.add(`${target.localName} ${name.replaceAll(/\d+/g, '#')} (${Math.round(width)} × ${Math.round(height)})`)
    }
    return [...names]
  })

import type { Page } from '@playwright/test'

const margin = 6

/**
 * How the focus shows, by its pixels: the share of what a ring of two pixels would need whose colour changes by 3:1 when the focus
 * comes (WCAG 2.2, 2.4.13). The focused element loses the focus.
 * @param drawing an empty page, where the pictures are compared
 */
export async function ringOf(page: Page, drawing: Page): Promise<{ name: string; share: number }> {
  const at = await page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement)) return null
    focused.scrollIntoView({ block: 'nearest' })
    const { x, y, width, height } = focused.getBoundingClientRect()
    return { x, y, width, height, name: `${focused.localName} ${focused.getAttribute('aria-label') ?? focused.textContent}`.slice(0, 40) }
  })
  if (at === null) throw new Error('nothing has the focus')
  const { x, y, width, height, name } = at
  const view = page.viewportSize() ?? { width: 0, height: 0 }
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)]
  const clip = {
    x: left,
    y: top,
    width: Math.min(view.width, x + width + margin) - left,
    height: Math.min(view.height, y + height + margin) - top,
  }
  const shot = async () => (await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })).toString('base64')
  const focused = await shot()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const changed = await drawing.evaluate(countChanged, [focused, await shot()])
  // The corners of most are round.
  return { name, share: changed / (4 * (width + height) - 32) }
}

/** Runs in the empty page: the pixels whose contrast between both pictures is 3:1 or more. */
async function countChanged(pictures: string[]): Promise<number> {
  const [before, after] = await Promise.all(
    pictures.map(async (base64) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray()
    }),
  )
  const linear = (value = 0) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = (data: Uint8ClampedArray | undefined, at: number) =>
    0.2126 * linear(data?.[at]) + 0.7152 * linear(data?.[at + 1]) + 0.0722 * linear(data?.[at + 2])
  let changed = 0
  for (let at = 0; at < (before?.length ?? 0); at += 4) {
    const [dark = 0, light = 0] = [luminance(before, at), luminance(after, at)].toSorted((a, b) => a - b)
    if ((light + 0.05) / (dark + 0.05) >= 3) changed += 1
  }
  return changed
}

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules of 'best-practice' that say nothing about WCAG and that dialogs outside landmarks break by design. */
const outside = ['region']

/** What is different in the dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects that axe finds nothing on the page as it stands, nor in its colours in the dark.
 * @param parts selectors of what is looked at; none: the whole page
 */
export async function expectAccessible(page: Page, what: string, parts: readonly string[] = []): Promise<void> {
  await expectAccessibleAsShown(page, what, parts)
  await show(page, 'dark')
  await expectNoViolation(page, `${what}, dark`, parts, (axe) => axe.withRules(colourRules))
  await show(page, 'light')
}

/** The same without the dark, for screens whose parts are seen in it elsewhere. */
export const expectAccessibleAsShown = (page: Page, what: string, parts: readonly string[] = []) =>
  expectNoViolation(page, what, parts, (axe) => axe.withTags(tags).disableRules(outside))

async function expectNoViolation(
  page: Page,
  what: string,
  parts: readonly string[],
  choose: (axe: AxeBuilder) => AxeBuilder,
): Promise<void> {
  await settled(page)
  // Violations alone, and without the page of its own in which it would sum up what other origins' frames hold: both take their time.
  const axe = choose(new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode())
  for (const part of parts) axe.include(part)
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.slice(0, 4).map((node) => `${node.target.join(' ')} — ${node.failureSummary ?? ''}`),
  }))
  expect(found, what).toEqual([])
}

/** The one place of the mode is this attribute; it is told when the person or the system changes it. */
const show = (page: Page, mode: 'light' | 'dark') =>
  page.evaluate((mode) => {
    document.documentElement.dataset['colorMode'] = mode
  }, mode)

/** Waits for animations to end: half-faded text has no contrast. Those that repeat, or that follow scrolling, never do. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.timeline === document.timeline && animation.playState === 'running')
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
}

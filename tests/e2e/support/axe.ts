import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** 'best-practice' rules that are not WCAG and that dialogs outside landmarks break by design. */
const outside = ['region']

/** Rules whose outcome differs in dark mode. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects no axe violations on the page as it is, and no colour violations in dark mode.
 * @param parts selectors to check; none: the whole page
 */
export async function expectAccessible(page: Page, what: string, parts: readonly string[] = []): Promise<void> {
  await expectAccessibleAsShown(page, what, parts)
  await show(page, 'dark')
  await expectNoViolation(page, `${what}, dark`, parts, (axe) => axe.withRules(colourRules))
  await show(page, 'light')
}

/** The same without dark mode, for screens whose parts are checked in it elsewhere. */
export const expectAccessibleAsShown = (page: Page, what: string, parts: readonly string[] = []) =>
  expectNoViolation(page, what, parts, (axe) => axe.withTags(tags).disableRules(outside))

async function expectNoViolation(
  page: Page,
  what: string,
  parts: readonly string[],
  choose: (axe: AxeBuilder) => AxeBuilder,
): Promise<void> {
  await settled(page)
  // Violations only, in legacy mode: otherwise axe opens a page to merge results of cross-origin frames. Both are slow.
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

/** This attribute alone sets the mode; the console writes it when the person or the system changes it. */
const show = (page: Page, mode: 'light' | 'dark') =>
  page.evaluate((mode) => {
    document.documentElement.dataset['colorMode'] = mode
  }, mode)

/** Waits for animations to end, as half-faded text has no contrast. Skips endless and scroll-driven ones. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.timeline === document.timeline && animation.playState === 'running')
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
}

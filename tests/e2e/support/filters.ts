import { expect, type Page } from '@playwright/test'

/** The pill of a list's filter. */
export const pill = (page: Page, label: string) => page.getByRole('search').getByRole('button', { name: new RegExp(`^${label}(:|$)`) })

/** Opens a list's filter. */
export async function openFilter(page: Page, label: string) {
  await pill(page, label).click()
  const panel = page.getByRole('dialog', { name: `Filter by ${label}` })
  await expect(panel).toBeVisible()
  return panel
}

/** Opens a list's filter and picks a value. */
export async function pickFilter(page: Page, label: string, value: string) {
  await (await openFilter(page, label)).getByRole('option', { name: value, exact: true }).click()
}

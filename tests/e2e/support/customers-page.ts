import { expect, type Locator, type Page } from '@playwright/test'
import { pill } from './filters.ts'
import { visit } from './visit.ts'

/** The customers list and a customer's page. */
export class CustomersPage {
  /** @param isLoaded whether to navigate inside a console that is already loaded */
  constructor(
    private readonly page: Page,
    private readonly isLoaded = false,
  ) {}

  get heading(): Locator {
    return this.page.getByRole('main').getByRole('heading', { level: 1 })
  }

  get table(): Locator {
    return this.page.getByRole('main').getByRole('table')
  }

  /** Body rows only. */
  get rows(): Locator {
    return this.table.locator('tbody').getByRole('row')
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text })
  }

  /** The row with the keyboard focus. */
  get current(): Locator {
    return this.table.locator('tbody tr:focus-within')
  }

  /** The list's search box; a combobox if it has suggestions. */
  get search(): Locator {
    return this.page.getByRole('main').getByLabel(/^search (?!mode)/i)
  }

  get status(): Locator {
    return pill(this.page, 'Status')
  }

  /** The message of an empty list. */
  get nothingFound(): Locator {
    return this.page.getByRole('main').getByText('Results not found.')
  }

  /** Opens the list and waits for its rows. */
  async open(query = ''): Promise<void> {
    const address = `/customers${query}`
    await (this.isLoaded ? visit(this.page, address) : this.page.goto(address))
    await expect(this.rows.first()).toBeVisible()
  }

  async expectAt(id: number): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`/customers/${id}$`))
    await expect(this.heading).toBeVisible()
  }

  /** The row ids in order, read from the name links. */
  async ids(): Promise<number[]> {
    const links = this.rows.locator('a[href^="/customers/"]:not([target])')
    return links.evaluateAll((found) => found.map((link) => Number(link.getAttribute('href')?.split('/').at(-1))))
  }
}

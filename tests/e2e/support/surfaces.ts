import { expect, type Locator, type Page } from '@playwright/test'
import type { PaymentRow } from '../../../src/contract/payments.ts'
import { sequence } from './keyboard.ts'
import { Palette } from './palette-page.ts'
import { visit } from './visit.ts'

/** Where an action can be started. */
export type Surface = 'palette' | 'key' | 'menu' | 'row menu'

/** An action and how it is started. */
export interface Started {
  title: string
  keys: string
  /** One answer per question: typed text, or the label of a choice. */
  answers?: readonly Answer[]
  /** The confirming button; absent if it runs immediately. */
  confirm?: string
}
export type Answer = { field: string; type: string } | { choose: string }

/** The buttons of a row that open its menu. The dedicated one comes last. A row without a link is itself a menu button. */
const menuButton = 'button[aria-haspopup=menu]'

/** Drives an action's four surfaces as a person does. */
export class Surfaces {
  private readonly palette: Palette

  constructor(private readonly page: Page) {
    this.palette = new Palette(page)
  }

  private get main(): Locator {
    return this.page.getByRole('main')
  }

  /** An action's question, on any surface. */
  get dialog(): Locator {
    return this.page.getByRole('alertdialog').or(this.page.getByRole('dialog'))
  }

  get menu(): Locator {
    return this.page.getByRole('menu')
  }

  menuItem(title: string): Locator {
    return this.menu.locator(`[role=menuitem][data-title=${JSON.stringify(title.toLowerCase())}]`)
  }

  /** The key hints at the bottom of the screen. */
  announced(text: string): Locator {
    return this.page.getByRole('status').filter({ hasText: text })
  }

  toast(text: string | RegExp): Locator {
    return this.page.getByRole('listitem').filter({ hasText: text })
  }

  async openCustomer(id: number): Promise<void> {
    await visit(this.page, `/customers/${id}`)
    await expect(this.page.getByRole('region', { name: 'Subscription' })).toBeVisible()
  }

  /** The customers list narrowed to one customer by exact search. */
  async openCustomerRow(id: number): Promise<Locator> {
    await visit(this.page, `/customers?searchTerm=${id}`)
    const row = this.main.locator(`tbody tr:has(a[href="/customers/${id}"])`)
    await expect(row).toBeVisible()
    return row
  }

  /** A payments list and the row of one payment. */
  async openPaymentRow({ id, userId }: Pick<PaymentRow, 'id' | 'userId'>, inside: 'list' | 'tab'): Promise<Locator> {
    await visit(this.page, inside === 'list' ? `/payments?user=${userId}&perPage=150` : `/customers/${userId}?tab=payments&perPage=150`)
    const row = this.paymentRow(id)
    await expect(row).toBeVisible()
    return row
  }

  paymentRow(id: number): Locator {
    return this.main.locator('tbody tr').filter({ has: this.page.getByRole('button', { name: `Actions: Payment ${id}`, exact: true }) })
  }

  async openRowMenu(row: Locator): Promise<void> {
    await row.locator(menuButton).last().click()
    await expect(this.menu).toBeVisible()
  }

  async openPageMenu(): Promise<void> {
    await this.main.getByRole('button', { name: /^actions( \.)?$/i }).click()
    await expect(this.menu).toBeVisible()
  }

  /** Types a title into the palette so that its command is selected. */
  async findInPalette(title: string): Promise<void> {
    await this.palette.open()
    await this.palette.input.fill(title)
    await expect(this.palette.chosen).toContainText(title)
  }

  /** Starts an action on a customer from a surface and answers its questions, including the confirmation. */
  async runOnCustomer(surface: Surface, id: number, action: Started): Promise<void> {
    const row = surface === 'row menu' ? await this.openCustomerRow(id) : null
    if (row === null) await this.openCustomer(id)
    await this.run(surface, row, action)
  }

  /** Starts an action on the given row or, without one, on the page's record. */
  async run(surface: Surface, row: Locator | null, action: Started): Promise<void> {
    await this.start(surface, row, action)
    if (action.confirm === undefined) return
    for (const each of action.answers ?? []) await (surface === 'palette' ? this.answerStep(each) : this.answerField(each))
    await this.confirm(action.confirm)
  }

  /** Starts an action and leaves its question open. */
  async start(surface: Surface, row: Locator | null, { title, keys }: Started): Promise<void> {
    if (row !== null && (surface === 'palette' || surface === 'key')) await this.focusRow(row)
    if (surface === 'palette') {
      await this.findInPalette(title)
      await this.page.keyboard.press('Enter')
      return
    }
    if (surface === 'key') return sequence(this.page, keys)
    if (row === null) await this.openPageMenu()
    else await this.openRowMenu(row)
    const copies = this.menu.getByRole('menuitem', { name: /^Copy \(/ })
    if (title.startsWith('Copy ') && (await copies.count()) > 0) await copies.click()
    await this.menuItem(title).click()
  }

  async focusRow(row: Locator): Promise<void> {
    await row.locator(menuButton).last().focus()
  }

  /** One palette step, by keyboard. */
  async answerStep(each: Answer): Promise<void> {
    const input = 'field' in each ? this.dialog.getByLabel(each.field, { exact: true }) : this.palette.input
    await expect(input).toBeFocused()
    await input.fill('field' in each ? each.type : each.choose)
    if ('choose' in each) await expect(this.palette.chosen).toContainText(each.choose)
    await this.page.keyboard.press('Enter')
  }

  /** One dialog field. */
  async answerField(each: Answer): Promise<void> {
    if ('field' in each) await this.dialog.getByLabel(each.field, { exact: true }).fill(each.type)
    else await this.dialog.getByRole('radio', { name: each.choose }).check()
  }

  button(label: string): Locator {
    return this.dialog.getByRole('button', { name: label, exact: true })
  }

  async confirm(label: string): Promise<void> {
    await this.button(label).press('Enter')
  }
}

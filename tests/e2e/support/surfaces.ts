import { expect, type Locator, type Page } from '@playwright/test'
import type { PaymentRow } from '../../../src/contract/payments.ts'
import { sequence } from './keyboard.ts'
import { Palette } from './palette-page.ts'

/** Where an action can be started from. */
export const surfaces = ['palette', 'key', 'menu', 'row menu'] as const
export type Surface = (typeof surfaces)[number]

/** One action as it is started. */
export interface Started {
  title: string
  keys: string
  /** One answer for each question: what is typed, or the label of a choice. */
  answers?: readonly Answer[]
  /** The button that does it; absent where it runs at once. */
  confirm?: string
}
export type Answer = { field: string; type: string } | { choose: string }

/** Buttons of a row that open its menu: its own comes last; where a row leads nowhere, the row as a whole is one too. */
const menuButton = 'button[aria-haspopup=menu]'

/** The four surfaces of an action, driven as a person does. */
export class Surfaces {
  private readonly palette: Palette

  constructor(private readonly page: Page) {
    this.palette = new Palette(page)
  }

  private get main(): Locator {
    return this.page.getByRole('main')
  }

  /** The question of an action, wherever it is asked. */
  get dialog(): Locator {
    return this.page.getByRole('alertdialog').or(this.page.getByRole('dialog'))
  }

  /** The chosen row of the palette. */
  get chosen(): Locator {
    return this.palette.chosen
  }

  get menu(): Locator {
    return this.page.getByRole('menu')
  }

  menuItem(title: string): Locator {
    return this.menu.locator(`[role=menuitem][data-title=${JSON.stringify(title.toLowerCase())}]`)
  }

  /** What the keyboard has to say, at the bottom of the screen. */
  announced(text: string): Locator {
    return this.page.getByRole('status').filter({ hasText: text })
  }

  toast(text: string | RegExp): Locator {
    return this.page.getByRole('listitem').filter({ hasText: text })
  }

  async openCustomer(id: number): Promise<void> {
    await this.page.goto(`/customers/${id}`)
    await expect(this.page.getByRole('region', { name: 'Subscription' })).toBeVisible()
  }

  /** The customers list with one customer alone, found by exact search. */
  async openCustomerRow(id: number): Promise<Locator> {
    await this.page.goto(`/customers?searchTerm=${id}`)
    const row = this.main.locator(`tbody tr:has(a[href="/customers/${id}"])`)
    await expect(row).toBeVisible()
    return row
  }

  /** A list of payments, with the row of one of them. */
  async openPaymentRow({ id, userId }: Pick<PaymentRow, 'id' | 'userId'>, inside: 'list' | 'tab'): Promise<Locator> {
    await this.page.goto(inside === 'list' ? `/payments?user=${userId}&perPage=150` : `/customers/${userId}?tab=payments&perPage=150`)
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

  /** Opens the palette and types a title, so that its command is the chosen row. */
  async findInPalette(title: string): Promise<void> {
    await this.palette.open()
    await this.palette.input.fill(title)
    await expect(this.palette.chosen).toContainText(title)
  }

  /** Starts an action on a customer from a surface and answers its questions, the confirmation included. */
  async runOnCustomer(surface: Surface, id: number, action: Started): Promise<void> {
    const row = surface === 'row menu' ? await this.openCustomerRow(id) : null
    if (row === null) await this.openCustomer(id)
    await this.run(surface, row, action)
  }

  /** Starts an action from a surface of the page as it stands; of a row where one is given, else of the page's record. */
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
    await this.menuItem(title).click()
  }

  async focusRow(row: Locator): Promise<void> {
    await row.locator(menuButton).last().focus()
  }

  /** One step of the palette, by keyboard. */
  async answerStep(each: Answer): Promise<void> {
    const input = 'field' in each ? this.dialog.getByLabel(each.field, { exact: true }) : this.palette.input
    await expect(input).toBeFocused()
    await input.fill('field' in each ? each.type : each.choose)
    if ('choose' in each) await expect(this.palette.chosen).toContainText(each.choose)
    await this.page.keyboard.press('Enter')
  }

  /** One field of a dialog. */
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

import { expect, type Locator, type Page } from '@playwright/test'
import type { Ear } from './ear.ts'
import { sequence } from './keyboard.ts'
import { Palette } from './palette-page.ts'
import type { Answer } from './surfaces.ts'

/** An action as a person starts it: by keys or by its title in a menu. */
export interface Action {
  keys: string
  /** The beginning of its menu title. */
  title: string
  answers?: readonly Answer[]
  /** The confirming button; absent if it runs immediately. */
  confirm?: string
  /** The page's own button, if it has one outside menus. */
  button?: string
}

/** Where an action is started. */
export type On = 'page' | 'row' | { row: string }

/** A way of working: only the keyboard, or the mouse with the keyboard only for text. */
export interface Hands {
  /** Key presses and clicks so far, beyond what is typed or pasted. */
  readonly count: number
  /** Enters a ticket's text into the palette and opens the record in the matching line. */
  lookUp(text: string, line: RegExp): Promise<void>
  /** Opens a screen from the menu. */
  goTo(keys: string, entry: string): Promise<void>
  openTab(keys: string, name: string): Promise<void>
  /** Runs an action on the page's record, the first row of its list, or the row with this name. */
  act(on: On, action: Action): Promise<void>
  /** Writes into the focused or clicked field and saves. */
  write(field: string, text: string): Promise<void>
  undo(): Promise<void>
  /** Called after each step: palette with results, page, question, outcome. */
  afterStep(step: string): Promise<void>
}

abstract class Person {
  count = 0
  protected readonly palette: Palette

  constructor(
    protected readonly page: Page,
    readonly afterStep: (step: string) => Promise<void> = () => Promise.resolve(),
  ) {
    this.palette = new Palette(page)
  }

  protected get main(): Locator {
    return this.page.getByRole('main')
  }

  protected get dialog(): Locator {
    return this.page.getByRole('alertdialog').or(this.page.getByRole('dialog'))
  }

  protected rowOf(on: 'row' | { row: string }): Locator {
    const rows = this.main.locator('tbody tr:not([aria-hidden])')
    const named =
      typeof on === 'string' ? rows : rows.filter({ has: this.page.getByRole('button', { name: `Actions: ${on.row}`, exact: true }) })
    return named.first()
  }

  /** The previous list's rows stay visible until the page has loaded. */
  protected async expectAt(heading: string): Promise<void> {
    await expect(this.main.getByRole('heading', { level: 1 })).toHaveText(heading)
  }

  protected async press(key: string): Promise<void> {
    this.count += 1
    await this.page.keyboard.press(key)
  }

  protected type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  protected async paste(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await this.press('Control+v')
    this.count -= 1
  }

  protected async click(what: Locator): Promise<void> {
    this.count += 1
    await what.click()
  }
}

/** Only keys; the focus moves by Tab and arrows. */
export class Keyboard extends Person implements Hands {
  /** @param ear writes down what each key says */
  constructor(
    page: Page,
    afterStep: (step: string) => Promise<void>,
    private readonly ear: Ear,
  ) {
    super(page, afterStep)
  }

  protected override async press(key: string): Promise<void> {
    await this.ear.before(key)
    await super.press(key)
  }

  protected override async type(text: string): Promise<void> {
    await this.ear.before(`‘${text}’`)
    await super.type(text)
  }

  /** Pastes a whole request into the palette, and takes the row that it chooses by itself. */
  async ask(request: string, row: RegExp): Promise<void> {
    await this.press('Control+k')
    await expect(this.palette.input).toBeFocused()
    await this.paste(request)
    await expect(this.palette.chosen).toHaveText(row)
    await this.afterStep('palette')
    await this.press('Enter')
  }

  /** Goes to the end of a question that is asked step by step, with the answers as they stand. */
  async toEnd(): Promise<void> {
    await expect(this.dialog.getByText(/^Step 1 of/)).toBeVisible()
    await this.press('Control+Enter')
  }

  /** Saves the open form, whose field has been filled in. */
  async save(field: string, value: string): Promise<void> {
    const box = this.main.getByRole('textbox', { name: field, exact: true })
    await expect(box).toHaveValue(value)
    await expect(box).toBeFocused()
    await this.press('Control+Enter')
  }

  /**
   * Confirms what was asked for, once its button says so.
   * @param key Enter confirms only what can be undone
   */
  async confirm(label: string, key: 'Enter' | 'Control+Enter'): Promise<void> {
    await expect(this.dialog.getByRole('button', { name: label, exact: true })).toBeVisible()
    await this.afterStep('question')
    await this.press(key)
  }

  async lookUp(text: string, line: RegExp): Promise<void> {
    await this.press('Control+k')
    await expect(this.palette.input).toBeFocused()
    await this.paste(text)
    const row = this.palette.row(line).first()
    await expect(row).toBeVisible()
    // Exact matches are selected automatically; similar ones need arrow keys.
    for (let steps = 0; steps < 20 && (await row.getAttribute('aria-selected')) !== 'true'; steps += 1) await this.press('ArrowDown')
    await this.afterStep('palette')
    await this.press('Enter')
    await this.palette.expectClosed()
    await this.afterStep('page')
  }

  async goTo(keys: string, entry: string): Promise<void> {
    await this.sequence(keys)
    await this.expectAt(entry)
  }

  async openTab(keys: string, name: string): Promise<void> {
    await this.sequence(keys)
    await expect(this.page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  }

  async act(on: On, { keys, answers = [], confirm }: Action): Promise<void> {
    if (on !== 'page') {
      const row = this.rowOf(on)
      await expect(row).toBeVisible()
      for (let steps = 0; steps < 20 && (await row.getAttribute('data-focused')) === null; steps += 1) await this.press('j')
    }
    await this.sequence(keys)
    if (confirm === undefined) return
    await expect(this.dialog).toBeVisible()
    for (const answer of answers) await this.answer(answer)
    await expect(this.dialog.getByRole('button', { name: confirm, exact: true })).toBeVisible()
    await this.afterStep('question')
    await this.press('Control+Enter')
  }

  async write(field: string, text: string): Promise<void> {
    const box = this.main.getByRole('textbox', { name: field, exact: true })
    await expect(box).toBeVisible()
    await this.tabTo(box)
    await this.press('Control+a')
    await this.type(text)
    await this.afterStep('form')
    await this.press('Control+Enter')
  }

  async undo(): Promise<void> {
    await this.press('Control+z')
  }

  async sequence(keys: string): Promise<void> {
    this.count += keys.split(' ').length
    await this.ear.before(keys)
    await sequence(this.page, keys)
  }

  private async answer(answer: Answer): Promise<void> {
    if ('field' in answer) {
      const field = this.dialog.getByLabel(answer.field, { exact: true })
      await this.tabTo(field)
      return this.type(answer.type)
    }
    const choice = this.dialog.getByRole('radio', { name: answer.choose }).first()
    await expect(choice).toBeVisible()
    const focused = this.page.locator('input[type=radio]:focus')
    await expect(focused).toBeVisible()
    if (await choice.evaluate((element) => element === document.activeElement)) return this.press('Space')
    for (let steps = 0; steps < 20 && !(await choice.isChecked()); steps += 1) await this.press('ArrowDown')
  }

  private async tabTo(what: Locator): Promise<void> {
    await expect(what).toBeVisible()
    const hasFocus = () => what.evaluate((element) => element === document.activeElement)
    for (let steps = 0; steps < 20 && !(await hasFocus()); steps += 1) await this.press('Tab')
    await expect(what).toBeFocused()
  }
}

/** Clicks; keys only to type or paste. */
export class Mouse extends Person implements Hands {
  async lookUp(text: string, line: RegExp): Promise<void> {
    await this.click(this.palette.button)
    await expect(this.palette.input).toBeFocused()
    await this.paste(text)
    await this.click(this.palette.row(line).first())
    await this.palette.expectClosed()
  }

  async goTo(_keys: string, entry: string): Promise<void> {
    await this.click(this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry, exact: true }))
    await this.expectAt(entry)
  }

  async openTab(_keys: string, name: string): Promise<void> {
    await this.click(this.page.getByRole('tab', { name }))
  }

  async act(on: On, { title, answers = [], confirm, button }: Action): Promise<void> {
    if (button === undefined) await this.chooseInMenu(on, title)
    else await this.click(this.main.getByRole('button', { name: button, exact: true }))
    if (confirm === undefined) return
    for (const answer of answers) {
      if ('choose' in answer) await this.click(this.dialog.getByRole('radio', { name: answer.choose }).first())
      else {
        await this.click(this.dialog.getByLabel(answer.field, { exact: true }))
        await this.press('Control+a')
        await this.type(answer.type)
      }
    }
    await this.click(this.dialog.getByRole('button', { name: confirm, exact: true }))
  }

  private async chooseInMenu(on: On, title: string): Promise<void> {
    // The panel of a record covers a list that the palette found, and has the same menu.
    const ofPanel = this.page.locator('[data-side-panel] [data-page-menu]')
    if (on !== 'page' && (await ofPanel.count()) > 0) await this.click(ofPanel)
    else if (on !== 'page') await this.click(this.rowOf(on).locator('button[aria-haspopup=menu]').last())
    else await this.click(this.main.getByRole('button', { name: /^actions( \.)?$/i }))
    const menu = this.page.getByRole('menu')
    await expect(menu).toBeVisible()
    // Many of them are behind one entry.
    const copies = menu.getByRole('menuitem', { name: /^Copy \(/ })
    if (title.startsWith('Copy ') && (await copies.count()) > 0) await this.click(copies)
    const named = JSON.stringify(title.toLowerCase())
    // Prefers the exact title: 'Edit' rather than 'Edit the note'.
    const whole = menu.locator(`[role=menuitem][data-title=${named}]`)
    await this.click((await whole.count()) > 0 ? whole : menu.locator(`[role=menuitem][data-title^=${named}]`).first())
  }

  async write(field: string, text: string): Promise<void> {
    await this.click(this.main.getByRole('textbox', { name: field, exact: true }))
    await this.press('Control+a')
    await this.type(text)
    await this.click(this.main.getByRole('button', { name: /^Save/ }))
  }

  async undo(): Promise<void> {
    // The undo button of the message in front; others may still be behind it.
    await this.click(this.page.locator('[data-sonner-toast][data-front=true]').getByRole('button', { name: 'Undo' }))
  }
}

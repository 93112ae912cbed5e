import { expect, type Locator, type Page } from '@playwright/test'
import { Palette } from './palette-page.ts'
import type { Answer } from './surfaces.ts'

/** An action as a person starts it: its keys, or its title in a menu. */
export interface Action {
  keys: string
  /** The beginning of its title in the menu. */
  title: string
  answers?: readonly Answer[]
  /** The button that does it; absent where it runs at once. */
  confirm?: string
  /** The page's own button for it, where it has one outside of menus. */
  button?: string
}

/** What an action is run on. */
export type On = 'page' | 'row' | { row: string }

/** One way of working: with the keyboard alone, or with the mouse and as little of the keyboard as there is to write. */
export interface Hands {
  /** Key presses and clicks so far; pasting is one of them. */
  readonly count: number
  /** Puts what a ticket says into the palette, and opens the record whose line has this text. */
  lookUp(text: string, line: RegExp): Promise<void>
  /** Goes to a screen of the menu. */
  goTo(keys: string, entry: string): Promise<void>
  openTab(keys: string, name: string): Promise<void>
  /** Runs an action of the page's record, of the first row of its list, or of the row that is called so. */
  act(on: On, action: Action): Promise<void>
  /** Writes into the field that has the focus or is pressed, and saves. */
  write(field: string, text: string): Promise<void>
  undo(): Promise<void>
  /** Looks at the screen after each step: the palette with its results, the page, the question, what came of it. */
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

  /** The rows of the list before stand until the page is there. */
  protected async expectAt(heading: string): Promise<void> {
    await expect(this.main.getByRole('heading', { level: 1 })).toHaveText(heading)
  }

  protected async press(key: string): Promise<void> {
    this.count += 1
    await this.page.keyboard.press(key)
  }

  protected async type(text: string): Promise<void> {
    this.count += text.length
    await this.page.keyboard.type(text)
  }

  protected async paste(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await this.press('Control+v')
  }

  protected async click(what: Locator): Promise<void> {
    this.count += 1
    await what.click()
  }
}

/** Nothing but keys; where the focus has to move, it moves by Tab and arrows. */
export class Keyboard extends Person implements Hands {
  async lookUp(text: string, line: RegExp): Promise<void> {
    await this.press('Control+k')
    await expect(this.palette.input).toBeFocused()
    await this.paste(text)
    const row = this.palette.row(line).first()
    await expect(row).toBeVisible()
    // An exact match is chosen by itself; a similar one is chosen on purpose.
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
    if (answers.length > 0) await expect(this.dialog.getByRole('button', { name: confirm, exact: true })).toBeVisible()
    if (answers.length === 0) await this.tabTo(this.dialog.getByRole('button', { name: confirm, exact: true }))
    await this.afterStep('question')
    await this.press('Enter')
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

  private async sequence(keys: string): Promise<void> {
    for (const key of keys.split(' ')) await this.press(key)
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

/** Clicks, and keys only where there is something to write or paste. */
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
    if (on !== 'page') await this.click(this.rowOf(on).locator('button[aria-haspopup=menu]').last())
    else await this.click(this.main.getByRole('button', { name: /^actions( \.)?$/i }))
    await this.click(
      this.page
        .getByRole('menu')
        .locator(`[role=menuitem][data-title^=${JSON.stringify(title.toLowerCase())}]`)
        .first(),
    )
  }

  async write(field: string, text: string): Promise<void> {
    await this.click(this.main.getByRole('textbox', { name: field, exact: true }))
    await this.press('Control+a')
    await this.type(text)
    await this.click(this.main.getByRole('button', { name: /^Save/ }))
  }

  async undo(): Promise<void> {
    await this.click(this.page.getByRole('button', { name: 'Undo' }).last())
  }
}

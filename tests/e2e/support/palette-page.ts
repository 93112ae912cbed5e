import { expect, type Locator, type Page } from '@playwright/test'
import { paste } from './keyboard.ts'

/** The palette. */
export class Palette {
  constructor(private readonly page: Page) {}

  get dialog(): Locator {
    return this.page.getByRole('dialog').filter({ has: this.page.getByRole('combobox') })
  }

  get input(): Locator {
    return this.dialog.getByRole('combobox')
  }

  /** Rows that contain all of this text. */
  row(text: string | RegExp): Locator {
    return this.dialog.getByRole('option').filter({ hasText: text })
  }

  get chosen(): Locator {
    return this.dialog.getByRole('option', { selected: true })
  }

  /** The button that opens the palette: in the header, or in the bar of a phone. */
  get button(): Locator {
    const inBar = this.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search' })
    return this.page
      .getByRole('banner')
      .getByRole('button', { name: /find or run/i })
      .or(inBar)
  }

  /** Opens it with its key and waits for its input. */
  async open(): Promise<void> {
    await expect(this.button).toBeVisible()
    await this.page.keyboard.press('Control+k')
    await expect(this.input).toBeFocused()
  }

  /** Opens it and pastes, as from a ticket. */
  async openAndPaste(text: string): Promise<void> {
    await this.open()
    await paste(this.page, text)
    await expect(this.input).toHaveValue(text)
  }

  async expectClosed(): Promise<void> {
    await expect(this.dialog).toHaveCount(0)
  }
}

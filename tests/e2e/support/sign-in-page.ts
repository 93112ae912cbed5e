import { expect, type Locator, type Page } from '@playwright/test'
import type { Account } from './accounts.ts'
import { paste } from './keyboard.ts'
import { nextCode } from './totp.ts'

/** The three public screens. */
export class SignInPage {
  constructor(private readonly page: Page) {}

  get email(): Locator {
    return this.page.getByLabel(/^e-?mail/i)
  }

  get password(): Locator {
    return this.page.getByRole('textbox', { name: /^password/i })
  }

  get submit(): Locator {
    return this.page.getByRole('button', { name: /^(sign|log) in$/i })
  }

  /** The six code boxes. */
  get boxes(): Locator {
    return this.page.getByRole('main').getByRole('textbox')
  }

  /** A toast or form message. */
  message(text: string | RegExp): Locator {
    return this.page.getByText(text).first()
  }

  /** Email, password, Enter: keyboard only. */
  async enterPassword(account: Pick<Account, 'email'>, password: string): Promise<void> {
    await this.email.fill(account.email)
    await this.password.fill(password)
    await this.page.keyboard.press('Enter')
  }

  /** Pastes a code into the boxes. A complete code is submitted immediately. */
  async pasteCode(code: string): Promise<void> {
    await expect(this.boxes).toHaveCount(6)
    await this.boxes.first().focus()
    await paste(this.page, code)
  }

  /** The complete sign-in with two-factor, from the login screen. */
  async signIn(account: Account): Promise<void> {
    await this.enterPassword(account, account.password)
    await expect(this.page).toHaveURL(/\/pages-two-step-verification/)
    await this.pasteCode(nextCode(account.email))
  }
}

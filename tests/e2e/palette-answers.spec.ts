import { knownCustomers } from '../../server/demo/known.ts'
import { signedInAs } from './support/accounts.ts'
import { HeldAnswers } from './support/held-answers.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

const { ana, sepa } = knownCustomers

test('Enter before the answer opens the exact match once it is there, and runs nothing meanwhile', async ({ page, customers, palette }) => {
  // Start on a customer's page, where 'Ban' and the other record commands are available.
  await visit(page, `/customers/${sepa.id}`)
  await customers.expectAt(sepa.id)
  const changes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && !request.url().includes('/live/') && changes.push(request.url()))
  const held = await HeldAnswers.of(page, /\/api\/admin\/customers\/find\//)

  await palette.openAndPaste(ana.email)
  await page.keyboard.press('Enter')
  await held.arrived(1)
  await expect(palette.input).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`/customers/${sepa.id}$`))
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await held.release(0)
  await customers.expectAt(ana.id)
  expect(changes).toEqual([])
})

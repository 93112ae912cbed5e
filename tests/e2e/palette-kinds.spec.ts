import { knownCustomers, knownInvoice, knownQr } from '../../server/demo/known.ts'
import { signedInAs } from './support/accounts.ts'
import { tabOpenedBy } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full') })

const ana = knownCustomers.ana
const customerUrl = (id: number) => new RegExp(`/customers/${id}$`)

const kinds = [
  { kind: 'an e-mail', text: ana.email, leadsTo: customerUrl(ana.id) },
  { kind: 'an e-mail in capitals', text: ana.email.toUpperCase(), leadsTo: customerUrl(ana.id) },
  { kind: 'an e-mail in a sentence', text: `Please look at <${ana.email}>, thanks!`, leadsTo: customerUrl(ana.id) },
  { kind: 'a customer id', text: String(knownCustomers.sepa.id), leadsTo: customerUrl(knownCustomers.sepa.id) },
  { kind: 'a customer id with its sign', text: `#${knownCustomers.sepa.id}`, leadsTo: customerUrl(knownCustomers.sepa.id) },
  { kind: 'a QR address', text: knownQr.uri, leadsTo: new RegExp(`/qrs\\?.*searchTerm=${knownQr.uri}`) },
  { kind: 'an invoice id', text: `INV-${knownInvoice.id}`, leadsTo: new RegExp(`/invoices\\?.*invoiceId=${knownInvoice.id}(&|$)`) },
]

for (const { kind, text, leadsTo } of kinds) {
  test(`${kind} pasted, then Enter, opens its record`, async ({ page, customers, palette }) => {
    await customers.open()
    await palette.openAndPaste(text)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(leadsTo)
    await palette.expectClosed()
    await expect(customers.heading).toBeVisible()
  })
}

test("the payment provider's id opens the customer", async ({ page, customers, palette, records }) => {
  const { stripeCustomerId } = await records.customer(ana.id)
  await customers.open()
  await palette.openAndPaste(stripeCustomerId ?? '')
  await page.keyboard.press('Enter')
  await customers.expectAt(ana.id)
})

test('a full QR link opens the QR, and only it stands in the list', async ({ page, customers, palette, records }) => {
  const qr = await records.firstQr(`searchTerm=${knownQr.uri}&searchMode=uri&exactSearch=true`)
  await customers.open()
  await palette.openAndPaste(qr.qrUri)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/qrs\\?.*searchTerm=${knownQr.uri}`))
  await expect(customers.rows).toHaveCount(1)
  await expect(customers.rows).toContainText(knownQr.name)
})

test('an invoice id leads to that invoice alone', async ({ page, customers, palette, records }) => {
  const invoice = await records.firstInvoice()
  await customers.open()
  await palette.openAndPaste(`invoice ${invoice.id}`)
  await expect(palette.row(String(invoice.id)).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(customers.rows).toHaveCount(1)
  await expect(customers.rows).toContainText(String(invoice.id))
})

test('a link to a customer of this console is recognised', async ({ page, customers, palette, baseURL }) => {
  await customers.open()
  await palette.openAndPaste(`${baseURL}/customers/${ana.id}`)
  await page.keyboard.press('Enter')
  await customers.expectAt(ana.id)
})

test('what names nobody says so, and Enter goes nowhere', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.openAndPaste('nobody.at.all@quaydesk.example')
  await page.keyboard.press('Enter')
  await expect(palette.dialog.getByText(/no (match|result|customer)|none|nothing/i).first()).toBeVisible()
  await expect(page).toHaveURL(/\/customers$/)
  await expect(palette.input).toBeFocused()
})

test('part of a name finds customers, and a chosen one opens in a new tab', async ({ page, customers, palette, records }) => {
  const customer = await records.customer(ana.id)
  await customers.open()
  await palette.openAndPaste(customer.lastName)
  await expect(palette.row(ana.email)).toBeVisible()
  for (let moves = 0; moves < 50 && !(await palette.chosen.innerText()).includes(ana.email); moves++) await page.keyboard.press('ArrowDown')
  expect(await tabOpenedBy(page, () => page.keyboard.press('Control+Enter'))).toBe(`/customers/${ana.id}`)
})

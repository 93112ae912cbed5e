import { knownCustomers, knownPayment, knownQr } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { paste } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

const { ana, sepa } = knownCustomers

const thread = `From: Ana Ruiz <${ana.email}>
Sent: Monday, 2 November 2026 10:00
To: Support <help@nowhere.example>; "Prat, Luis" <${sepa.email}>
Subject: Re: Order ${knownPayment.ref} is broken

Hi Marta,
my code https://qr.example.com/${knownQr.uri}?utm_source=mail&fbclid=1 doesn't work since Monday.
I paid 39,90 € for 3 codes, thanks,
Ana`

test('a pasted email thread yields its customers, order and QR, and nothing from its sentences', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.open()
  await paste(page, thread)
  await expect(palette.dialog.getByText('4 of 5 found')).toBeVisible()
  await expect(palette.dialog.getByText('5 identifiers')).toBeVisible()
  await expect(palette.row('help@nowhere.example')).toContainText('not found')
  await expect(palette.row(knownPayment.ref)).toContainText(`Payment ${knownPayment.id}`)
  await expect(palette.row(knownQr.name)).toBeVisible()
  await expect(palette.row(/Hi Marta|39|thanks/)).toHaveCount(0)
  await expectAccessible(page, 'a pasted thread of mails')
  await page.keyboard.press('Enter')
  await customers.expectAt(ana.id)
  await page.keyboard.press('j')
  await customers.expectAt(sepa.id)
})

import type { Browser, Page } from '@playwright/test'
import { demoAccounts } from '../../server/demo/accounts.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { withTwoServers } from './support/two-servers.ts'

/** A page on the given server, signed in with this account. */
async function signedIn(browser: Browser, origin: string, { email, password }: { email: string; password: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
  await context.request.post('/api/admin/auth/login', { data: { email, password }, headers: { origin } })
  return context.newPage()
}

// [1.7 live servers]
test('two people at two servers: each sees the other there, and what the other changes', async ({ browser }) => {
  // The test starts a database and two servers.
  test.setTimeout(180_000)
  await withTwoServers(async ([here, there]) => {
    const sam = await signedIn(browser, here, demoAccounts.support)
    const marta = await signedIn(browser, there, demoAccounts.manager)
    try {
      const address = '/customers/1'
      const [isHeard, isHeardThere] = [sam, marta].map((page) =>
        page.waitForResponse((response) => new URL(response.url()).pathname === '/api/admin/live'),
      )
      await Promise.all([sam.goto(address), marta.goto(address), isHeard, isHeardThere])
      await expect(sam.getByRole('main').getByRole('list', { name: 'Also here' })).toContainText(demoAccounts.manager.name)
      await expect(marta.getByRole('main').getByRole('list', { name: 'Also here' })).toContainText(demoAccounts.support.name)

      // Sam is about to ban, but Marta does so first.
      await sequence(sam, 'a b')
      const dialog = sam.getByRole('alertdialog').or(sam.getByRole('dialog'))
      await expect(dialog.getByRole('button', { name: 'Ban', exact: true })).toBeEnabled()
      await sequence(marta, 'a b')
      await marta.getByRole('button', { name: 'Ban', exact: true }).press('Enter')
      await expect(dialog.getByRole('alert')).toContainText(`${demoAccounts.manager.name} changed this in the meantime.`)
      await sam.keyboard.press('Escape')
      await expect(sam.getByRole('main').getByRole('heading', { level: 1 })).toContainText('Banned')

      // In the other direction too: Sam's note appears at Marta's server within a second.
      await sequence(sam, 'n')
      await sam.keyboard.type('Banned by mistake?')
      await sam.keyboard.press('Control+Enter')
      await expect(marta.getByRole('main').getByRole('region', { name: 'Note' })).toContainText('Banned by mistake?')
    } finally {
      await sam.context().close()
      await marta.context().close()
    }
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { knownCustomers } from '../../demo/data/known.ts'
import { ownAccounts, pendingAccount, signedInAs, signedOut } from './support/accounts.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

const views = fileURLToPath(new URL('../../src/views', import.meta.url))

/** The path of every view, read from its route: new views are covered automatically. */
const routes = readdirSync(views)
  .map((folder) => path.join(views, folder, 'route.ts'))
  .flatMap((file) => /path: '(\/[^']*)'/.exec(sourceOf(file))?.[1] ?? [])

function sourceOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Signed-out views have no route file.
    return ''
  }
}

/** A record for the views of a single record. */
async function recordOf(route: string, records: Records): Promise<number> {
  if (route === '/qrs/media/$id') return (await records.firstQr('type=menu&perPage=1')).id
  if (route === '/customers/$id') return knownCustomers.ana.id
  return 1
}

// The page fixture fails any test with a CSP violation; this visits every view.
test.describe('the content security policy', () => {
  test.describe('signed out', () => {
    test.use({ storageState: signedOut })

    test('is not violated by signing in', async ({ page, signIn }) => {
      await page.goto('/login')
      await signIn.enterPassword(pendingAccount, pendingAccount.password)
      await expect(page.getByRole('img', { name: /qr/i })).toBeVisible()
      await page.goto('/login')
      await signIn.enterPassword(ownAccounts.verification, ownAccounts.verification.password)
      await expect(signIn.boxes).toHaveCount(6)
    })
  })

  test.describe('signed in', () => {
    test.use({ storageState: signedInAs('full') })

    test('is not violated by any view or by the palette', async ({ page, palette, records }) => {
      expect(routes.length).toBeGreaterThan(25)
      await page.goto('/nowhere-at-all')
      await expect(page.getByRole('main')).toBeVisible()
      for (const route of routes) {
        const address = route.replace('$id', String(await recordOf(route, records)))
        if (new URL(page.url()).pathname === address) continue
        const before = await page.title()
        await page.evaluate((to) => history.pushState(null, '', to), address)
        await expect.poll(() => page.title(), { message: `${address} stands` }).not.toBe(before)
        await expect(page.getByRole('main').getByRole('progressbar')).toHaveCount(0)
      }
      await palette.open()
      await expect(page.getByRole('combobox').first()).toBeVisible()
    })
  })

  test.describe('when violated', () => {
    test.use({ storageState: signedInAs('full'), expectedErrors: [/Content Security Policy/] })

    test('logs a console error, so that any test would fail', async ({ page }) => {
      const seen = page.waitForEvent('console', (message) => /Content Security Policy was violated/.test(message.text()))
      await page.goto('/customers')
      await page.evaluate(() => {
        const script = document.createElement('script')
        script.textContent = 'document.title = "ran"'
        document.head.append(script)
      })
      expect((await seen).text()).toContain('script-src-elem inline')
    })
  })
})

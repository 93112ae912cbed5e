import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compiledFlags } from '../support/compiled-server.ts'
import { embeddedTemplate } from '../support/embedded-template.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

/** Ports that no lane uses. */
const [port, productPort] = [Number(process.env['E2E_PORT'] ?? 4690) + 30, Number(process.env['E2E_PORT'] ?? 4690) + 31]
const [console_, product] = [`http://localhost:${port}`, `http://localhost:${productPort}`]

/** Gives a program and those that it starts the flags of a short life. */
const flagsForAll = `--import=data:text/javascript,${encodeURIComponent(
  `import { setFlagsFromString } from 'node:v8'; ${JSON.stringify(compiledFlags)}.forEach((flag) => setFlagsFromString(flag))`,
)}`

test('npm run example: product sign-ups appear here; a ban applies there within two seconds; undo lifts it; staff look around there or act', async ({
  page,
  context,
}) => {
  // The test starts two programs.
  test.setTimeout(180_000)
  const directory = mkdtempSync(join(temporaryDirectory(), 'quaydesk-example-'))
  // An empty but migrated database: others test the first start.
  cpSync(await embeddedTemplate(), join(directory, 'quaydesk'), { recursive: true })
  const settings = { PORT: String(port), PRODUCT_PORT: String(productPort), EXAMPLE_DIR: directory, NODE_OPTIONS: flagsForAll }
  const env = { ...process.env, ...settings }
  const example = spawn(process.execPath, ['--import', 'tsx', 'examples/product/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => example.once('exit', resolve))
  try {
    let said = ''
    example.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await expect.poll(() => said, { timeout: 120_000 }).toContain(`The product: ${product}`)

    const customer = { name: 'Vera Nova', email: 'vera.nova@example.com', password: 'secret-of-vera' }
    await page.goto(product)
    for (const [field, value] of Object.entries(customer)) await page.locator(`form[action="/signup"] [name=${field}]`).fill(value)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('heading', { name: 'My QR codes' })).toBeVisible()
    await page.locator('[name=name]').fill('Menu')
    await page.locator('[name=url]').fill(`${product}/`)
    await page.getByRole('button', { name: 'Make code' }).click()
    const code = (await page.getByRole('link', { name: 'Menu' }).getAttribute('href')) ?? ''
    /** The product's answers to a log-in and to a scan. */
    const answers = async () => {
      const { email, password } = customer
      const login = await context.request.post(`${product}/login`, { form: { email, password }, maxRedirects: 0 })
      const scan = await context.request.get(product + code, { maxRedirects: 0 })
      return [login.status(), scan.status()]
    }
    expect(await answers()).toEqual([303, 302])

    const admin = { email: 'admin@quaydesk.test', password: 'admin4600' }
    await context.request.post(`${console_}/api/admin/auth/login`, { data: admin, headers: { origin: console_ } })
    await page.goto(`${console_}/customers`)
    await expect(page.getByRole('link', { name: 'Vera Nova', exact: true })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(customer.email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /Vera Nova/ })).toBeVisible()
    await sequence(page, 'a b')
    await page.getByRole('button', { name: /^Ban/ }).last().press('Enter')
    await expect(page.getByText(/is banned\.$/).first()).toBeVisible()
    await expect.poll(answers, { timeout: 2000, intervals: [50] }).toEqual([403, 403])
    await page.keyboard.press('Control+z')
    await expect.poll(answers, { timeout: 10_000 }).toEqual([303, 302])

    // As in a browser that opens no tab, so that the link can be followed here.
    await page.evaluate(() => (window.open = () => null))
    const app = await context.newPage()
    const logIn = async (mode: 'Look only' | 'Act for them') => {
      await sequence(page, 'a l')
      await page.getByRole('radio', { name: mode }).check()
      await page.getByRole('textbox', { name: 'Reason' }).fill('Ticket 41: the menu is gone')
      const reply = page.waitForResponse(/app-login/)
      await page.keyboard.press('Control+Enter')
      const { url } = (await (await reply).json()) as { url: string }
      await app.goto(url)
      await expect(app).toHaveURL(`${product}/app/my-qr-codes`)
    }
    const make = async (name: string) => {
      await app.locator('[name=name]').fill(name)
      await app.locator('[name=url]').fill(`${product}/`)
      await app.getByRole('button', { name: 'Make code' }).click()
    }
    await logIn('Look only')
    await expect(app.getByRole('status')).toContainText('looking around: nothing can be changed')
    await make('Made by staff')
    await expect(app.getByRole('heading', { name: 'Nothing changed' })).toBeVisible()
    await logIn('Act for them')
    await expect(app.getByRole('status')).toContainText('acting for this customer')
    await expect(app.getByRole('link', { name: 'Made by staff' })).toHaveCount(0)
    await make('Made by staff')
    await expect(app.getByRole('link', { name: 'Made by staff' })).toBeVisible()
    const timeline = page.getByRole('main')
    await expect(timeline).toContainText('App opened to act as the customer')
    await expect(timeline).toContainText('Ticket 41: the menu is gone')
  } finally {
    example.kill()
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
})

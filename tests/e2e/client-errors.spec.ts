import type { Page } from '@playwright/test'
import { SourceMaps } from '../../server/client-errors/source-maps.ts'
import { consoleDirectory } from '../../server/http/console-build.ts'
import type { ClientError } from '../../src/contract/client-errors.ts'
import { signedInAs } from './support/accounts.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full'), expectedErrors: [/of our own making/] })

/** What the console tells of its errors from now on. */
function reports(page: Page): ClientError[] {
  const told: ClientError[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/client-errors')) told.push(request.postDataJSON() as ClientError)
  })
  return told
}

test('an error while rendering is told once, by its place in the source and without anything personal [1.7 client errors]', async ({
  page,
  customers,
}) => {
  await customers.open()
  const told = reports(page)
  await page.evaluate(() => {
    // Days, amounts and identifiers are written with it.
    Reflect.set(String.prototype, 'padStart', () => {
      throw new TypeError('no day of "Ana Ruiz" (ana.ruiz@example.com, 8812)')
    })
  })
  const answered = page.waitForResponse(/\/client-errors$/)
  await sequence(page, 'g p')
  expect((await answered).status()).toBe(200)
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  expect(told[0]).toMatchObject({ kind: 'render', name: 'TypeError', message: 'no day of … … #)' })
  expect(told[0]?.route).toMatch(/^\/[a-z]+$/)
  const maps = new SourceMaps(consoleDirectory)
  const places = await Promise.all((told[0]?.frames ?? []).map((frame) => maps.resolve(frame)))
  expect(places[0]).toMatch(/^src\/[\w/-]+\.tsx?:\d+:\d+$/)
  const [first] = told[0]?.frames ?? []
  expect((await page.request.get(`/assets/${first?.file}.map`)).status()).toBe(404)
  expect(told).toHaveLength(1)
})

test('an uncaught error and a promise nobody waits for are told, others’ errors are not, and a report that fails is dropped', async ({
  page,
  customers,
}) => {
  await customers.open()
  const told = reports(page)
  await page.route(/\/client-errors$/, (route) => route.fulfill({ status: 500, body: '' }))
  const fail = (how: 'error' | 'rejection', file: string) =>
    page.evaluate(
      ([how, file]) => {
        const error = new Error(`${how} of our own making`)
        error.stack = `Error: x\n    at f (${window.location.origin}${file}:1:200)`
        if (how === 'error') window.dispatchEvent(new ErrorEvent('error', { error }))
        else void Promise.reject(error)
      },
      [how, file] as const,
    )
  await fail('error', '/extension.js')
  const [script] = await page.locator('script[type=module][src]').evaluateAll((all) => all.map((each) => each.getAttribute('src') ?? ''))
  for (const how of ['error', 'rejection', 'error'] as const) await fail(how, script ?? '')
  await expect.poll(() => told.map(({ kind }) => kind)).toEqual(['error', 'rejection'])
  // Another error shows that nothing came in between.
  await page.evaluate((file) => {
    const error = new RangeError('last of our own making')
    error.stack = `at f (${window.location.origin}${file}:1:300)`
    window.dispatchEvent(new ErrorEvent('error', { error }))
  }, script)
  await expect.poll(() => told.map(({ name }) => name)).toEqual(['Error', 'Error', 'RangeError'])
})

import type { Page } from '@playwright/test'
import { consoleDirectory } from '../../server/http/console/console-build.ts'
import { SourceMaps } from '../../server/resources/client-errors/source-maps.ts'
import type { ClientError } from '../../src/contract/client-errors.ts'
import { signedInAs } from './support/accounts.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full'), expectedErrors: [/of our own making/] })

/** Collects the errors that the console reports from now on. */
function reports(page: Page): ClientError[] {
  const told: ClientError[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/client-errors')) told.push(request.postDataJSON() as ClientError)
  })
  return told
}

test('reports a render error once per place, with its source position and no personal data [1.7 client errors]', async ({
  page,
  customers,
}) => {
  await customers.open()
  const told = reports(page)
  await page.evaluate(() => {
    // Breaks a function that formats days and amounts.
    Reflect.set(String.prototype, 'padStart', () => {
      throw new TypeError('no word for "Ana Ruiz" (ana.ruiz@example.com, 8812)')
    })
    // Immediately, before anything else fails.
    document.querySelector<HTMLElement>('a[href="/payments"]')?.click()
  })
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  await expect.poll(() => told.filter(({ kind }) => kind === 'render').length).toBeGreaterThan(0)
  const report = told.find(({ kind }) => kind === 'render')
  expect(report).toMatchObject({ name: 'TypeError', message: 'no word for … … #)' })
  expect(report?.route).toMatch(/^\/[a-z]+$/)
  const maps = new SourceMaps(consoleDirectory)
  const places = await Promise.all((report?.frames ?? []).map((frame) => maps.resolve(frame)))
  expect(places[0]).toMatch(/^src\/[\w/-]+\.tsx?:\d+:\d+$/)
  expect((await page.request.get(`/assets/${report?.frames[0]?.file}.map`)).status()).toBe(404)
  expect(new Set(told.map(({ frames }) => JSON.stringify(frames))).size).toBe(told.length)
})

test('reports uncaught errors and unhandled rejections, ignores foreign scripts, and drops reports that fail', async ({
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
  await expect.poll(() => told.map(({ kind }) => kind).toSorted()).toEqual(['error', 'rejection'])
  // A second error proves that nothing else was reported in between.
  await page.evaluate((file) => {
    const error = new RangeError('last of our own making')
    error.stack = `at f (${window.location.origin}${file}:1:300)`
    window.dispatchEvent(new ErrorEvent('error', { error }))
  }, script)
  await expect.poll(() => told.map(({ name }) => name)).toEqual(['Error', 'Error', 'RangeError'])
})

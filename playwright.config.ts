import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import sparticuz from '@sparticuz/chromium'
import { adminApiPort, consolePort } from './tests/e2e/documented/ports.ts'

/** Set E2E_PORT to test two checkouts side by side. */
const port = Number(process.env['E2E_PORT'] ?? 4690)

/** The browser from npm, or the machine's own. */
const executablePath = process.env['CHROMIUM_PATH'] ?? (await sparticuz.executablePath())

// Each process loads this file: the first one names the directory and passes it on to the workers.
process.env['E2E_DIR'] ??= path.join(tmpdir(), `quaydesk-e2e-${process.pid}`)

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/global-setup.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/Los_Angeles',
    locale: 'en-US',
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: process.env['E2E_TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] },
  },
  webServer: [
    {
      command: 'node --import tsx tests/e2e/support/serve.ts',
      url: `http://localhost:${port}/readyz`,
      timeout: 180_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      stdout: 'ignore',
      env: { PORT: String(port), E2E_DIR: process.env['E2E_DIR'], DEMO: '400', LOG_LEVEL: 'warn' },
    },
    {
      command: 'node --import tsx tests/e2e/documented/serve.ts',
      url: `http://localhost:${consolePort}/readyz`,
      timeout: 180_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      stdout: 'ignore',
      env: { PORT: String(consolePort), ADMIN_API_PORT: String(adminApiPort), LOG_LEVEL: 'warn' },
    },
  ],
})

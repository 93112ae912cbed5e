import path from 'node:path'
import { defineConfig } from '@playwright/test'
import sparticuz from '@sparticuz/chromium'
import { lanes, originOfLane, ownLane } from './tests/e2e/support/lanes.ts'
import { temporaryDirectory } from './tests/support/temporary-directory.ts'

/** The browser from npm, or the machine's own. */
const executablePath = process.env['CHROMIUM_PATH'] ?? (await sparticuz.executablePath())

// Each process loads this file: the first one names the directory and passes it on to the workers.
process.env['E2E_DIR'] ??= path.join(temporaryDirectory(), `quaydesk-e2e-${process.pid}`)

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    // One server stands for all of them: one lane begins with them, the others with the rest.
    { name: 'documented', testMatch: 'documented/*.spec.ts', workers: 1 },
    { name: 'console', testIgnore: 'documented/**' },
  ],
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/global-setup.ts',
  fullyParallel: false,
  workers: lanes,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./tests/e2e/support/slowest-files.ts']],
  use: {
    // Each worker reads this file: what it finds here is its own lane.
    baseURL: originOfLane(ownLane()),
    // A little lower than a laptop's, so that lists begin with ten rows.
    viewport: { width: 1440, height: 840 },
    timezoneId: 'America/Los_Angeles',
    locale: 'en-US',
    // Motion takes time of both cores; the main job and a queue of tickets are worked with it.
    reducedMotion: 'reduce',
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: process.env['E2E_TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath,
      // One process for all tabs of a context keeps the console's code compiled from one test to the next.
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--process-per-site'],
    },
  },
  webServer: {
    // It makes the data and is done: PGlite is compiled quickly for that, instead of for speed.
    command: 'node --liftoff-only --import tsx tests/e2e/support/serve.ts',
    url: `${originOfLane(0)}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    env: { E2E_DIR: process.env['E2E_DIR'], DEMO: '400', LOG_LEVEL: 'warn', WEBHOOK_PRIVATE_ADDRESSES: 'on', BACKUPS_KEEP: '0' },
  },
})

import path from 'node:path'
import { defineConfig } from '@playwright/test'
import sparticuz from '@sparticuz/chromium'
import { lanes, originOfLane, ownLane } from './tests/e2e/support/lanes.ts'
import { temporaryDirectory } from './tests/support/temporary-directory.ts'

/** The browser from npm, or the machine's own. */
const executablePath = process.env['CHROMIUM_PATH'] ?? (await sparticuz.executablePath())

// Each process loads this file. The first one names the directory and passes it on to the workers.
process.env['E2E_DIR'] ??= path.join(temporaryDirectory(), `quaydesk-e2e-${process.pid}`)

const slowSpecs = ['tickets', 'example', 'every-view', 'names', 'axe', 'row-elements', 'live', 'translation'].map(
  (name) => `${name}.spec.ts`,
)

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    // All of these tests share one server, so only one worker may run them. The other workers begin with the rest.
    { name: 'documented', testMatch: 'documented/*.spec.ts', workers: 1 },
    // The longest files start early, so that no core idles at the end.
    { name: 'long', testMatch: slowSpecs },
    { name: 'console', testIgnore: ['documented/**', ...slowSpecs] },
  ],
  outputDir: 'test-results',
  // What people hear, in files to read.
  snapshotPathTemplate: 'tests/e2e/transcripts/{arg}{ext}',
  globalSetup: './tests/e2e/support/global-setup.ts',
  fullyParallel: false,
  workers: lanes,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./tests/e2e/support/slowest-files.ts']],
  use: {
    // Each worker loads this file and gets the address of its own lane.
    baseURL: originOfLane(ownLane()),
    // Slightly shorter than a laptop's screen, so that lists start with ten rows.
    viewport: { width: 1440, height: 840 },
    timezoneId: 'America/Los_Angeles',
    locale: 'en-US',
    // Animation costs time on both cores. Only the main job and one queue of tickets run with it.
    reducedMotion: 'reduce',
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: process.env['E2E_TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath,
      // One process for all tabs of a context, so that the console's compiled code survives from one test to the next.
      // A page lives for seconds: optimising its code costs more than it saves.
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--process-per-site', '--js-flags=--no-opt'],
    },
  },
  webServer: {
    // This process only creates the data, so PGlite is compiled quickly rather than for speed.
    command: 'node --liftoff-only --import tsx tests/e2e/support/serve.ts',
    url: `${originOfLane(0)}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    env: { E2E_DIR: process.env['E2E_DIR'], DEMO: '400', LOG_LEVEL: 'warn', WEBHOOK_PRIVATE_ADDRESSES: 'on', BACKUPS_KEEP: '0' },
  },
})

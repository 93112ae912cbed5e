import { defineConfig } from 'vitest/config'
import { directoryOfRun } from './tests/support/temporary-directory.ts'

// Tests create their databases in this directory.
process.env['TMPDIR'] ??= directoryOfRun()

/**
 * Most test objects are short-lived. With more room for them, garbage collection copies less; it would otherwise take a tenth of the
 * time. Its helper threads would only compete with the other workers for the cores. A test's embedded database lives too briefly to
 * gain from optimised WebAssembly (`--liftoff-only`).
 * Each project sets this, because projects do not inherit top-level settings.
 */
const execArgv = ['--max-semi-space-size=128', '--single-threaded-gc', '--liftoff-only']
// Node 25 and later have a `localStorage` of their own, without a file to keep it in, which hides that of the simulated browser.
if (process.allowedNodeEnvironmentFlags.has('--experimental-webstorage')) execArgv.push('--no-experimental-webstorage')

/** Polling waits longer, because results arrive late on a busy machine. */
const patient = { poll: { timeout: 20_000 } }

const inWindow = {
  execArgv,
  environment: 'happy-dom' as const,
  setupFiles: ['tests/support/console-setup.ts'],
  // Views load lazily, which is slow on a busy machine.
  testTimeout: 60_000,
  expect: patient,
  server: { deps: { inline: ['@primer/react'] } },
}

/** Tests of a first visit, or of the time before code has loaded. Each file gets its own window and modules. */
const freshWindow = 'tests/{api,layout,views}/**/*.fresh.test.{ts,tsx}'

/** Test projects: pure, with a database, in a simulated browser, in a fresh simulated browser, and in one on a real server. */
export default defineConfig({
  test: {
    // Tests often wait for databases, timers and child programs. One worker per core would leave a sixth of a small machine idle.
    maxWorkers: 3,
    reporters: ['default', './tests/support/slowest-files.ts'],
    projects: [
      {
        test: {
          name: 'pure',
          execArgv,
          include: ['tests/{contract,commands}/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'server',
          execArgv,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts', 'tests/support/compiled-server.ts'],
          // The server loads once per worker, not per file.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
      {
        test: {
          ...inWindow,
          name: 'console',
          setupFiles: ['tests/support/console-setup.ts', 'tests/support/surfaces-loaded.ts'],
          include: ['tests/{api,layout,views}/**/*.test.{ts,tsx}'],
          exclude: [freshWindow],
          // React, Primer and the registry load once per worker, not per file.
          isolate: false,
        },
      },
      { test: { ...inWindow, name: 'console, first visit', include: [freshWindow] } },
      {
        test: {
          ...inWindow,
          name: 'console on a server',
          environment: './tests/support/window-on-server.ts',
          setupFiles: ['tests/support/console-setup.ts', 'tests/support/surfaces-loaded.ts'],
          include: ['tests/whole/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'
import { directoryOfRun } from './tests/support/temporary-directory.ts'

// Databases of tests are made where this points to.
process.env['TMPDIR'] ??= directoryOfRun()

/**
 * What a test makes lives for a moment: with room for it, less is copied by the garbage collection, which takes a tenth of the time
 * otherwise. Each project names it, as none takes over what stands beside them.
 */
const execArgv = ['--max-semi-space-size=64']

/** What a test waits for comes late on a busy machine. */
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

/** Tests of the time before code is loaded, or of the first visit: each file gets its own window and modules. */
const freshWindow = 'tests/{api,layout,views}/**/*.fresh.test.{ts,tsx}'

/** Four kinds of tests: plain, with a database, in a simulated browser, and there on a real server. */
export default defineConfig({
  test: {
    // Tests wait for databases, timers and child programs: one worker a core leaves a sixth of a small machine idle.
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

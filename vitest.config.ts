import { defineConfig } from 'vitest/config'

const inWindow = {
  environment: 'happy-dom' as const,
  setupFiles: ['tests/support/console-setup.ts'],
  // What a view fetches when it is first wanted takes its time on a machine with other work to do.
  testTimeout: 60_000,
  server: { deps: { inline: ['@primer/react'] } },
}

/** Tests of what happens before code is loaded or at the first visit: each file has a window and modules of its own. */
const freshWindow = 'tests/{api,layout,views}/**/*.fresh.test.{ts,tsx}'

/** Three kinds of test: without anything, on a database, in a simulated browser. */
export default defineConfig({
  test: {
    // Tests of the server wait for databases most of the time: one worker leaves a core idle on small machines.
    maxWorkers: 2,
    reporters: ['default', './tests/support/slowest-files.ts'],
    projects: [
      {
        test: { name: 'pure', include: ['tests/{contract,commands}/**/*.test.ts'], testTimeout: 20_000 },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          ...inWindow,
          name: 'console',
          include: ['tests/{api,layout,views}/**/*.test.{ts,tsx}'],
          exclude: [freshWindow],
          // React, Primer and the registry are loaded once for each worker, not for each file.
          isolate: false,
        },
      },
      { test: { ...inWindow, name: 'console, first visit', include: [freshWindow] } },
    ],
  },
})

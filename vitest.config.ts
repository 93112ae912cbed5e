import { defineConfig } from 'vitest/config'

/** Three kinds of test: without anything, on both databases, in a simulated browser. */
export default defineConfig({
  test: {
    // Tests of the server wait for databases most of the time: one worker leaves a core idle on small machines.
    maxWorkers: 2,
    projects: [
      {
        test: { name: 'pure', include: ['tests/{contract,commands}/**/*.test.ts'], testTimeout: 20_000 },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'console',
          include: ['tests/{api,layout,views}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // What a view fetches when it is first wanted takes its time on a machine with other work to do.
          testTimeout: 20_000,
          server: { deps: { inline: ['@primer/react'] } },
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

const minuteMs = 60_000

/** Of one process: half of the time a test waits, for its database or for a host. */
const unit = {
  // No module keeps state and no test replaces one, so files share what was loaded: it is half of their time.
  isolate: false,
  maxWorkers: 2,
  testTimeout: minuteMs / 2,
  hookTimeout: minuteMs / 2,
  sequence: { groupOrder: 0 },
}

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,audit-service,agent,cli,scripts}/**/*.test.ts'],
          ...unit,
        },
      },
      {
        test: {
          name: 'collector',
          include: ['collector/**/*.test.ts'],
          globalSetup: 'collector/src/store/test-server.ts',
          ...unit,
        },
      },
      {
        // Across processes: each file starts its own on free ports, and they want the machine for themselves.
        test: {
          name: 'flows',
          include: ['test/{harness,interface,flows,faults,browser}/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 2 * minuteMs,
          hookTimeout: 2 * minuteMs,
        },
      },
      {
        // The gate: types, lint, format, import direction, tools.
        test: {
          name: 'house',
          include: ['test/house/**/*.test.ts'],
          testTimeout: 2 * minuteMs,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
